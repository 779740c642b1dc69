// docs.js: the pages of docs/ in a browser: every scene in them runs in place.
import "./embed.js";

const blocks = [...document.querySelectorAll("code.language-lua")].map((code) => ({
  code, text: code.textContent, name: /^-- ([\w/]+\.lua)\n/.exec(code.textContent)?.[1],
}));
const files = {};
for (const { name, text } of blocks) if (name) files[name] = text;

for (const { code, text } of blocks) {
  if (!/function scene\.load|scene\.load *=/.test(text) || /describe\(/.test(text)) continue;
  const button = Object.assign(document.createElement("button"), { textContent: "Run", className: "run" });
  button.onclick = () => {
    const running = code.parentElement.nextElementSibling;
    if (running?.localName === "cairn-scene") {
      running.remove();
      button.textContent = "Run";
      return;
    }
    const scene = document.createElement("cairn-scene");
    scene.textContent = text;
    scene.files = files;
    code.parentElement.after(scene);
    button.textContent = "Close";
  };
  code.parentElement.prepend(button);
}
