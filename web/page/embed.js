// embed.js: <cairn-scene src="scene.lua"></cairn-scene> in any page, with this one script:
//
//   <script type="module" src="https://.../cairn-scene.js"></script>
import { Engine } from "./engine.js";

const STYLE = `
:host { display: block; position: relative; aspect-ratio: 16 / 10; background: #1a1d21; }
canvas { width: 100% !important; height: 100% !important; display: block; outline: none; touch-action: none; }
div { position: absolute; left: 8px; bottom: 8px; display: flex; gap: 6px; }
button { font: 13px system-ui, sans-serif; color: #d6dde4; background: #2a323acc; border: 1px solid #3b4651; border-radius: 5px; cursor: pointer; }
p { position: absolute; inset: 0 0 auto; margin: 0; padding: 6px 10px; color: #ff9d8a; background: #33201fcc; font: 13px system-ui, sans-serif; }`;

class CairnScene extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = `<style>${STYLE}</style><canvas tabindex="0"></canvas>
      <div><button name="pause">Pause</button><button name="reset">Reset</button></div><p hidden></p>`;
    this.canvas = root.querySelector("canvas");
    this.note = root.querySelector("p");
    root.querySelector("[name=pause]").onclick = (event) => {
      this.paused = !this.paused;
      this.engine?.call("pause", this.paused);
      event.target.textContent = this.paused ? "Go on" : "Pause";
    };
    root.querySelector("[name=reset]").onclick = () => this.engine?.call("restart");
    this.play().catch((problem) => this.tell(problem.message));
  }

  tell(sentence) {
    this.note.hidden = false;
    this.note.textContent = sentence;
  }

  // The script between the tags, or the file that src names.
  async text() {
    const source = this.getAttribute("src");
    if (!source) return this.textContent;
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(`${source} could not be loaded`);
    return answer.text();
  }

  // files: { name: text }, what the script may require beside itself.
  async play() {
    const text = await this.text();
    this.engine = await Engine.start(this.canvas, {
      said: (line, isError) => { if (isError && line.startsWith("error: ")) this.tell(line.slice(7)); },
      died: (why) => this.tell(why),
    });
    for (const [name, other] of Object.entries(this.files ?? {})) this.engine.write(name, other);
    this.engine.write("scene.lua", text);
    this.engine.open("scene.lua");
    new ResizeObserver(() => this.engine.resize()).observe(this);
  }

  disconnectedCallback() {
    this.engine?.close();
  }
}

customElements.define("cairn-scene", CairnScene);
