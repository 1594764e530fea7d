// Empties the `dist` of the package that it runs in: a file whose source is gone would be cached and packed.
import { rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });
