-- Files of this format that were written once are read as the worlds that they were, and these go
-- on as they would have: tests/support/golden_worlds.lua makes them.

local cairn = require "cairn"
local golden = require "tests.support.golden_worlds"

-- By format: world:hash() when it was saved, and golden.STEPS steps later. The second ones are
-- other numbers when the step's bits are, or what counts as state is.
local HASHES <const> = {
  [golden.OLD] = {
    stack = { 0xdab3df428fb44475, 0x7f9a5061a4939778 },
    bridge = { 0xf39ffba8df38ff9a, 0x042d313ffd264677 },
    gears = { 0xd6f3415ef4d20342, 0x92eaf47eec8ab31c },
    character = { 0xec6c6c8f55323208, 0x05a807101ab15e95 },
    buoyancy = { 0x756c277cc9498932, 0x105a79deb3be2eca },
  },
  [golden.FORMAT] = {
    stack = { 0x7ae170400b07b3f0, 0x52701c4d52ad28f5 },
    bridge = { 0xf39ffba8df38ff9a, 0x042d313ffd264677 },
    gears = { 0xd6f3415ef4d20342, 0x92eaf47eec8ab31c },
    character = { 0xd6e8464d8cd4096f, 0x18ded7861c0169bc },
    buoyancy = { 0x756c277cc9498932, 0x105a79deb3be2eca },
  },
}

describe("a snapshot that was written long ago", function()
  for format, hashes in pairs(HASHES) do
    for _, of in ipairs(golden.WORLDS) do
      local name = ("of %s in format %d"):format(of[1], format)
      it(name .. " is read as the world that it was, and goes on as it would have", function()
        local world <close> = assert(cairn.load(golden.path(of[1], format)))
        assert.is_true(world:validate())
        assert.same(hashes[of[1]], { golden.hashes(world) })
      end)
    end
  end
end)
