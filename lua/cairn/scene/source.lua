-- cairn.scene.source: the text of script files: reading, cleaning and compiling it.
--
-- Only text is ever compiled: bytecode can crash the interpreter. A byte order mark and a first
-- line starting with # are taken off without moving the line numbers.

-- The program's compiler ends when a budget does.
local host = package.preload["cairn.host"] and require "cairn.host"
local compile = host and host.load or load

local source = {}

local MAX_BYTES = 4 * 1024 * 1024 -- a scene larger than this is surely no scene
local BYTECODE = "\27Lua"

-- The sentences of cairn.host for the numbers that every Unix gives these failures.
local REASONS = { [2] = "No such file", [20] = "No such file", [21] = "is a folder" }

local function reason(message, number)
  return REASONS[number] or (message:gsub("^.-: ", "", 1))
end

--- The default reader: the text of a file, or nil and why not.
function source.read(path)
  local file, message, number = io.open(path, "rb")
  if not file then return nil, reason(message, number) end
  local text
  text, message, number = file:read(MAX_BYTES + 1) -- /dev/zero has no end
  file:close()
  if text then return text end
  if message then return nil, reason(message, number) end
  return "" -- the end of an empty file is no failure
end

--- A reader that refuses files too large for a scene, before reading them when stat can tell.
--- most: bytes, 4 MiB unless given.
function source.limited(read, stat, most)
  most = most or MAX_BYTES
  local too_large = ("larger than %d MiB"):format(most >> 20)
  return function(path)
    local size = stat and stat(path)
    if size and size > most then return nil, too_large end
    local text, why = read(path)
    if text and #text > most then return nil, too_large end
    return text, why
  end
end

--- The folder a path lies in, with the slash; "" for a bare name.
function source.folder(path)
  return path:match("^(.*[/\\])") or ""
end

local function clean(text)
  text = text:gsub("^\239\187\191", "")
  return (text:gsub("^#[^\n]*", ""))
end

--- True when there is nothing to run, as in the moment an editor has truncated the file.
function source.is_empty(text)
  return clean(text):find("%S") == nil
end

--- Walk the names of the modules that a text requires, as far as they are written out.
function source.required(text)
  return text:gmatch "%f[%w_]require%s*%(?%s*[\"']([^\"'\n]+)"
end

--- The name Lua gives the file in messages: shortened when long.
function source.short_name(path)
  return debug.getinfo(load("", "@" .. path), "S").short_src
end

--- The text as a function over `env`, or nil, message and line.
function source.compile(path, text, env)
  if text:sub(1, #BYTECODE) == BYTECODE then
    return nil, path .. ": compiled Lua is refused, a scene must be text"
  end
  local chunk, message = compile(clean(text), "@" .. path, "t", env)
  if chunk then return chunk end
  local short = source.short_name(path)
  if message:sub(1, #short) == short then message = path .. message:sub(#short + 1) end
  return nil, message, tonumber(message:match(":(%d+):", #path))
end

return source
