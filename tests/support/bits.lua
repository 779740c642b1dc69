-- Where bodies are and how they move, to the last bit.
local bits = {}

--- Text that is the same where all of these bodies are in the same state.
function bits.of(bodies)
  local told = {}
  for i, body in ipairs(bodies) do
    local x, y = body:position()
    local vx, vy = body:velocity()
    told[i] = ("%a %a %a %a %a"):format(x, y, body:angle(), vx, vy)
  end
  return table.concat(told, "\n")
end

return bits
