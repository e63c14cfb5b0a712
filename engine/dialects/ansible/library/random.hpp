// The random generator selected by an argument `seed`.
#pragma once

#include <optional>

#include "base/crypto/random.hpp"
#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::ansible {

// Python's random.Random(seed), or without a seed the generator of the evaluation.
class SeededRandom {
 public:
  SeededRandom(const FunctionCall& call, const Value& seed);
  Random& get() { return own_ ? *own_ : shared_; }
  // Whether Python accepts a value of that type as a seed.
  static bool takes(const Value& seed);

 private:
  Random& shared_;
  std::optional<Random> own_;
};

}  // namespace evalground::ansible
