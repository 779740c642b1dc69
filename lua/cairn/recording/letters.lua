-- cairn.recording.letters: which letter of a record stands for what, both ways.
--
-- Entries of a scene's journal have one each (values packed by cairn.recording.values), a tick's
-- record is written by hand (see cairn.recording.trail), and so are the head and the end.

local letters = {}

letters.HEAD, letters.START, letters.END = "H", "I", "Z"
letters.TICK, letters.CHECK, letters.POSES = "T", "C", "P"
letters.FAULT, letters.BACK = "X", "B"

letters.OF = {
  event = "E", pull = "G", set = "S", draw = "D", ui_edit = "U", edit = "M", waiting_edit = "W",
  hold = "K", restart = "R", read = "F", call = "O", step = "N",
  console = "L", hand = "A",
}

letters.KIND = {}
for kind, letter in pairs(letters.OF) do letters.KIND[letter] = kind end

return letters
