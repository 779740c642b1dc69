-- All that an iterator gives, as a list: collect(world:query_point(x, y)).

return function(...)
  local list = {}
  for thing in ... do list[#list + 1] = thing end
  return list
end
