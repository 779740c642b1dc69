-- Which modules of lua/cairn require which, read from their sources; requires that wait inside a
-- function count as well. What stands in a string or a comment is no require.
-- lua5.4 tests/support/requires.lua prints a line for each module, those it requires before it.
local requires = {}

local ROOT = "lua/"

-- The rooms of lua/cairn in their order: each requires only itself and those before it. What is no
-- folder is a file; cairn.cli starts all commands, so it stands behind them.
requires.ROOMS = {
  "words", "build", "geometry", "scene", "recording", "busted", "cli/", "bench", "fidelity", "cli",
  "page",
}

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

--- The modules that a text requires, in its order.
function requires.of(text)
  local list = {}
  text = text:gsub("%-%-%[%[.-%]%]", ""):gsub("%[%[.-%]%]", '""'):gsub("%-%-[^\n]*", "")
  for name in text:gmatch '%f[%w_.]require%s*%(?%s*"([%w_.]+)"' do list[#list + 1] = name end
  return list
end

--- Module -> list of the modules of lua/cairn that it requires; each is a key of the list as well.
function requires.graph()
  local graph, files = {}, {}
  local found <close> = assert(io.popen "find lua/cairn -name '*.lua' ! -path '*/meta/*' | sort")
  for path in found:lines() do
    files[path:sub(#ROOT + 1):gsub("%.lua$", ""):gsub("/", ".")] = path
  end
  for name, path in pairs(files) do
    graph[name] = {}
    for _, other in ipairs(requires.of(read(path))) do
      if files[other] and not graph[name][other] then
        graph[name][other] = true
        table.insert(graph[name], other)
      end
    end
  end
  return graph
end

--- The modules of a graph, each after all that it requires; or nil and a cycle, as text.
function requires.order(graph)
  local order, state, trail = {}, {}, {}
  local function visit(name)
    if state[name] == "done" then return nil end
    trail[#trail + 1] = name
    if state[name] then
      local first = #trail - 1
      while trail[first] ~= name do first = first - 1 end
      return table.concat(trail, " -> ", first)
    end
    state[name] = "open"
    for _, other in ipairs(graph[name]) do
      local cycle = visit(other)
      if cycle then return cycle end
    end
    trail[#trail], state[name], order[#order + 1] = nil, "done", name
  end
  local names = {}
  for name in pairs(graph) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local cycle = visit(name)
    if cycle then return nil, cycle end
  end
  return order
end

--- The place of a module's room in the order, or nil.
function requires.rank(name)
  local path = name:gsub("^cairn%.", "")
  for i, room in ipairs(requires.ROOMS) do
    local folder = room:gsub("/$", "")
    if path:find("^" .. folder .. "%.") and requires.ROOMS[i] ~= "cli" then return i end
    if path == room then return i end
  end
end

if arg and arg[0] and arg[0]:find "support/requires%.lua$" then
  local graph = requires.graph()
  for _, name in ipairs(assert(requires.order(graph))) do
    print(name .. (#graph[name] > 0 and ": " .. table.concat(graph[name], ", ") or ""))
  end
end

return requires
