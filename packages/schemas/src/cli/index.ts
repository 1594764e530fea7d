export { checkShape, outputFile, readJson, readProfile, readText, toFileError, writeText } from "./files.ts";
export { address, number, oneOf, type Reader, reading, refuse, repeated, seconds, text, token } from "./flag-values.ts";
export { example, helpOf, outputOf, runMain, runProgram } from "./program.ts";
export { CommandError, type Style, styleFor, type Terminal, toCause } from "./terminal.ts";
