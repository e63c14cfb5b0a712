// What helps somebody who writes YAQL as another language, or whose `$` is not what they think: a sentence behind the
// message, and a fix.

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "dialects/yaql/evaluation/host_functions.hpp"
#include "dialects/yaql/syntax/habits.hpp"

namespace evalground::yaql {
namespace {

bool takes_lambda(const Family& family) {
  return std::any_of(family.overloads.begin(), family.overloads.end(), [](const Overload& overload) {
    return std::any_of(overload.parameters.begin(), overload.parameters.end(),
                       [](const ParameterRule& rule) { return rule.type == Type::lambda; });
  });
}

bool has_parameter(const Family& family, std::string_view name) {
  return std::any_of(family.overloads.begin(), family.overloads.end(), [&](const Overload& overload) {
    return std::any_of(overload.parameters.begin(), overload.parameters.end(),
                       [&](const ParameterRule& rule) { return rule.name == name; });
  });
}

// Whether a method of that name takes a collection.
bool takes_collection(const Family& family) {
  return std::any_of(family.overloads.begin(), family.overloads.end(), [](const Overload& overload) {
    return !overload.parameters.empty() &&
           (overload.parameters[0].type == Type::iterable || overload.parameters[0].type == Type::list);
  });
}

// The call whose argument holds a node most closely; null outside of all arguments.
const Node* call_around(const Node& root, const Node& wanted) {
  const Node* call = nullptr;
  const Node* node = &root;
  while (node != nullptr && node != &wanted) {
    const Node* next = nullptr;
    const auto look = [&](const Node* child, bool is_argument) {
      if (child == nullptr || child->begin > wanted.begin || child->end < wanted.end) return;
      next = child;
      if (is_argument) call = node;
    };
    const bool is_call = node->kind == NodeKind::method || node->kind == NodeKind::call;
    look(node->left, false);
    look(node->right, false);
    for (const Node* argument : node->arguments) look(argument, is_call);
    for (const NamedArgument& argument : node->named) look(argument.value, is_call);
    node = next;
  }
  return call;
}

}  // namespace

OriginId Evaluator::range(std::size_t begin, std::size_t end) const {
  return context.sources.add({place_.file, place_.offset(begin), place_.offset(end), Via::expression, 0, false});
}

std::string_view Evaluator::written(const Node& node) const {
  const std::uint32_t begin = place_.offset(node.begin);
  return context.sources.text(place_.file).substr(begin, place_.offset(node.end) - begin);
}

void Evaluator::advise_on_syntax(std::string_view text, std::size_t begin, Diagnostic& diagnostic) const {
  std::optional<Habit> habit = habit_at(text, begin);
  if (!habit) return;
  diagnostic.message += " " + habit->advice;
  if (habit->edits.empty()) return;
  Fix fix{std::move(habit->fix), {}};
  for (Habit::Edit& edit : habit->edits) fix.edits.push_back({range(edit.begin, edit.end), std::move(edit.text)});
  diagnostic.fixes.push_back(std::move(fix));
}

// `.map(x => x + 1)` gives `map` an argument called x. And a dictionary is no collection of anything.
void Evaluator::advise_on_call(const Node& call, const Value* receiver, Diagnostic& diagnostic) const {
  if (call.family == nullptr) return;
  for (const NamedArgument& argument : call.named) {
    const Value* key = argument.key->constant;
    if (key == nullptr || !key->is_string() || !takes_lambda(*call.family)) continue;
    const std::string_view name = key->as_string();
    if (argument.key->kind == NodeKind::word && has_parameter(*call.family, name)) continue;
    const std::string item = with_item(written(*argument.value), name);
    diagnostic.message += " An argument is an expression in which `$` is the item: `" + item + "`.";
    diagnostic.fixes.push_back({"Change to `" + item + "`", {{range(argument.key->begin, argument.value->end), item}}});
    return;
  }
  if (receiver == nullptr || !receiver->is_map() || call.left == nullptr || !takes_collection(*call.family)) return;
  diagnostic.message += " Of a dictionary take `.items()`, `.keys()` or `.values()` first.";
  for (const std::string_view part : {".items()", ".values()"}) {
    const OriginId behind = range(call.left->end, call.left->end);
    diagnostic.fixes.push_back({"Take `" + std::string(part) + "`", {{behind, std::string(part)}}});
  }
}

// `$.a.select($ + $.b)`: the data has `b`, the item has not.
void Evaluator::advise_on_item(const Node& property, Diagnostic& diagnostic) const {
  const Node* subject = property.left;
  const Value* data = root_ == nullptr ? nullptr : root_->find(1);
  const bool is_of_data = subject != nullptr && subject->kind == NodeKind::variable && subject->position == 1 &&
                          data != nullptr && data->is_map() && property.constant != nullptr &&
                          data->as_map().contains(*property.constant);
  if (!is_of_data || expressions_.empty() || expressions_.back().root == nullptr) return;
  const Node& root = *expressions_.back().root;
  const Node* call = call_around(root, property);
  if (call == nullptr) return;
  const std::string name(property.constant->as_string());
  diagnostic.message += " Within `" + names.text(call->name) +
                        "` `$` is the item. Keep the data in a variable: `let(root => $) -> …`, and write `$root." +
                        name + "` here.";
  const std::string first(written(root).substr(0, 1));
  diagnostic.fixes.push_back({"Keep the data as `$root`",
                              {{range(root.begin, root.begin + 1), "let(root => $) -> " + first},
                               {range(subject->begin, subject->end), "$root"}}});
}

void Evaluator::advise_on_filter(const Node& index, Diagnostic& diagnostic) const {
  diagnostic.message += " A filter is `.where(…)`. In `[…]` `$` is still the data.";
  diagnostic.fixes.push_back(
      {"Change to `.where(…)`",
       {{range(index.mark, index.mark_end), ".where("}, {range(index.end - 1, index.end), ")"}}});
}

void Evaluator::note_foreign_words() {
  if (expressions_.empty()) return;
  for (const Node* word : expressions_.back().foreign_words) {
    const std::string name(word->constant->as_string());
    context.hint_name(origin_of(*word), "bare-word", "`" + name + "` is a text here.", name, constant_elsewhere(name));
  }
  // Nobody compares a text with a text.
  for (const Node* word : expressions_.back().compared_words) {
    const std::string name(word->constant->as_string());
    if (constant_elsewhere(name).empty()) note_bare_word(*word, "$." + name, "is the value of that key.");
  }
}

void Evaluator::note_bare_word(const Node& word, const std::string& meant, std::string_view what) {
  Diagnostic hint;
  hint.severity = Severity::hint;
  hint.code = "bare-word";
  hint.message =
      "`" + std::string(word.constant->as_string()) + "` is a text here. `" + meant + "` " + std::string(what);
  hint.where = origin_of(word);
  hint.fixes.push_back({"Change to `" + meant + "`", {{hint.where, meant}}});
  context.report(std::move(hint));
}

void Evaluator::take_words(std::size_t noted, Diagnostic& diagnostic) {
  for (std::size_t at = noted; at < context.diagnostics.size(); ++at) {
    Diagnostic& hint = context.diagnostics[at];
    if (hint.code != "bare-word") continue;
    diagnostic.message += " " + hint.message;
    for (Fix& fix : hint.fixes) diagnostic.fixes.push_back(std::move(fix));
    context.diagnostics.erase(context.diagnostics.begin() + static_cast<std::ptrdiff_t>(at));
    return;
  }
}

// A text is always true, and seldom the whole result.
void Evaluator::note_words(const Node& node) {
  const Level level(*this);
  if (node.kind == NodeKind::conjunction || node.kind == NodeKind::disjunction) {
    note_words(*node.left);
    return note_words(*node.right);
  }
  const bool is_member =
      node.kind == NodeKind::property || node.kind == NodeKind::method || node.kind == NodeKind::index;
  if (node.kind == NodeKind::negation || (is_member && node.left != nullptr)) return note_words(*node.left);
  if (node.kind != NodeKind::word) return;
  const std::string name(node.constant->as_string());
  const Value* data = root_->find(1);
  const bool is_function =
      library.function(name) != nullptr || (settings.host_values != nullptr && find_host_function(name) != nullptr);
  const bool is_key = data != nullptr && data->is_map() && data->as_map().contains(name);
  if (!is_function && !is_key) return;
  if (is_function) return note_bare_word(node, name + "()", "calls the function.");
  note_bare_word(node, "$." + name, "is the value of that key.");
}

}  // namespace evalground::yaql
