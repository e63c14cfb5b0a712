// Functions on classes: class expressions, and which classes are defined.
//
// Functions that return a class give a boolean. As an argument of another function, or as the value of a variable, it
// becomes the text "any" or "!any" (class_text()).
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/patterns.hpp"
#include "dialects/cfengine/data/table_order.hpp"
#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace class_family {
namespace {

bool holds(const PolicyCall& call, std::size_t index) {
  return call.evaluator.holds(call.text(index), call[index].origin());
}

// All arguments are tested, also after the first that does not hold: an invalid expression among them warns in any
// case.
Value all_hold(Call& call) {
  bool result = true;
  for (std::size_t i = 0; i < call.size(); ++i) result = holds(policy_call(call), i) && result;
  return Value::boolean(result);
}

Value any_holds(Call& call) {
  bool result = false;
  for (std::size_t i = 0; i < call.size(); ++i) result = holds(policy_call(call), i) || result;
  return Value::boolean(result);
}

// An unresolved expression would not have reached this: the call waits for it.
Value negation(Call& call) {
  return Value::boolean(!holds(policy_call(call), 0));
}

// Whether the condition of a branch holds, which decides about the value behind it. A list may stand for several
// arguments; then no place is known.
bool takes_branch(const PolicyCall& call, std::size_t at) {
  const bool has_places = call.node.items.size() == call.size();
  Decisions::Condition condition(call.context.decisions, has_places ? call.node.items[at]->where : 0);
  const bool is_true = holds(call, at);
  condition.decides(is_true, has_places ? call.node.items[at + 1]->where : 0);
  return is_true;
}

// `ifelse(c1, v1, c2, v2, otherwise)`. The number of arguments is checked only now, because a list may stand for
// several.
Value ifelse(Call& call) {
  const PolicyCall& policy = policy_call(call);
  if (call.size() % 2 == 0) {
    policy.evaluator.abort_run(
        call.where, "ifelse takes an odd number of arguments: pairs of a condition and a value, and what else.");
  }
  std::size_t chosen = 0;
  while (chosen + 1 < call.size() && !takes_branch(policy, chosen)) chosen += 2;
  if (chosen + 1 < call.size()) ++chosen;
  return call[chosen];
}

// "cfengine-3" is tested as the class cfengine_3.
Value classify(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return Value::boolean(policy.evaluator.holds(canonify(policy.text(0)), call.where));
}

// Each further argument must match some tag.
bool has_tags(const PolicyCall& call, const Value& tags) {
  for (std::size_t i = 1; i < call.size(); ++i) {
    bool fits = false;
    if (tags.is_list()) {
      for (const Value& tag : tags.as_list()) fits = fits || matches(call.context, call.text(i), tag.as_string());
    }
    if (!fits) return false;
  }
  return true;
}

// The matches among the local classes of a frame and, since 3.23, those that it inherits, put into a set.
std::vector<std::string> matching_local_classes(const PolicyCall& call, const Frame& frame, const ClassTest& fits) {
  const Depth depth = call.budget().enter();
  std::vector<std::string> names =
      set_order(walk_local_classes(frame.classes, frame.bundle->space, fits, call.budget()), call.budget());
  if (frame.inherited == nullptr || call.evaluator.release == Release::r3_21) return names;
  for (std::string& name : matching_local_classes(call, *frame.inherited, fits)) names.push_back(std::move(name));
  return set_order(std::move(names), call.budget());
}

// The defined classes whose names match the first argument and whose tags match all others. As in the agent, matches go
// through two sets, of classes that are defined everywhere and of local ones, and the list has all of them from the
// end. A class that is both is listed twice.
List matching_classes(const PolicyCall& call) {
  const Regex* regex = pattern_or_warning(call.context, call.text(0), call.where);
  if (regex == nullptr) return {};
  const ClassTest fits = [&](std::string_view name, const Value& tags) {
    return regex->matches(name, RegexAnchor::both, call.budget()) && has_tags(call, tags);
  };
  const std::vector<std::string> global =
      set_order(walk_global_classes(call.evaluator.global_classes, fits, call.budget()), call.budget());
  const std::vector<std::string> local = matching_local_classes(call, *call.evaluator.frame, fits);
  List list;
  list.reserve(global.size() + local.size());
  for (auto name = local.rbegin(); name != local.rend(); ++name) list.push_back(Value::string(*name));
  for (auto name = global.rbegin(); name != global.rend(); ++name) list.push_back(Value::string(*name));
  return list;
}

Value classmatch(Call& call) {
  return Value::boolean(!matching_classes(policy_call(call)).empty());
}

Value classesmatching(Call& call) {
  return Value::list(matching_classes(policy_call(call)));
}

Value countclassesmatching(Call& call) {
  return Value::string(std::to_string(matching_classes(policy_call(call)).size()));
}

// A variable may be defined later, so this asks for another evaluation.
Value isvariable(Call& call) {
  PolicyCall& policy = policy_call(call);
  const std::string_view name = policy.text(0);
  ++policy.evaluator.unsettled;
  return Value::boolean(policy.evaluator.find(name) || (name.starts_with("this.") && policy.evaluator.scalar(name)));
}

constexpr Example and_examples[] = {{R"(and("any", "linux", not("windows")))", "", R"("any")"}};
constexpr Example or_examples[] = {{R"(or("windows", "solaris"))", "", R"("!any")"}};
constexpr Example not_examples[] = {{R"(not("windows|solaris"))", "", R"("any")"}};
constexpr Example ifelse_examples[] = {{R"(ifelse("windows", "C:", "linux", "/", "?"))", "", R"("/")"}};
constexpr Example classify_examples[] = {{R"(classify("cfengine-3"))", "", R"("any")"}};
constexpr Example classmatch_examples[] = {{R"(classmatch("cfengine_\d+"))", "", R"("any")"}};
constexpr Example matching_examples[] = {{R"(classesmatching("linux|windows"))", "", R"(["linux"])"}};
constexpr Example count_examples[] = {{R"(countclassesmatching("linux|windows"))", "", R"("1")"}};
constexpr Example isvariable_examples[] = {
    {R"(isvariable("n"))", "bundle agent main { vars: \"n\" int => 5; }", R"("any")"},
    {R"(isvariable("m"))", "bundle agent main { vars: \"n\" int => 5; }", R"("!any")"}};

}  // namespace
}  // namespace class_family

