-- cairn.scene.env: the global names a scene script sees: its own, then those of _G.
--
-- Writing a global stays in the scene. print is kept, math.random repeats, require is watched,
-- load compiles text only, pen works inside scene.draw and nowhere else.

local kind_of = require "cairn.words.kind"
local random = require "cairn.scene.random"
local sounds = require "cairn.scene.sound"

local env = {}

local function own_math(generator)
  local own = {}
  for name, value in pairs(math) do own[name] = value end
  own.random, own.randomseed = generator.random, generator.randomseed
  return own
end

local function own_print(output, own)
  return function(...)
    local texts, to_text = table.pack(...), own.tostring or tostring
    for i = 1, texts.n do texts[i] = to_text(texts[i]) end
    output:write(table.concat(texts, "\t"))
  end
end

local function own_load(environment)
  -- the count matters: an explicit nil environment is the caller's wish
  return function(chunk, name, _, ...)
    if select("#", ...) > 0 then return load(chunk, name, "t", (...)) end
    return load(chunk, name, "t", environment)
  end
end

-- Lua's own would wait for whoever writes into a pipe.
local function load_file(file_kind, path, ...)
  local kind = path and file_kind and file_kind(path)
  if kind and kind ~= "file" then
    return nil, ("cannot read %s: not a regular file"):format(path)
  end
  return loadfile(path, "t", ...)
end

local function own_loadfile(environment, file_kind)
  return function(path, _, ...)
    if select("#", ...) > 0 then return load_file(file_kind, path, (...)) end
    return load_file(file_kind, path, environment)
  end
end

local function own_dofile(environment, file_kind)
  return function(path)
    local chunk, message = load_file(file_kind, path, environment)
    if not chunk then error(message, 0) end
    return chunk()
  end
end

-- Of the program that runs the scene, a window perhaps, the scene is no more than a part.
local function own_os()
  local own = {}
  for name, value in pairs(os) do own[name] = value end
  function own.exit()
    error("os.exit: a scene cannot end the program; scene.pause() stops it", 2)
  end
  return own
end

-- The functions of a pen, each refusing to work outside scene.draw. What they refuse themselves is
-- raised at the script's line.
local function guarded_pen(pen, is_drawing)
  local guarded = {}
  for name, draw in pairs(pen) do
    guarded[name] = type(draw) ~= "function" and draw or function(...)
      if not is_drawing() then
        error(("pen.%s is only available in scene.draw"):format(name), 2)
      end
      local ok, problem = pcall(draw, ...)
      if not ok then error(problem, 2) end
    end
  end
  guarded.space = nil -- of screen alone
  return guarded
end

-- Within f(width, height) the pen's coordinates are pixels, y down, from a place of the picture.
local function own_screen(pen, is_drawing)
  return function(f, place)
    if not is_drawing() then error("pen.screen is only available in scene.draw", 2) end
    if type(f) ~= "function" then
      error(("bad argument #1 to 'screen' (function expected, got %s)"):format(kind_of(f)), 2)
    end
    local ok, width, height = pcall(pen.space, place or "topleft")
    if not ok then error((width:gsub("#1 to 'space'", "#2 to 'screen'")), 2) end
    f(width, height) -- when it raises, drawing is off, and the next one starts in the world
    pen.space()
  end
end

-- fn(name, path) -> the path of a file beside the script; one that is not there, or not for a
-- sandboxed scene, raises, once it is asked for by the function of that name.
local function finder(options)
  local known, folder = {}, options.path:match "^(.*/)[^/]*$" or ""
  return function(name, path)
    local whole = path:find "^/" and path or folder .. path
    if options.sandbox and not options.sandbox:may_show(whole) then
      error(name .. ": a sandboxed scene has the files of its own folder", 0)
    end
    if not known[whole] then
      local file, why = io.open(whole, "rb")
      if not file then error(("%s: cannot read %s"):format(name, why), 0) end
      file:close()
      known[whole] = true
    end
    return whole
  end
end

local function own_image(pen, is_drawing, find)
  return function(path, ...)
    if not is_drawing() then error("pen.image is only available in scene.draw", 2) end
    local ok, whole = true, path
    if type(path) == "string" then ok, whole = pcall(find, "pen.image", path) end
    if not ok then error(whole, 2) end
    local drawn, problem = pcall(pen.image, whole, ...)
    if not drawn then error(problem, 2) end
  end
end

local function own_pen(options, find)
  local pen, is_drawing = options.pen, options.is_drawing
  local own = guarded_pen(pen, is_drawing)
  own.screen = own_screen(pen, is_drawing)
  own.image = own_image(pen, is_drawing, find)
  return own
end

--- options: script (the scene table), path (of its file), pen, ui, input, output, seed,
--- is_drawing = fn() -> bool, sound = fn(path, volume, pitch, pan) (where somebody hears it),
--- is_muted = fn() -> bool, require = fn(name, caller path), safe = functions of the host's that
--- end when they must (xpcall, setmetatable, load), kind_of = fn(path) -> "file" or another
--- (optional), sandbox (see cairn.scene.sandbox). Returns the environment, a function that makes it
--- as new, the random generator, and the libraries that are not those of _G, by name.
function env.new(options)
  local generator = random.new(options.seed)
  local environment, find = {}, finder(options)
  local own = {
    _G = environment, scene = options.script, ui = options.ui, input = options.input,
    pen = own_pen(options, find),
    sound = sounds.new { find = find, play = options.sound, is_muted = options.is_muted },
    math = own_math(generator), os = own_os(), load = own_load(environment),
    loadfile = own_loadfile(environment, options.kind_of),
    dofile = own_dofile(environment, options.kind_of),
  }
  own.print = own_print(options.output, own)
  function own.require(name)
    local info = debug.getinfo(2, "S")
    local ok, value, path = pcall(options.require, name, info and info.source:match("^@(.*)"))
    if ok then return value, path end
    -- what was not found is the caller's line; errors inside a module have a place already
    error(value, type(value) == "string" and value:find("^module") and 2 or 0)
  end
  local safe = options.safe or {}
  own.xpcall, own.setmetatable = safe.xpcall, safe.setmetatable
  if safe.loader then own.load = safe.loader(environment) end
  if options.sandbox then options.sandbox:close(environment, own, safe) end
  local fallback = { __index = not options.sandbox and _G or nil }
  local function renew()
    -- the metatable as well: a script may have made its globals strict
    debug.setmetatable(environment, fallback)
    for name in next, environment do environment[name] = nil end
    for name, value in next, own do environment[name] = value end
    generator.randomseed(options.seed)
  end
  renew()
  return environment, renew, generator, { math = own.math, os = own.os }
end

return env
