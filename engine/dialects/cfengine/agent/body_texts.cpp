// The texts of the bodies that a promise uses, as if they were written in the promise itself.
//
//   reports: "done" classes => mine("a");
//   body classes mine(x) { promise_kept => { "$(x)_$(main.l)" }; }     # the promise mentions "a_$(main.l)"
//
// So a promise iterates over the lists that its bodies mention, and is skipped when they mention `$(a[$(nothing)])`.
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/evaluator.hpp"
#include "dialects/cfengine/policy/attribute_names.hpp"

namespace evalground::cfengine {
namespace {

constexpr int most_ancestors = 30;

class Writer {
 public:
  Writer(Evaluator& evaluator, std::vector<BodyText>& texts) : evaluator_(evaluator), texts_(texts) {}

  // The body that inherits, or null for the promise's own use, and the length of the chain so far.
  struct Inheritance {
    const Body* child = nullptr;
    int level = 0;
  };

  // `arguments` maps parameter names to texts.
  bool append(std::string_view type, std::string_view name, std::string_view space, const Map& arguments,
              const Rvalue& use, Inheritance from) {
    const Depth depth = evaluator_.context.budget.enter();
    evaluator_.context.budget.step();
    const std::size_t colon = name.find(':');
    const std::string_view own = colon == std::string_view::npos ? space : name.substr(0, colon);
    if (colon != std::string_view::npos) name.remove_prefix(colon + 1);
    const Body* body = evaluator_.policy.find_body(type, own, name);
    if (from.child != nullptr) check_inheritance(*from.child, name, body, use, from.level);
    if (body == nullptr) return false;
    Map bound;
    for (std::size_t i = 0; i < use.items.size() && i < body->parameters.size(); ++i) {
      const Rvalue& argument = *use.items[i];
      if (argument.kind == RvalueKind::text)
        bound.set(body->parameters[i], Value::string(replaced(argument.text, arguments)));
    }
    for (const BodyLine& line : body->lines) {
      if (line.attribute.name == "inherit_from") {
        append(type, line.attribute.value->text.source, space, bound, *line.attribute.value, {body, from.level + 1});
      } else {
        append(line, *line.attribute.value, bound);
      }
    }
    return true;
  }

 private:
  // A wrong inheritance ends the run, but only when a promise that uses the body is evaluated.
  void check_inheritance(const Body& child, std::string_view name, const Body* body, const Rvalue& use, int level) {
    if (name == child.name || level > most_ancestors)
      evaluator_.abort_run(use.where, "The body " + quote(child.name) + " inherits from itself.");
    if (body == nullptr || body->parameters.size() == use.items.size()) return;
    evaluator_.abort_run(use.where, "The body " + quote(name) + " takes " + std::to_string(body->parameters.size()) +
                                        " arguments, not " + std::to_string(use.items.size()) + ".");
  }

  void append(const BodyLine& line, const Rvalue& value, const Map& arguments) {
    const Depth depth = evaluator_.context.budget.enter();
    if (value.kind != RvalueKind::list && value.text.has_references) {
      Policy& policy = evaluator_.policy;
      const std::string text = replaced(value.text, arguments);
      const Text parsed = parse_text(policy.arena, policy.arena.copy(text), evaluator_.context.budget);
      if (parsed.has_references) texts_.push_back({line.context, line.attribute.where, parsed});
    }
    for (const Rvalue* item : value.items) append(line, *item, arguments);
  }

  std::string replaced(const Text& text, const Map& arguments) {
    if (!text.has_references) return std::string(text.source);
    const Depth depth = evaluator_.context.budget.enter();
    std::string out;
    for (const Segment& segment : text.segments) {
      evaluator_.context.budget.step(1 + out.size());
      if (segment.reference == nullptr) {
        out += segment.literal;
        continue;
      }
      const Reference& reference = *segment.reference;
      const Value* argument = reference.name.has_references ? nullptr : arguments.find(reference.name.source);
      if (argument != nullptr) {
        out += argument->as_string();
      } else {
        out.append(reference.source.substr(0, 2)).append(replaced(reference.name, arguments));
        out.append(reference.source.substr(reference.source.size() - 1));
      }
    }
    return out;
  }

  Evaluator& evaluator_;
  std::vector<BodyText>& texts_;
};

// True when an attribute, such as `classes`, names a body whose texts belong to the promise.
bool uses_body(const Attribute& attribute) {
  return attribute.value->kind != RvalueKind::list && names_body(attribute.name);
}

}  // namespace

const std::vector<BodyText>* Evaluator::texts_of_body(const Promise& user, const Attribute& attribute) {
  if (!uses_body(attribute)) return nullptr;
  // While the policy is being read, the number of bodies grows.
  if (known_bodies_ != policy.bodies.size()) body_texts_.clear();
  known_bodies_ = policy.bodies.size();
  auto known = body_texts_.find(attribute.value);
  if (known == body_texts_.end()) {
    std::vector<BodyText> texts;
    const bool is_there =
        Writer(*this, texts)
            .append(attribute.name, attribute.value->text.source, user.bundle->space, {}, *attribute.value, {});
    known = body_texts_.emplace(attribute.value, std::nullopt).first;
    if (is_there) known->second = std::move(texts);
  }
  return known->second ? &*known->second : nullptr;
}

}  // namespace evalground::cfengine