std::span<const Function> class_functions() {
  using namespace class_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "and(*conditions: text) -> context",
       .summary = "True when all class expressions hold, also without any.",
       .examples = and_examples,
       .call = all_hold},
      {.kind = "function",
       .signature = "or(*conditions: text) -> context",
       .summary = "True when one of the class expressions holds.",
       .examples = or_examples,
       .call = any_holds},
      {.kind = "function",
       .signature = "not(condition: text) -> context",
       .summary = "True when the class expression does not hold.",
       .examples = not_examples,
       .call = negation},
      {.kind = "function",
       .signature = "ifelse(first: text, *more: text) -> string",
       .summary = "The value of the first pair whose condition holds, or else the last argument.",
       .examples = ifelse_examples,
       .call = ifelse},
      {.kind = "function",
       .signature = "classify(text: text) -> context",
       .summary = "True when the text, canonified, is a defined class.",
       .examples = classify_examples,
       .call = classify},
      {.kind = "function",
       .signature = "classmatch(pattern: text, *tags: text) -> context",
       .summary = "True when the name of a defined class matches the pattern, and its tags the others.",
       .examples = classmatch_examples,
       .call = classmatch},
      {.kind = "function",
       .signature = "classesmatching(pattern: text, *tags: text) -> slist",
       .summary = "The defined classes whose names match a pattern.",
       .examples = matching_examples,
       .call = classesmatching},
      {.kind = "function",
       .signature = "countclassesmatching(pattern: text, *tags: text) -> int",
       .summary = "How many defined classes have names that match a pattern.",
       .examples = count_examples,
       .call = countclassesmatching},
      {.kind = "function",
       .signature = "isvariable(name: text) -> context",
       .summary = "True when there is a variable or item of that name.",
       .examples = isvariable_examples,
       .call = isvariable},
  };
  return all;
}

}  // namespace evalground::cfengine
