/** The page's first sentence, naming the host that serves it. */
export function toGreeting(host: string): string {
  return `Journey Kit playground, served by ${host === "" ? "a file" : host}`;
}
