// Tests what counts as a function, a path and a parameter.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const { functionsOf, offencesIn, readAllowed } = createRequire(import.meta.url)("./check-complexity");

const source = `
namespace a {
// if (this) is a comment
struct Point { int x = 0; };

class Shape {
 public:
  explicit Shape(int sides) : sides_(sides) {}
  bool is_round() const { return sides_ == 0 || sides_ > 99; }

 private:
  int sides_;
};

std::string told(std::string_view text, const std::map<int, int>& more, bool is_loud) {
  const auto shout = [&](char c) { return is_loud ? c : 'if'; };
  for (const char c : text) {
    if (c == '"' && !more.empty()) continue;
  }
  switch (text.size()) {
    case 1: return "if";
    default: return {};
  }
}
}  // namespace a
`;

test("functions, with the ways of their lambdas, and their parameters", () => {
  assert.deepEqual(
    functionsOf(source).map(({ name, ways, parameters }) => [name, ways, parameters]),
    [
      ["Shape", 1, 1],
      ["is_round", 2, 0],
      ["told", 6, 3],
    ],
  );
  assert.equal(functionsOf(source)[2].line, 15);
});

test("a function that is too long must be listed, and one that is not must not", () => {
  const long = { file: "a.cpp", line: 3, name: "f", ways: 30, parameters: 7 };
  assert.deepEqual(offencesIn([long], readAllowed("# why\na.cpp f 30\nb.cpp g 21\n")), [
    "a.cpp:3: f has 7 parameters",
    "tests/complexity.txt: b.cpp g is simple enough now: take it out",
  ]);
  assert.deepEqual(offencesIn([{ ...long, parameters: 1 }], readAllowed("a.cpp f 29")), [
    "a.cpp:3: f has 30 ways through it",
  ]);
});
