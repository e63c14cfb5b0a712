// Whether the answer to an attack is one: an outcome, in time, within memory, with messages that people can read.

/** Milliseconds of processor time that an evaluation with a time limit of one second may take. */
const mostTime = 1500;
const fixedMemory = 64 << 20; // beside what the limit allows: sources, the outcome's text, fragmentation
/** What is longer is shown by its start and its end. */
const longestMessage = 303;
const raw =
  /18446744073709551615|9223372036854775807 arguments|4294967295 arguments|std::|bad_alloc|basic_string|vector::/;

/** What is wrong with an answer of tests/runner/worlds.mjs: `{kind, detail}`, or undefined. */
export function judge(answer, memoryLimit) {
  if (answer.died) return { kind: "died", detail: answer.died };
  let outcome;
  try {
    outcome = JSON.parse(answer.outcome);
  } catch (error) {
    return { kind: "no outcome", detail: `${error.message}: ${answer.outcome.slice(0, 200)}` };
  }
  if (typeof outcome.ok !== "boolean") return { kind: "no outcome", detail: answer.outcome.slice(0, 200) };
  const messages = (outcome.diagnostics ?? []).map(({ message }) => message);
  if (!outcome.ok && messages.length === 0 && !outcome.pending)
    return { kind: "no reason", detail: "it failed silently" };
  const unreadable = messages.find((message) => raw.test(message));
  if (unreadable) return { kind: "raw message", detail: unreadable.slice(0, 300) };
  const long = messages.find((message) => message.length > longestMessage);
  if (long) return { kind: "long message", detail: `${long.length} characters: ${long.slice(0, 200)}` };
  const internal = (outcome.diagnostics ?? []).find(({ code }) => code === "internal");
  if (internal) return { kind: "internal error", detail: internal.message.slice(0, 300) };
  const nowhere = (outcome.diagnostics ?? []).find(({ code, span }) => code?.startsWith("limit-") && !span);
  if (nowhere) return { kind: "limit without a place", detail: nowhere.message.slice(0, 300) };
  if (answer.milliseconds > mostTime) return { kind: "slow", detail: `${Math.round(answer.milliseconds)} ms` };
  if (answer.bytes > fixedMemory + 2 * memoryLimit) return { kind: "memory", detail: `${answer.bytes >> 20} MB` };
  return undefined;
}
