-- cairn.scene.contents: the keys and values of a table, without metamethods; and tables that keep
-- their identity while they become another one.

local contents = {}

--- A new table with the same keys and values.
function contents.copy(t)
  local c = {}
  for k, v in next, t do c[k] = v end
  return c
end

--- Afterwards t holds what `from` holds, and nothing else.
function contents.refill(t, from)
  for k in next, t do rawset(t, k, nil) end
  for k, v in next, from do rawset(t, k, v) end
end

--- Let t become what `new` is, with its contents and its metatable. The journal, a list, is told
--- what t was before: { t =, new =, contents =, meta = }.
function contents.become(t, new, journal)
  table.insert(journal, {
    t = t, new = new, contents = contents.copy(t), meta = debug.getmetatable(t),
  })
  contents.refill(t, new)
  debug.setmetatable(t, debug.getmetatable(new))
end

--- Let all tables of a journal be what they were.
function contents.undo(journal)
  for i = #journal, 1, -1 do
    local entry = journal[i]
    contents.refill(entry.t, entry.contents)
    debug.setmetatable(entry.t, entry.meta)
  end
end

return contents
