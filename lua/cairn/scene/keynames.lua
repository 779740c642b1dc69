-- cairn.scene.keynames: the names that keys have: those of LÖVE, which are SDL's in small letters
-- without spaces, "l", "r" and "kp" before what is there twice (input.c makes them so).
--
-- A key that stands for one character is called by that character, whatever the layout; the others
-- are listed here, so that a misspelt name is told and not just never down.

local nearest = require "cairn.words.nearest"

local keynames = {}

local LISTED = [[
  space return escape backspace tab capslock printscreen scrolllock pause insert home pageup delete
  end pagedown right left down up numlock application power
  f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20 f21 f22 f23 f24
  lctrl lshift lalt lgui rctrl rshift ralt rgui modeswitch
  kp0 kp1 kp2 kp3 kp4 kp5 kp6 kp7 kp8 kp9 kp00 kp000 kp. kp, kp/ kp* kp- kp+ kp= kpenter
  kp=(as400) kp( kp) kp{ kp} kptab kpbackspace kpa kpb kpc kpd kpe kpf kpxor kp^ kp% kp< kp> kp&
  kp&& kp| kp|| kp: kp# kpspace kp@ kp! kpmemstore kpmemrecall kpmemclear kpmemadd kpmemsubtract
  kpmemmultiply kpmemdivide kp+/- kpclear kpclearentry kpbinary kpoctal kpdecimal kphexadecimal
  execute help menu select stop again undo cut copy paste find mute volumeup volumedown alterase
  sysreq cancel clear prior separator out oper clear/again crsel exsel thousandsseparator
  decimalseparator currencyunit currencysubunit
  audionext audioprev audiostop audioplay audiomute audiorewind audiofastforward mediaselect
  www mail calculator computer acsearch achome acback acforward acstop acrefresh acbookmarks
  brightnessdown brightnessup displayswitch kbdillumtoggle kbdillumdown kbdillumup eject sleep
  app1 app2 softleft softright call endcall
]]

local NAMES, IS_NAME = {}, {}
for name in LISTED:gmatch "%S+" do
  NAMES[#NAMES + 1] = name
  IS_NAME[name] = true
end

-- What people call keys elsewhere, too far from the name for a guess by letters.
local MEANT = {
  [" "] = "space", spacebar = "space", enter = "return", esc = "escape", del = "delete",
  ins = "insert", pgup = "pageup", pgdn = "pagedown", ctrl = "lctrl", control = "lctrl",
  shift = "lshift", alt = "lalt", meta = "lgui", super = "lgui", win = "lgui", cmd = "lgui",
}

local function is_character(key)
  local code = utf8.len(key) == 1 and utf8.codepoint(key)
  return code and code > 32 and code ~= 127 and not key:find "%u"
end

--- nil when there may be a key of that name, else a sentence: "unknown key 'rigth', did you ...".
function keynames.fault(key)
  if IS_NAME[key] or is_character(key) then return nil end
  local small = key:lower()
  local meant = MEANT[small] or (IS_NAME[small] or is_character(small)) and small
  local hint = meant and (", did you mean '%s'?"):format(meant) or nearest.hint(key, NAMES)
  return ("unknown key '%s'%s"):format(key, hint)
end

return keynames
