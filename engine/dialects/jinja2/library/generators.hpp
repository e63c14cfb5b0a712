// Filters that are generators in Jinja: they fail when their first item is read, and not at all if no item is read.
//
//   {{ ['a'] | map('nofilter') is defined }}   True
#pragma once

#include <exception>

#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/objects.hpp"

namespace evalground::jinja2 {

// An iterator that has failed already and reports that when it is read.
class FailedIterator final : public TemplateObject {
 public:
  FailedIterator(Evaluator& evaluator, std::exception_ptr failure)
      : TemplateObject(evaluator), failure_(std::move(failure)) {}
  std::string_view type_name() const override { return "generator"; }
  Shape shape() const override { return Shape::iterator; }
  bool next(Context&, Value&) override { std::rethrow_exception(failure_); }
  std::string text(Evaluator&) override { return "<generator object>"; }

 private:
  std::exception_ptr failure_;
};

// Makes a filter a generator. In Ansible, which converts generators to lists, it fails at once.
template <Value (*filter)(Call&)>
Value as_generator(Call& base) {
  Evaluator& evaluator = function_call(base).evaluator;
  if (evaluator.options.behavior.unrolls_iterators) return filter(base);
  return recover([&] { return filter(base); },
                 [&](const Error&) { return make_object<FailedIterator>(evaluator, std::current_exception()); });
}

}  // namespace evalground::jinja2
