-- cairn.scene.pile: what a person has done to a scene by hand: the acts that can be taken back,
-- those that were, what was made by them, and what of the script they have taken away.
--
-- { done =, undone = lists of { what =, state =, made =, removed = }, made = list of { kind =,
-- id = }, removed = list of expressions }. Not here: what an act is (cairn.scene.hand), and going
-- back (cairn.scene.undo).

local pile = {}

local function copy(list) return table.move(list, 1, #list, 1, {}) end

local function copy_of(p)
  return { done = copy(p.done), undone = copy(p.undone), made = copy(p.made),
    removed = copy(p.removed) }
end

--- The pile of a scene.
function pile.of(s)
  if not s.by_hand then s.by_hand = { done = {}, undone = {}, made = {}, removed = {} } end
  return s.by_hand
end

--- What a state of the scene holds of it, and the way back.
function pile.hold(s) return s.by_hand and copy_of(s.by_hand) end
function pile.put(s, held) s.by_hand = held and copy_of(held) end

--- What was made and taken away by now.
function pile.made(s)
  local p = pile.of(s)
  return copy(p.made), copy(p.removed)
end

return pile
