import { toGreeting } from "./greeting.ts";

const main = document.getElementById("main");
if (main !== null) main.textContent = toGreeting(location.hostname);
