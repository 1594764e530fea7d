import { createSimulator } from "@journey-kit/simulator";
import { toLines } from "./published.ts";

const list = document.getElementById("published");
for (const line of toLines(createSimulator())) {
  const entry = document.createElement("li");
  entry.textContent = line;
  list?.append(entry);
}
