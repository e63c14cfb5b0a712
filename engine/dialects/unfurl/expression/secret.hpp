// The named values of the environment section: `local`, `secret` and `external`.
#pragma once

#include <string>

#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/values/external.hpp"

namespace evalground::unfurl {

enum class Store : std::uint8_t { locals, secrets };

// One value of a store, or all of it. A key asks the whole store, whichever value this is: `select` after `secret:
// name` finds other secrets, not what is within this one. What comes out of the secrets is marked as sensitive.
class StoredValue final : public External {
 public:
  // All of the store.
  StoredValue(Evaluator& evaluator, Store store);
  // The value of that name, which is `value`.
  StoredValue(Evaluator& evaluator, Store store, Value value);

  std::string_view type_name() const override { return "external value"; }
  // The value of a name, evaluated; undefined when absent.
  Value get(Context& context, const Value& key) override;
  Value resolve(Context& context) override;
  std::string python_repr() const override;

 private:
  const Map& definitions() const;
  Value read(const Value& key) const;
  Value plain_value() const;

  Evaluator& evaluator_;
  const Store store_;
  const Value value_;  // undefined: the whole store
};

// `local: name` and `secret: name`: undefined when there is no such name.
Value stored_value(Evaluator& evaluator, Store store, const Value& name);

}  // namespace evalground::unfurl
