// Sorted collections: the values of orderBy and orderByDescending, refined by thenBy.
//
// `$.orderBy($.age).thenBy($.name)` sorts once, by both criteria, when the first item is drawn. Until then not even the
// collection is drawn. As in yaql, a key is computed when a comparison first needs it. A single item needs none. `name`
// is needed only among items of equal `age`, so an item without a name fails only there. The sort is stable.
#pragma once

#include <functional>
#include <vector>

#include "dialects/yaql/evaluation/lambda.hpp"
#include "dialects/yaql/evaluation/values.hpp"

namespace evalground::yaql {

class Ordering final : public YaqlObject {
 public:
  struct Criterion {
    Lambda selector;
    bool is_descending;
  };
  // `source` gives the next item, or false at the end.
  explicit Ordering(std::function<bool(Value&)> source)
      : YaqlObject(ObjectKind::ordering), source_(std::move(source)) {}
  // The sorted items as a list.
  const Value& sorted(Evaluator& evaluator);
  void add(Criterion criterion);

 private:
  std::function<bool(Value&)> source_;  // drawn once
  List items_;
  std::vector<Criterion> criteria_;
  Value sorted_;
};

}  // namespace evalground::yaql
