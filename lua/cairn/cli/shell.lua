-- cairn.cli.shell: lines for the shell.

local shell = {}

--- A word of the shell that stands for the text.
function shell.quote(text) return "'" .. text:gsub("'", [['\'']]) .. "'" end

--- What a line prints on stdout.
function shell.output(line)
  local pipe <close> = assert(io.popen(line, "r"))
  return pipe:read("a")
end

return shell
