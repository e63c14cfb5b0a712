// The thread of wasmWorld() (worlds.mjs): the shipped module, with the answers of tests/runner/outcomes.cpp. `bytes` is
// the growth of the module's memory. A workspace with its case goes through a share link first. A trap is reported and
// ends the thread, because its memory cannot be trusted any more.
import { parentPort } from "node:worker_threads";
import { readJson, writeJson } from "../../wasm/dist/index.js";
import { keysOfCases, throughLink } from "./linked.mjs";
import { compile, newChecker, newEngine } from "./modules.mjs";

const { glue: engine, memory } = await newEngine(await compile("evalground"));
const checker = await newChecker();
const caseKeys = keysOfCases(engine);

function linked(workspace) {
  const members = readJson(workspace).children.filter(({ key }) => !caseKeys.has(key));
  return throughLink(writeJson(new Map(members.map((child) => [child.key, child]))));
}

function assist(one) {
  const outcome = checker.wantsRun(one) ? engine.evaluate(checker.askedWorkspace(one), '{"trace": true}', null) : "";
  const answer = engine.assist(checker.assistRequest(one, outcome));
  return { outcome: answer, difference: checker.checkAnswer(one, answer) };
}

function evaluate({ workspace, options, case: one }) {
  const text = one === undefined ? workspace : linked(workspace);
  const before = memory.buffer.byteLength;
  const start = performance.now();
  const processor = process.cpuUsage();
  const outcome = engine.evaluate(text, options, null);
  // Wall time passes on a busy machine, and processor time counts the whole process, so use the smaller one.
  const { user, system } = process.cpuUsage(processor);
  const milliseconds = Math.min(performance.now() - start, (user + system) / 1000);
  const measured = { outcome, milliseconds, bytes: memory.buffer.byteLength - before };
  return one === undefined ? measured : { ...measured, difference: checker.check(one, outcome) };
}

function answerTo(question) {
  if (question.workspace !== undefined) return evaluate(question);
  if (question.change !== undefined) return { outcome: engine.change(question.change, null) };
  return question.assist === undefined ? assist(question.case) : { outcome: engine.assist(question.assist) };
}

parentPort.on("message", (question) => {
  try {
    parentPort.postMessage(answerTo(question));
  } catch (error) {
    parentPort.postMessage({ died: String(error) });
    process.exit();
  }
});
