// Hot: compiled for speed in every module.
//
// Iteration over lists: a promise that mentions lists is evaluated once for each combination of their items.
//
//   vars: "x" slist => { "a", "b" };  "y" slist => { "1", "2" };
//   reports: "$(x)$(y)";                                            a1 a2 b1 b2
//
// Each reference to a list is a loop variable. The loops are nested in the order in which the references occur, so the
// last varies fastest. A name may itself depend on a loop variable, `$($(x))`. Therefore the inner loops start again,
// with a new list, for each item of the outer ones.
#include "dialects/cfengine/agent/iteration.hpp"

#include <algorithm>
#include <utility>

#include "base/scoped_value.hpp"
#include "dialects/cfengine/data/container.hpp"
#include "dialects/cfengine/policy/arguments.hpp"

namespace evalground::cfengine {
namespace {

class Iteration {
 public:
  Iteration(Evaluator& evaluator, const std::function<void()>& run) : evaluator_(evaluator), run_(run) {}

  // Collects the loop variables: what the promise mentions, and the guard that a quoted context is.
  void collect(const Promise& promise) {
    collect(promise.promiser);
    of_promiser_ = references_.size();
    if (promise.promisee != nullptr) collect(*promise.promisee);
    if (promise.is_context_quoted && promise.context != nullptr) collect(*promise.context);
    for (const Attribute& attribute : promise.attributes) {
      const std::vector<BodyText>* texts = evaluator_.texts_of_body(promise, attribute);
      if (texts == nullptr) {
        collect(*attribute.value);
        continue;
      }
      // The texts of a body count, and those of its arguments that are calls.
      for (const BodyText& one : *texts) {
        if (one.context == nullptr || evaluator_.holds(one.context->source, one.where)) collect(one.text);
      }
      for (const Rvalue* argument : attribute.value->items) {
        if (argument->kind == RvalueKind::call) collect(*argument);
      }
    }
  }

  // The values of `@(x)` in the promise's lists. Every combination uses the same values, so a list that the promise
  // itself extends grows once, not once per combination.
  ReadLists read_lists(const Promise& promise) {
    ReadLists lists;
    if (references_.empty()) return lists;
    for (const Attribute& attribute : promise.attributes) {
      if (attribute.value->kind != RvalueKind::list) continue;
      for (const Rvalue* item : attribute.value->items) {
        evaluator_.context.budget.step();
        if (item->kind != RvalueKind::text || item->text.has_references) continue;
        const std::string_view name = list_reference(item->text.source);
        const std::optional<Found> found = name.empty() ? std::nullopt : evaluator_.find(name);
        if (found && is_list_type(found->type)) lists.emplace(item, found->value);
      }
    }
    return lists;
  }

  // Runs each combination; not by recursion, since a bundle that is called within may go deep itself. An odometer:
  // `index` is the loop that is advanced. A loop with no more items goes back to the one before it, a new item starts
  // the next one.
  bool run_all() {
    if (references_.empty()) {
      run_();
      return true;
    }
    std::vector<LoopVariable> variables;
    for (const Reference* reference : references_) variables.push_back({reference->name.source, Value()});
    const ScopedValue<std::vector<LoopVariable>> set(evaluator_.loop_variables, std::move(variables));
    places_.resize(references_.size());
    const auto open = std::find_if(references_.begin(), references_.end(),
                                   [](const Reference* reference) { return is_map_item(reference->name.source); });
    first_open_ = static_cast<std::size_t>(open - references_.begin());
    start(0);
    std::size_t index = 0;
    while (true) {
      if (!advance(index)) {
        evaluator_.loop_variables[index].value = Value();
        if (index == 0) return has_run_;
        --index;
      } else if (index + 1 < references_.size()) {
        start(++index);
      } else {
        has_run_ = true;
        run_();
      }
    }
  }

 private:
  void collect(const Rvalue& value) {
    const Depth depth = evaluator_.context.budget.enter();
    if (value.kind != RvalueKind::list) collect(value.text);
    // Skip their arguments, which mention $(this): it exists only while they run.
    if (value.kind == RvalueKind::call && value.function != nullptr && takes_pattern(value.function->signature)) return;
    for (const Rvalue* item : value.items) collect(*item);
  }

  // Inner references first, since the outer name depends on them: `$(a[$(k)])` loops over k before a.
  void collect(const Text& text) {
    for (const Segment& segment : text.segments) {
      if (segment.reference == nullptr) continue;
      evaluator_.context.budget.step();
      const Reference& reference = *segment.reference;
      collect(reference.name);
      const bool is_known = std::any_of(references_.begin(), references_.end(), [&](const Reference* known) {
        return known->name.source == reference.name.source;
      });
      if (!is_known && is_loop_variable(reference.name)) references_.push_back(&reference);
    }
  }

  // True for references that exist only while a list is mapped.
  static bool is_map_item(std::string_view name) {
    return name == "this" || name == "this.k" || name == "this.v" || name == "this.k[1]";
  }

  // A computed name may turn out to be a list, so it is always treated as a loop variable, with at least one value.
  bool is_loop_variable(const Text& name) const {
    if (name.has_references || is_map_item(name.source)) return true;
    const ScopedValue<std::string_view> own(evaluator_.unqualified_space, evaluator_.frame->bundle->space);
    const std::optional<Found> found = evaluator_.find(name.source);
    if (!found) return false;
    if (is_list_type(found->type)) return true;
    // A single item of a container is read in the namespace of the bundle, like a list.
    return found->type == DataType::data &&
           (!is_primitive(found->value) || evaluator_.frame->bundle->space != "default");
  }

