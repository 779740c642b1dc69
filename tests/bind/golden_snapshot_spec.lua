-- Files of this format that were written once are read as the worlds that they were, and these go
-- on as they would have: tests/support/golden_worlds.lua makes them.

local cairn = require "cairn"
local golden = require "tests.support.golden_worlds"

-- world:hash() when it was saved, and golden.STEPS steps later. The second ones are other numbers
-- when the step's bits are.
local HASHES <const> = {
  stack = { 0xdab3df428fb44475, 0x7f9a5061a4939778 },
  bridge = { 0xf39ffba8df38ff9a, 0x529a782d4d26664a },
  gears = { 0xd6f3415ef4d20342, 0x92eaf47eec8ab31c },
  character = { 0xec6c6c8f55323208, 0x32bfdb048964459c },
  buoyancy = { 0x756c277cc9498932, 0xa4a57508f85be2fb },
}

describe("a snapshot that was written long ago", function()
  for _, of in ipairs(golden.WORLDS) do
    it(("of %s is read as the world that it was, and goes on as it would have"):format(of[1]),
      function()
        local world <close> = assert(cairn.load(golden.path(of[1])))
        assert.is_true(world:validate())
        assert.same(HASHES[of[1]], { golden.hashes(world) })
      end)
  end
end)
