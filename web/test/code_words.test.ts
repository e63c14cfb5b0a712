import { describe, expect, it } from "vitest";
import { quotedCode } from "../src/ui/code_words.ts";

describe("code in a text of the engine", () => {
  it.each([
    ["Change to `=`", 'Change to "="'],
    ["`a` or ``b ` c``", '"a" or "b ` c"'],
    ["an odd ` stays", "an odd ` stays"],
    ["nothing", "nothing"],
  ])("%s has quotes where no elements can be", (words, quoted) => {
    expect(quotedCode(words)).toBe(quoted);
  });
});
