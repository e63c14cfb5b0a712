// Definitions that are evaluated on reading: attributes, variables, and the items of lists and maps.
//
// A definition is what a document contains: `{eval: .name}`, a template, or plain data. read() evaluates it once and
// caches the value or the error. Every level is lazy, so definitions may refer to each other in any order, and an error
// in one does not affect the others:
//
//   attributes: {host: {name: {eval: ::db::.name}, port: {eval: nowhere::port}}}
//
// `host` becomes a LazyMap of two unevaluated definitions, and `host::name` evaluates only the first.
//
// Invariants: a definition that reads itself while it is being evaluated is null (`a: {eval: a}`), as in Unfurl. Data
// without expressions stays the document's own value and needs no object.
#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/values/collection.hpp"
#include "dialects/unfurl/values/vault.hpp"

namespace evalground::unfurl {
namespace {

// A list of definitions, each evaluated in the scope that it was written in.
class LazyList final : public Collection, private Memo {
 public:
  LazyList(Evaluator& evaluator, const Value& definition, Scope scope)
      : Memo(evaluator.memos), evaluator_(evaluator), scope_(std::move(scope)) {
    items_.resize(definition.as_list().size());
    for (std::size_t index = 0; index < items_.size(); ++index) items_[index].definition = definition.as_list()[index];
  }

  bool is_list() const override { return true; }
  std::size_t size() override { return items_.size(); }
  Value key(std::size_t) override { return {}; }
  Value item(std::size_t index) override {
    if (index >= items_.size()) return {};  // after forget()
    const Ref<Object> kept(this);
    return evaluator_.read(items_[index], scope_);
  }
  Value find(const Value&) override { return {}; }

 private:
  void forget() override { const auto forgotten = std::move(items_); }

  Evaluator& evaluator_;
  const Scope scope_;
  std::vector<Attribute> items_;
};

// A map of definitions, each evaluated in the scope that it was written in.
class LazyMap final : public Collection, private Memo {
 public:
  LazyMap(Evaluator& evaluator, Value definition, Scope scope)
      : Memo(evaluator.memos), evaluator_(evaluator), definition_(std::move(definition)), scope_(std::move(scope)) {
    items_.resize(definition_.as_map().size());
    for (std::size_t index = 0; index < items_.size(); ++index) {
      items_[index].definition = definition_.as_map().entry(index).value;
    }
  }

  bool is_list() const override { return false; }
  std::size_t size() override { return items_.size(); }
  Value key(std::size_t index) override { return definition_.as_map().entry(index).key; }
  Value item(std::size_t index) override {
    if (index >= items_.size()) return {};  // after forget()
    const Ref<Object> kept(this);
    return evaluator_.read(items_[index], scope_);
  }
  Value find(const Value& key) override {
    const auto index = definition_.as_map().position(key);
    return index ? item(*index) : Value();
  }

 private:
  void forget() override { const auto forgotten = std::move(items_); }

  Evaluator& evaluator_;
  const Value definition_;
  const Scope scope_;
  std::vector<Attribute> items_;
};

// Marks an attribute as being read during its lifetime. If an exception other than Error ends the read (a limit, a
// pending host request), the attribute may be read again.
class Reading {
 public:
  explicit Reading(Attribute& attribute) : attribute_(attribute) { attribute_.state = Attribute::State::reading; }
  ~Reading() {
    if (attribute_.state == Attribute::State::reading) attribute_.state = Attribute::State::unread;
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

 private:
  Attribute& attribute_;
};

// `{concat: […], sep: …}`, which the documentation shows without `eval`.
bool is_concat_with_separator(const Value& value) {
  return value.is_map() && value.as_map().size() == 2 && value.as_map().contains("concat") &&
         value.as_map().contains("sep");
}

}  // namespace

Value Evaluator::read(Attribute& attribute, const Scope& scope) {
  switch (attribute.state) {
    case Attribute::State::reading: return Value::null();
    case Attribute::State::read: ++context.cache_hits; return attribute.value;
    case Attribute::State::failed: throw Error(*attribute.problem);
    case Attribute::State::unread: break;
  }
  const Reading reading(attribute);
  try {
    Value value = lazy(attribute.definition, scope);
    if (attribute.rule != nullptr)
      value = attribute.rule->apply(*this, *scope.resource, attribute.definition, std::move(value));
    attribute.value = std::move(value);
    attribute.state = Attribute::State::read;
  } catch (const Error& error) {
    // Store the problem before the state: a failed attribute must have one, even if this allocation fails.
    attribute.problem = std::make_unique<Diagnostic>(error.diagnostic);
    attribute.state = Attribute::State::failed;
    throw;
  }
  return attribute.value;
}

Value Evaluator::attribute(Resource& resource, const Value& name) {
  Attribute* attribute = resource.find_attribute(name);
  if (attribute == nullptr) return {};
  Value value;
  if (attribute->state == Attribute::State::read) {
    value = read(*attribute, {});
  } else {
    Trace::Scope step(context.trace, "attribute", attribute->definition.origin());
    const std::string frame = "in attribute of " + resource.key();
    const Provenance::Computation apart(context.provenance, Provenance::Computation::Kind::apart);
    value = in_frame(attribute->definition.origin(), frame, name.is_string() ? name.as_string() : "",
                     [&] { return read(*attribute, scope_of(resource)); });
    step.done(value);
  }
  context.provenance.read(value.origin());
  return value;
}

Value Evaluator::lazy(const Value& value, const Scope& scope) {
  // Evaluate at once: a template, an expression and a vault each stand for one value of any type.
  if (value.verbatim()) return value;
  if (is_template(value)) return render(value, scope);
  if (is_expression_map(value)) return one(value, scope);
  if (auto* encrypted = object_cast<EncryptedValue>(value)) return encrypted->resolve(context);
  if (is_concat_with_separator(value)) {
    context.hint_name(value.origin(), "concat-as-data",
                      "`concat` with `sep` is data where it stands alone. Put both under `eval`.", {}, {});
  }
  if ((!value.is_map() && !value.is_list()) || !holds_expressions(value, context.budget)) return value;

  // Evaluate item by item. Only the loop's own text sees the current item.
  Scope inner = scope;
  inner.item = {};
  Ref<Object> collection;
  if (value.is_map()) {
    collection = Ref<Object>(new LazyMap(*this, value, std::move(inner)));
  } else {
    collection = Ref<Object>(new LazyList(*this, value, std::move(inner)));
  }
  return Value::object(std::move(collection)).with_origin(value.origin()).with_sensitive(value.sensitive());
}

}  // namespace evalground::unfurl
