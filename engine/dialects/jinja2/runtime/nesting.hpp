// Guards of an evaluator while an expression or call is evaluated.
#pragma once

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// Bounds how deep evaluation recurses in all: the stack of a browser is small.
class Evaluator::Nesting {
 public:
  explicit Nesting(Evaluator& evaluator) : nesting_(evaluator.nesting_) {
    if (nesting_ >= most) throw LimitError(Limit::depth, most);
    ++nesting_;
  }
  ~Nesting() { --nesting_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  static constexpr std::uint32_t most = 2500;
  std::uint32_t& nesting_;
};

}  // namespace evalground::jinja2
