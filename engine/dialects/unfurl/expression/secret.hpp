// The named values of the environment section: `local`, `secret` and `external`.
#pragma once

#include <string>

#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/values/external.hpp"

namespace evalground::unfurl {

enum class Store : std::uint8_t { locals, secrets };

// One value of a store, or the whole store. Reading a key always asks the store: `select` after `secret: name` finds
// other secrets, not parts of this one. Values from the secret store are marked as sensitive.
class StoredValue final : public External {
 public:
  // The whole store.
  StoredValue(Evaluator& evaluator, Store store);
  // One value of the store.
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

// The value with the mark on each text within it: it is secret before it is evaluated. As a template or a query, no
// message quotes it.
Value with_marked_texts(const Value& value, Budget& budget);

// `local: name` and `secret: name`; undefined when absent.
Value stored_value(Evaluator& evaluator, Store store, const Value& name);

}  // namespace evalground::unfurl
