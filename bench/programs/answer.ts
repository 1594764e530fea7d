type Answer = (question: Readonly<Record<string, unknown>>) => unknown;

/** Replies to messages of the parent process, and exits when the parent exits. */
export function answerParent(answers: Readonly<Record<string, Answer>>): void {
  process.on("message", async (question: Readonly<Record<string, unknown>>) => {
    process.send?.(await answers[String(question.ask)]?.(question));
  });
  process.on("disconnect", () => process.exit());
  process.send?.("ready");
}
