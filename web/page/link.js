// link.js: a scene in the part of an address that no server sees: "#c=" and the text below, deflated
// and written in the letters of base64url. `cairn run` and `cairn share` know the same form
// (lua/cairn/cli/link.lua).
//
//   cairn 1
//   seed 3                only where it is not 1
//   set balls=100         for each parameter that has been moved
//                         an empty line, then the script
//
// With modules the first line is "cairn 2", there is a line "file part.lua 312" for each, and these
// bytes stand before the script.
export const MOST_BYTES = 1 << 20; // of the text: browsers cut addresses above about two million

const FORM = "cairn 1";
const WITH_FILES = "cairn 2";
export const MODULE = /^[\w][\w-]*(\/[\w-]+)*\.lua$/; // the name of one

async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) throw new Error("it holds more than a scene may have");
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function toLetters(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromLetters(letters) {
  const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

// { text, seed, values, files: [{ name, text }] } as what follows the "#".
export async function encode({ text, seed = 1, values = {}, files = [] }) {
  const lines = [files.length ? WITH_FILES : FORM];
  const modules = files.map((file) => new TextEncoder().encode(file.text));
  if (seed !== 1) lines.push(`seed ${seed}`);
  for (const name of Object.keys(values).sort()) lines.push(`set ${name}=${values[name]}`);
  files.forEach((file, i) => lines.push(`file ${file.name} ${modules[i].length}`));
  const head = new TextEncoder().encode(lines.join("\n") + "\n\n");
  const parts = new Blob([head, ...modules, new TextEncoder().encode(text)]);
  const bytes = new Uint8Array(await parts.arrayBuffer());
  if (bytes.length > MOST_BYTES) throw new Error("the script is too long for a link: 1 MB at most");
  return "c=" + toLetters(await through(new CompressionStream("deflate-raw"), bytes));
}

// null when the address holds no scene; raises a sentence when it holds a broken one.
export async function decode(hash) {
  const letters = /^#?c=([A-Za-z0-9_-]*)$/.exec(hash);
  if (!letters) {
    if (/^#?c=/.test(hash)) throw new Error("the link is broken: it has letters that no link has");
    return null;
  }
  let bytes;
  let text;
  try {
    bytes = await through(new DecompressionStream("deflate-raw"), fromLetters(letters[1]));
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (problem) {
    throw new Error(`the link is broken, perhaps cut off (${problem.message || "not deflated"})`);
  }
  const end = text.indexOf("\n\n");
  const lines = text.slice(0, Math.max(end, 0)).split("\n");
  if (end < 0 || (lines[0] !== FORM && lines[0] !== WITH_FILES)) throw new Error("the link is not one of Cairn, or of a newer one");
  const scene = { text: text.slice(end + 2), seed: 1, values: {}, files: [] };
  let at = new TextEncoder().encode(text.slice(0, end + 2)).length;
  for (const line of lines[0] === WITH_FILES ? lines.slice(1) : []) {
    const [, name, size] = /^file (\S+) (\d+)$/.exec(line) ?? [];
    if (!name) continue;
    if (!MODULE.test(name) || at + Number(size) > bytes.length)
      throw new Error("the link is broken: its files are not all there");
    scene.files.push({ name, text: new TextDecoder().decode(bytes.slice(at, at + Number(size))) });
    at += Number(size);
  }
  if (scene.files.length) scene.text = new TextDecoder().decode(bytes.slice(at));
  for (const line of lines.slice(1)) {
    const word = /^(seed|set) (.*)$/s.exec(line);
    if (word?.[1] === "seed") scene.seed = Number(word[2]);
    const value = word?.[1] === "set" && /^([^=]+)=(.*)$/s.exec(word[2]);
    if (value) scene.values[value[1]] = value[2];
  }
  return scene;
}
