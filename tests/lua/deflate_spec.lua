local deflate = require "cairn.words.deflate"

local MOST = 1 << 20

-- A text, and how zlib packs it with codes of its own (Python: zlib.compressobj(9, 8, -15)).
local DYNAMIC_TEXT =
  "world0 world1 body2 hash1 joint2 body2 world2 hash0 shape2 shape2 step1 step1 step1 " ..
  "world0 joint1 joint1 shape2 body2 body0 body0 body1 body0 step2 joint2 hash2 body1 s" ..
  "hape2 step1 step1 joint1 body1 hash2 shape2 step0 shape1 shape2 step1 hash1 shape1 s" ..
  "tep2 step2 shape1 hash0 joint2 body2 joint1 joint1 hash2 step2 step2 step2 shape1 ha" ..
  "sh0 shape2 joint2 step0 joint2 world0 hash0 world2"
local DYNAMIC_HEX =
  "6d50410e80200cfbca9ec0f6238d26688c183521fede408b01f5b2c1bab6db62d897c1494c49a50fc365" ..
  "e2bbc3abcc615a4f6329e3409c1cbedb467bd2396edac408cd2ca025b11b7229ba2a2adf896fc5399919" ..
  "e11f2fea02476fd5c5295f4c6c56906cc68812f66b366fb7a04fcdfcf26949194cc30f4f833e1cf506"

local function bytes(hex)
  return (hex:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end))
end

describe("cairn.words.deflate", function()
  it("gives back what was packed", function()
    local words = {}
    for i = 1, 3000 do words[i] = ("line %d of %d"):format(i % 37, i * i % 101) end
    local every = {}
    for i = 0, 255 do every[#every + 1] = string.char(i) end
    for _, text in ipairs { "", "a", "aaa", ("a"):rep(70000), table.concat(words, "\n"),
      table.concat(every) } do
      assert.is_true(deflate.unpack(deflate.pack(text), MOST) == text)
    end
  end)

  it("makes a script less than three fifths of its size", function()
    local file <close> = assert(io.open("scripts/ragdolls.lua", "rb"))
    local text = file:read "a"
    assert.is_true(#deflate.pack(text) < 0.6 * #text)
  end)

  it("reads what zlib writes: a stored block, fixed codes, codes of its own", function()
    -- the first by level 0
    assert.equal("cairn", deflate.unpack(bytes "010500faff636169726e", MOST))
    assert.equal("cairn cairn cairn", deflate.unpack(bytes "4b4ecc2cca5348469000", MOST))
    assert.equal(DYNAMIC_TEXT, deflate.unpack(bytes(DYNAMIC_HEX), MOST))
  end)

  it("says what is wrong with bytes that are cut off, broken or too many", function()
    local packed = deflate.pack(("cairn "):rep(500))
    for length = 0, #packed - 1 do
      local text, why = deflate.unpack(packed:sub(1, length), MOST)
      assert.is_nil(text)
      assert.equal("it ends too early", why)
    end
    local _, kind = deflate.unpack("\7", MOST)
    assert.equal("it has a block of no kind", kind)
    local _, many = deflate.unpack(packed, 100)
    assert.equal("it holds more than a scene may have", many)
  end)
end)
