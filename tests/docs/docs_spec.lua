-- The documentation says what is so: the reference is fresh and complete, examples run.

local scene = require "cairn.scene"
local reference = require "docs.reference"
local has_module, cairn = pcall(require, "cairn")

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

-- ---- blocks of Lua ------------------------------------------------------------------------

-- Each ```lua block of a page: text, and the file name that its first line may give it.
local function blocks_of(path)
  local list = {}
  for text in ("\n" .. read(path)):gmatch("\n```lua\n(.-)\n```") do
    local name = text:match("^%-%- ([%w_/]+%.lua)\n") or ("block%d.lua"):format(#list + 1)
    list[#list + 1] = { name = name, text = text .. "\n" }
  end
  return list
end

-- Reads the page's blocks as files, and nothing else.
local function reader_of(blocks)
  return function(path)
    for _, block in ipairs(blocks) do
      if path == block.name or path == "./" .. block.name then return block.text end
    end
    return nil, "No such file"
  end
end

local function is_spec(block) return block.text:find("describe%(") ~= nil end

-- Run as a person would: some time, keys, drawing, the same text saved again.
local function play(block, reader)
  local s <close> = scene.load(block.name, nil, { reader = reader, clock = os.clock })
  for i = 1, 120 do
    s:step(1)
    if i % 20 == 0 then s:draw(0.5) end
    if i % 50 == 0 then s:press "space" s:release "space" end
    assert.is_nil(s.banner)
  end
  assert.same({}, s.warnings)
end

-- The examples of specs run here as they stand, over the page's own files.
local function run_spec(block, reader)
  local load_scene = function(path, values) return scene.load(path, values, { reader = reader }) end
  local names = {
    assert = assert,
    describe = function(_, f) f() end,
    it = function(_, f) f() end,
    require = function(name)
      return name == "cairn.scene" and { load = load_scene } or require(name)
    end,
  }
  assert(load(block.text, "@" .. block.name, "t", setmetatable(names, { __index = _G })))()
end

-- ---- types --------------------------------------------------------------------------------

local function sorted_names(list)
  table.sort(list)
  return list
end

local function described(types, class)
  local names = {}
  for i, method in ipairs(types.classes[class].methods) do names[i] = method.name end
  return sorted_names(names)
end

-- Metatables are closed to scripts; the debug library sees through.
local function methods_of(object)
  local names = {}
  for name in pairs(debug.getmetatable(object).__index) do names[#names + 1] = name end
  return sorted_names(names)
end

-- One living object of each class.
local function living_objects()
  local world = cairn.world()
  world:box { type = "static", y = -0.5, w = 10, h = 1 }
  local body, shape = world:box { y = 0.5, w = 1, h = 1 }
  world:step()
  return {
    World = world, Body = body, Shape = shape, Joint = world:weld { b = body },
    Mover = world:mover { radius = 0.3, height = 1 }, Rays = cairn.rays(1),
  }
end

local function functions_of(t)
  local names = {}
  for name, value in pairs(t) do
    if type(value) == "function" then names[#names + 1] = name end
  end
  return sorted_names(names)
end

-- ---- the specs ----------------------------------------------------------------------------

describe("documentation", function()
  if not has_module then
    pending("need the cairn module: " .. tostring(cairn):match("[^\n]*"))
    return
  end

  describe("docs/reference.md", function()
    local types = reference.types()

    it("is fresh: lua5.4 docs/reference.lua > docs/reference.md", function()
      assert.is_true(reference.render(types) == read("docs/reference.md"),
        "run: lua5.4 docs/reference.lua > docs/reference.md")
    end)

    it("names every method of World, Body, Shape, Joint, Mover and Rays, and no other", function()
      for class, object in pairs(living_objects()) do
        assert.same(methods_of(object), described(types, "cairn." .. class))
      end
    end)

    it("names every method of Manifold, and no other", function()
      local count = 0
      for m in living_objects().World:manifolds() do
        assert.same(methods_of(m), described(types, "cairn.Manifold"))
        count = count + 1
      end
      assert.equal(1, count)
    end)

    it("names every function of the module, and no other", function()
      assert.same(functions_of(cairn), described(types, "cairn"))
    end)

    it("names every builder of cairn.build, and no other", function()
      assert.same(functions_of(require "cairn.build"), described(types, "cairn.build"))
    end)

    it("says something of each method", function()
      local text = read("docs/reference.md")
      local receivers = {
        World = "world", Body = "body", Shape = "shape", Joint = "joint", Manifold = "m",
        Mover = "mover", Rays = "rays",
      }
      for class, receiver in pairs(receivers) do
        for _, name in ipairs(described(types, "cairn." .. class)) do
          local call = ("| `%s:%s"):format(receiver, name)
          assert.is_truthy(text:find(call, 1, true), call)
        end
      end
    end)
  end)

  describe("docs/scenes.md", function()
    it("is fresh: lua5.4 docs/scenes.lua > docs/scenes.md", function()
      assert.is_true(require("docs.scenes").render("") == read("docs/scenes.md"),
        "run: lua5.4 docs/scenes.lua > docs/scenes.md")
    end)
  end)

  for _, page in ipairs { "README.md", "docs/guide.md" } do
      describe(page, function()
        local blocks = blocks_of(page)
        local reader = reader_of(blocks)

        it("has examples", function() assert.is_true(#blocks > 0) end)

        for i, block in ipairs(blocks) do
          it(("runs example %d (%s)"):format(i, block.name), function()
            if is_spec(block) then run_spec(block, reader) else play(block, reader) end
          end)
        end
      end)
    end

    describe("docs/embedding.md", function()
      local text = read("docs/embedding.md")
      local drop = text:match("\n```c\n(/%* drop%.c.-)\n```") .. "\n"
      local has_cc = os.execute("command -v cc >/dev/null 2>&1")

      local function compile(source, options)
        local path = os.tmpname()
        local file <close> = assert(io.open(path, "wb"))
        file:write(source)
        file:flush()
        local command = "cc -std=c17 -Wall -Wextra -Wpedantic -Werror -Isrc/core/include -x c "
          .. path .. " -x none " .. options
        local ok = os.execute(command)
        os.remove(path)
        assert.is_true(ok, command)
      end

      it("has blocks of C that compile without a warning", function()
        if not has_cc then return pending("needs cc") end
        compile(drop, "-fsyntax-only")
        local parts, count = { "#include <stdio.h>\n#include <cairn.h>\n" }, 0
        for block in text:gmatch("\n```c\n(.-)\n```") do
          count = count + 1
          local whole = block:find("^/%*") ~= nil
          if count > 1 then
            parts[#parts + 1] = whole and block
              or ("void use%d(cn_World *world);\nvoid use%d(cn_World *world) {\n%s\n}")
                :format(count, count, block)
          end
        end
        assert.equal(6, count)
        compile(table.concat(parts, "\n") .. "\n", "-fsyntax-only")
      end)

      it("has a program that prints what the page says", function()
        local so = package.searchpath("cairn", package.cpath)
        local library = so and so:gsub("[^/]+$", "src/core/libcairn.a")
        local there <close> = library and io.open(library, "rb")
        if not (has_cc and there) then return pending "needs cc and the library" end
        local program = os.tmpname()
        local checked = there:read("a"):find("__asan_init", 1, true)
        compile(drop, library .. (checked and " -fsanitize=address,undefined" or "")
          .. " -lzstd -lm -pthread -o " .. program)
        local pipe <close> = assert(io.popen(program))
        local printed = pipe:read("a"):gsub("[^\n]+", "    %0")
        os.remove(program)
        assert.equal(text:match("It prints\n\n(.-\n)\n"), printed)
      end)
    end)

    for page, fewest in pairs { ["docs/from-box2d.md"] = 150, ["docs/from-love.md"] = 30 } do
    describe(page, function()
      local text = read(page)
      local rows = text:match("\n## What is where(.-)\n## ") or text
      local types = reference.types()
      local classes = {
        world = "World", body = "Body", shape = "Shape", joint = "Joint", m = "Manifold",
        mover = "Mover", rays = "Rays",
      }

      -- Every constructor key and every hook.
      local keys = {}
      for _, class in cairn.pairs(types.classes) do
        for _, field in ipairs(class.fields) do keys[field.name] = true end
      end

      -- What its second and third columns say, between backticks.
      local function for_each_code(f)
        local count = 0
        for line in rows:gmatch("\n(| [^\n]+)") do
          for code in line:gsub("^| .- | ", "| ", 1):gmatch("`([^`]+)`") do
            f(code)
            count = count + 1
          end
        end
        return count
      end

      it("names methods that there are", function()
        local known = {}
        for receiver, class in pairs(classes) do
          for _, name in ipairs(described(types, "cairn." .. class)) do
            known[receiver .. ":" .. name] = true
          end
        end
        local seen = 0
        for_each_code(function(code)
          for receiver, name in code:gmatch("(%a+):([%a_]+)") do
            assert.is_true(known[receiver .. ":" .. name], code)
            seen = seen + 1
          end
        end)
        assert.is_true(seen > fewest)
      end)

      it("names functions, keys and hooks that there are", function()
        for_each_code(function(code)
          local name = code:match("^cairn%.([%w_]+)")
          if name and name ~= "build" then assert.is_function(cairn[name], code) end
          local key = code:match("^([%a_]+)=$")
          if key then assert.is_true(keys[key], code) end
        end)
        for hook in text:gmatch("hook `([%a_]+)`") do assert.is_true(keys[hook], hook) end
      end)

      it("has something to say in each row", function()
        for line in rows:gmatch("\n(| [^\n]+)") do
          local _, columns = line:gsub("|", "")
          assert.equal(4, columns, line)
          assert.is_nil(line:find("^| [^|]*| *|"), line)
        end
      end)
    end)
  end

  describe("docs/from-love.md", function()
    it("begins with a main.lua that runs", function()
      local text = read "docs/from-love.md"
      local function nothing() end
      local drawn, graphics = 0, setmetatable({}, { __index = function() return nothing end })
      graphics.getDimensions = function() return 800, 600 end
      graphics.rectangle = function() drawn = drawn + 1 end
      local env = setmetatable({ love = { graphics = graphics } }, { __index = _G })
      assert(load(text:match "```lua\n(.-)```", "@main.lua", "t", env))()
      env.love.load()
      for _ = 1, 30 do env.love.update(1 / 50) end
      env.love.draw()
      assert.equal(8, drawn)
      env.love.keypressed "space"
      for _ = 1, 30 do env.love.update(1 / 50) end
    end)
  end)

  -- README.md, CHANGELOG.md and every page under docs.
  local function pages()
    local list = { "README.md", "CHANGELOG.md" }
    local pipe <close> = assert(io.popen "find docs -name '*.md'")
    for path in pipe:lines() do list[#list + 1] = path end
    return sorted_names(list)
  end

  -- Pages that describe the core from the inside.
  local function pages_of_the_core()
    local list = { "docs/embedding.md", "docs/glossary.md" }
    for _, page in ipairs(pages()) do
      if page:find "^docs/how%-it%-works" then list[#list + 1] = page end
    end
    assert.is_true(#list > 15)
    return list
  end

  it("names only files, folders and functions of the core that are there", function()
    local pipe <close> = assert(io.popen "find src tests lua scripts CMakeLists.txt")
    local paths, words = {}, {}
    for path in pipe:lines() do
      paths[path] = true
      -- A page about files in Lua may name them without their folder.
      if path:find "^lua/" then paths[path:match "[^/]+$"] = true end
      if path:find "%.[chl][cu]?a?$" then
        local comment = path:find "%.lua$" and "%-%-[^\n]*" or "/%*.-%*/"
        local code = read(path):gsub(comment, "")
        for word in code:gmatch "[%a_][%w_]*" do words[word] = true end
      end
    end
    local function is_there(file)
      return paths[file] or paths["src/core/" .. file] or file == "drop.c"
    end
    local seen = 0
    for _, page in ipairs(pages_of_the_core()) do
      for code in read(page):gsub("\n```.-\n```", ""):gmatch "`([^`\n]+)`" do
        local file = code:match "^([%w_/]+%.[chl][cu]?a?)$" or code:match "^([%l_/]+)/$"
        local name = code:match "^[Cc][Nn]_[%w_]+" or code:match "^%l+_[%l_]+$"
        if file then assert.is_true(is_there(file), page .. ": " .. code) end
        if name then assert.is_true(words[name], page .. ": " .. code) end
        seen = seen + ((name or file) and 1 or 0)
      end
    end
    assert.is_true(seen > 200)
  end)

  -- The anchor that a heading gets: lower case, without marks, with hyphens for spaces.
  local function anchor_of(heading)
    return (heading:lower():gsub("[^%w%s_-]", ""):gsub(" ", "-"))
  end

  local function anchors_of(path)
    local anchors = {}
    for heading in ("\n" .. read(path)):gmatch "\n#+ ([^\n]+)" do
      anchors[anchor_of(heading)] = true
    end
    return anchors
  end

  it("links only to pages and headings that are there", function()
    for _, page in ipairs(pages()) do
      local folder = page:match "^(.*/)" or ""
      for link in read(page):gmatch "%]%(([^)%s]+)[^)]*%)" do
        local target, anchor = link:match "^([^#]*)#?(.*)$"
        if not link:find "^https?:" then
          local path = target == "" and page or folder .. target
          local file <close> = io.open(path, "rb")
          assert.is_truthy(file, page .. ": " .. link)
          if anchor ~= "" then
            assert.is_true(anchors_of(path)[anchor], page .. ": " .. link)
          end
        end
      end
    end
  end)

  it("reaches every page of the inside from docs/how-it-works.md", function()
    local index = read "docs/how-it-works.md"
    for _, page in ipairs(pages_of_the_core()) do
      local part = page:match "^docs/(how%-it%-works/.+)$"
      if part then assert.is_truthy(index:find("(" .. part .. ")", 1, true), part) end
    end
  end)
end)
