-- What blocks are made of. density in kg/m^2; strength in m/s: the change of its own speed that a
-- block bears at once; points for one that breaks; sound and how high it is.
return {
  wood = { density = 0.6, strength = 9, friction = 0.7, points = 50, color = 0xc89058,
    sound = "sounds/wood.wav", pitch = 1 },
  ice = { density = 0.8, strength = 4, friction = 0.15, points = 30, color = 0xa0d8f0,
    sound = "sounds/ice.wav", pitch = 1 },
  stone = { density = 2, strength = 25, friction = 0.8, points = 120, color = 0x909498,
    sound = "sounds/stone.wav", pitch = 1 },
  pumpkin = { density = 0.8, strength = 3.5, friction = 0.6, points = 500, color = 0xf09030,
    sound = "sounds/pop.wav", pitch = 1 },
}
