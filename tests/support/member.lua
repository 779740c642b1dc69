-- A method of an object by its name, or nil: to read one that is not there raises.

return function(object, name) return rawget(debug.getmetatable(object).__index, name) end
