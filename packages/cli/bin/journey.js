#!/usr/bin/env node
// Imports the program only on a supported Node. An older one would report a missing function instead.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > 22 || (major === 22 && minor >= 14)) await import("#program");
else {
  console.error(`journey: Node 22.14 or newer is required. This is Node ${process.versions.node}.`);
  process.exitCode = 2;
}
