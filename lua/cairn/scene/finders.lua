-- cairn.scene.finders: kind of a handle -> fn(world, id) -> the object, or nil: for handles that
-- are written down as a kind and a number.

local finders = {}

function finders.Body(world, id) return world:body(id) end
function finders.Shape(world, id) return world:shape(id) end
function finders.Joint(world, id) return world:joint(id) end

function finders.Mover(world, id)
  for mover in world:movers() do
    if mover:id() == id then return mover end
  end
end

return finders
