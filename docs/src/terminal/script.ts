/** Splits a shell script into the words of its commands, without comments. Knows quotes, but no other syntax of a shell. */
export const parseScript = (script: string): readonly (readonly string[])[] =>
  script
    .split("\n")
    .map((line) => [...line.replace(/(^|\s)#.*/, "").matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)])
    .map((words) => words.map(([word]) => word.replaceAll(/["']/g, "")))
    .filter((words) => words.length > 0);
