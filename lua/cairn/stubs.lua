-- cairn.stubs: pen and input for a scene without a window.
--
-- The pen draws nothing but checks what it is given, so that a scene that runs headless does not
-- fail in the viewer. The input is moved by specs.

local stubs = {}

-- name -> how many numbers it needs
local NUMBERS = { color = 3, line = 4, circle = 3, disc = 3, box = 4, text = 2, arrow = 4 }

local function check_numbers(name, n, ...)
  for i = 1, n do
    local value = select(i, ...)
    if type(value) ~= "number" then
      error(("bad argument #%d to '%s' (number expected, got %s)")
        :format(i, name, value == nil and "no value" or type(value)), 3)
    end
  end
end

local function check_text(form, ...)
  if type(form) ~= "string" then
    error(("bad argument #3 to 'text' (string expected, got %s)"):format(type(form)), 3)
  end
  return form:format(...)
end

local function check_points(points)
  local pairs_of = type(points) == "table" and #points or 0
  if pairs_of < 6 or pairs_of % 2 ~= 0 then
    error("bad argument #1 to 'polygon' (a flat list of at least 3 points expected)", 3)
  end
end

--- A pen that checks its arguments and draws nothing.
function stubs.pen()
  local pen = {}
  for name, n in pairs(NUMBERS) do
    pen[name] = function(...) check_numbers(name, n, ...) end
  end
  function pen.text(x, y, ...)
    check_numbers("text", 2, x, y)
    check_text(...)
  end
  function pen.polygon(points) check_points(points) end
  return pen
end

--- An input whose keys and mouse are set by hand: input, and the state behind it.
function stubs.input()
  local state = { keys = {}, x = 0.0, y = 0.0 }
  local input = {
    down = function(key) return state.keys[key] == true end,
    mouse = function() return state.x, state.y end,
  }
  return input, state
end

return stubs
