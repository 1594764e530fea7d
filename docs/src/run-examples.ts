import type { Printed, Program } from "./terminal/messages.ts";

/** An example of the page with a button to run it. */
interface Example {
  readonly frame: Element;
  readonly language: string;
  readonly text: string;
}

let worker: Worker | undefined;
let isRunning = false;

const textOf = (frame: Element): string =>
  frame.querySelector<HTMLElement>("[data-code]")?.dataset.code?.replaceAll("\u007f", "\n") ?? "";

const languageOf = (frame: Element): string => frame.querySelector("pre")?.dataset.language ?? "";

/** The files that the page shows, by title. The first block with a title is the whole file; later ones change it. */
const files = Object.fromEntries(
  [...document.querySelectorAll(".frame.has-title")]
    .map((frame) => [frame.querySelector(".title")?.textContent, textOf(frame)])
    .toReversed(),
);

const examples = [...document.querySelectorAll("[data-run]")].map(
  (frame): Example => ({ frame, language: languageOf(frame), text: textOf(frame) }),
);

/** Runs a program with the state that earlier programs left, and passes on what it prints. */
function runProgram(program: Program, print: (text: string) => void): Promise<void> {
  worker ??= new Worker(new URL("./terminal/worker.ts", import.meta.url), { type: "module" });
  const current = worker;
  return new Promise((resolve, reject) => {
    current.onerror = () => {
      worker = undefined; // the next run tries to load it again
      reject(new Error("The simulator could not be loaded."));
    };
    current.onmessage = ({ data }: MessageEvent<Printed>) => ("text" in data ? print(data.text) : resolve());
    current.postMessage(program);
  });
}

/** The script of an example, after the variables that earlier examples set. */
function scriptOf({ language, text }: Example, earlier: readonly Example[]): string {
  if (language === "js") return text;
  const settings = earlier.flatMap((example) => example.text.split("\n").filter((line) => line.startsWith("export ")));
  return [...settings, text].join("\n");
}

function addButton(example: Example, earlier: readonly Example[]): void {
  const button = document.createElement("button");
  button.textContent = "Run";
  const output = document.createElement("pre");
  output.setAttribute("role", "log");
  output.tabIndex = 0; // the arrow keys can scroll it
  const panel = document.createElement("div");
  panel.className = "run not-content";
  panel.append(button, "in this tab, with its own simulator");
  example.frame.closest(".expressive-code")?.after(panel);
  button.addEventListener("click", async () => {
    if (isRunning) return;
    isRunning = true;
    button.textContent = "Running…";
    output.replaceChildren();
    panel.append(output);
    const program = { language: example.language, text: scriptOf(example, earlier), files };
    await runProgram(program, (text) => output.append(text)).catch((error: unknown) => output.append(String(error)));
    button.textContent = "Run again";
    isRunning = false;
  });
}

for (const [i, example] of examples.entries()) addButton(example, examples.slice(0, i));