  // What a loop variable stands for in turn: a list or map of which only the texts count, or one text.
  struct Place {
    Value items;
    std::size_t next = 0;
    bool is_primitive_only = false;
    bool is_open = false;    // counts once even when it has no text
    bool is_silent = false;  // counts, but its reference is kept
  };

  // The part of a name before its first reference or index.
  static std::string_view written_head(const Text& name) {
    return name.source.substr(0, name.source.find_first_of("$["));
  }

  // For `$($(name))` where `name` is "bundle.list": the bundle comes from a reference, so the name is not recognized as
  // the list that the promise iterates over.
  static bool is_made_with_bundle(const Text& written, std::string_view name) {
    return written.has_references && written_head(written).find_first_of(".:") == std::string_view::npos &&
           name.substr(0, name.find('[')).find_first_of(".:") != std::string_view::npos;
  }

  // Since 3.24, `$($(bundle).list)` in the promiser is recognized: its dot is literal, and a bundle has that name. A
  // namespace needs a literal colon.
  bool is_recognized(std::size_t index, std::string_view name) const {
    if (index >= of_promiser_ || evaluator_.release == Release::r3_21) return false;
    const std::string_view written = references_[index]->name.source;
    if (written.find('.', std::min(written.find_last_of(")}"), written.size())) == std::string_view::npos) return false;
    const Name parts = parse_name(name);
    if (!parts.space.empty() && written.find(':') == std::string_view::npos) return false;
    const auto& bundles = evaluator_.policy.bundles;
    return std::any_of(bundles.begin(), bundles.end(), [&](const Bundle& bundle) {
      evaluator_.context.budget.step();
      return bundle.name == parts.bundle;
    });
  }

  // For `$(space:$(name))`: if the namespace is literal, the bundle must also be literal.
  static bool is_lost(const Text& written, std::string_view name) {
    const std::string_view head = written_head(written);
    return written.has_references && head.find(':') != std::string_view::npos &&
           head.find('.') == std::string_view::npos &&
           name.substr(0, name.find('[')).find('.') != std::string_view::npos;
  }

  // Reads the list of one loop variable, with the values that the loops around it have now.
  void start(std::size_t index) {
    const Text& text = references_[index]->name;
    const ScopedValue<std::string_view> own(evaluator_.unqualified_space, evaluator_.frame->bundle->space);
    const std::string name = text.has_references ? evaluator_.expand(text) : std::string(text.source);
    const std::optional<Found> found =
        is_unresolved(name) || is_lost(text, name) ? std::nullopt : evaluator_.find(name);
    Place& place = places_[index];
    place = Place();
    place.is_open = index >= first_open_;
    if (found) {
      place.is_silent = is_made_with_bundle(text, name) && !found->is_item && !found->value.is_string() &&
                        !is_recognized(index, name);
      place.items = found->value;
      place.is_primitive_only = found->type == DataType::data;
    } else if (const std::optional<std::string> scalar = is_lost(text, name) ? std::nullopt : evaluator_.scalar(name)) {
      place.items = Value::string(*scalar);  // `$(this.…)` and similar references stand for one text
    }
  }

  // Sets the next text of a loop variable; false when there are no more. A reference such as `$(this.k)` is left to the
  // function that maps a list, and so are the ones behind it that may be made of it.
  bool advance(std::size_t index) {
    if (give_next(index)) {
      places_[index].is_open = false;
      return true;
    }
    evaluator_.loop_variables[index].value = Value();
    return std::exchange(places_[index].is_open, false);
  }

  // Containers within a container are skipped: only primitives can be inserted into text.
  bool give_next(std::size_t index) {
    Place& place = places_[index];
    const auto give = [&](const Value& item) {
      evaluator_.context.budget.step();
      ++place.next;
      if (place.is_primitive_only && !is_primitive(item)) return false;
      evaluator_.loop_variables[index].value = place.is_silent    ? Value()
                                               : item.is_string() ? item
                                                                  : Value::string(scalar_text(item));
      return true;
    };
    if (place.items.is_list()) {
      const List& list = place.items.as_list();
      while (place.next < list.size()) {
        if (give(list[place.next])) return true;
      }
      return false;
    }
    if (place.items.is_map()) {
      const Map& map = place.items.as_map();
      while (place.next < map.size()) {
        if (give((map.begin() + static_cast<std::ptrdiff_t>(place.next))->value)) return true;
      }
      return false;
    }
    return place.next == 0 && !place.items.is_undefined() && give(place.items);
  }

  Evaluator& evaluator_;
  const std::function<void()>& run_;
  std::vector<const Reference*> references_;
  std::size_t of_promiser_ = 0;  // so many of them are in the promiser
  std::vector<Place> places_;    // by loop variable
  std::size_t first_open_ = 0;   // the loop variable from which on they may be without a text
  bool has_run_ = false;
};

}  // namespace

// Returns false if there was no combination: one of the lists is empty.
bool for_each_combination(Evaluator& evaluator, const Promise& promise, const std::function<void()>& run) {
  Iteration iteration(evaluator, run);
  iteration.collect(promise);
  const ScopedValue<ReadLists> read(evaluator.read_lists, iteration.read_lists(promise));
  return iteration.run_all();
}

}  // namespace evalground::cfengine
