// Removes `dist` of the current package, because files without a source would be cached and packed.
import { rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });
