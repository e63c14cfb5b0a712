// Renames everything in a workspace that is the user's, and proves that the goal still holds with the new names.
//
// All names are tried at once, which usually works. If not, the lengths of names may matter (a column, a padding), so
// they are kept. If that fails as well, some names have to stay: the search starts with none renamed, and then renames
// halves, quarters, and so on, as long as the goal holds.
#include "shrink/disguise.hpp"

#include <algorithm>

#include "runtime/context.hpp"
#include "shrink/names.hpp"
#include "shrink/reducer.hpp"

namespace evalground::shrinking {
namespace {

// Keys of a workspace whose content is not the user's.
bool is_never_disguised(std::string_view key) {
  return key == "dialect" || key == "operation" || key == "limits" || key == "clock" || key == "seed";
}

// The keys of `options` and `limits` belong to the program, their values to the user.
bool has_fixed_keys(std::string_view key) {
  return key == "options" || key == "limits" || key == "expect";
}

// Calls f with all texts of a value, keys too.
template <class F>
Value with_texts(const Value& value, Budget& budget, const F& f) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_string()) return Value::string(f(value.as_string()));
  if (value.is_map()) {
    Map map;
    for (const auto& [key, item] : value.as_map()) map.set(with_texts(key, budget, f), with_texts(item, budget, f));
    return Value::map(std::move(map));
  }
  if (value.is_list()) {
    List list;
    for (const Value& item : value.as_list()) list.push_back(with_texts(item, budget, f));
    return Value::list(std::move(list));
  }
  return value;
}

// The names of secrets stay, since the document reads them by name; their values are withheld anyway.
template <class F>
Map workspace_with_texts(const Map& workspace, Budget& budget, const F& f) {
  Map result;
  for (const auto& [key, value] : workspace) {
    const std::string_view name = key.is_string() ? key.as_string() : std::string_view();
    if (is_never_disguised(name)) {
      result.set(key, value);
    } else if (name == "secrets" && value.is_map()) {
      result.set(key, value);  // withheld, and read by their names
    } else if (has_fixed_keys(name) && value.is_map()) {
      Map entries;
      for (const auto& entry : value.as_map()) entries.set(entry.key, with_texts(entry.value, budget, f));
      result.set(key, Value::map(std::move(entries)));
    } else {
      result.set(key, with_texts(value, budget, f));
    }
  }
  return result;
}

// The words of the language in the workspace's texts, as it tells them apart.
// Two sources of words to keep: names that the language resolves in its catalogue, and what it colors as a keyword.
void add_known(KnownWords& known, const Map& json, const Dialect& dialect) {
  const Language& language = dialect.language();
  std::vector<Diagnostic> mistakes;
  const Workspace workspace = read_workspace(Value::map(json), &dialect.description(), mistakes);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  Reading reading;
  recover(
      [&] {
        for (const auto& [name, content] : workspace.files) {
          if (!name.is_string() || !content.is_string() || !language.reads(name.as_string(), workspace)) continue;
          if (const auto file = context.files.source(name.as_string())) language.read(context, *file, reading);
        }
        return true;
      },
      [](const Error&) { return false; });
  for (const Mention& mention : reading.mentions) {
    if (mention.catalogue != nullptr) known.add(*mention.catalogue);
  }
  // Keywords, by their colour.
  recover(
      [&] {
        for (const Token& token : dialect.tokens(context)) {
          if (token.kind == "keyword" || token.kind == "directive")
            known.add(context.sources.text(token.file).substr(token.begin, token.end - token.begin));
        }
        return true;
      },
      [](const Error&) { return false; });
}

class Disguiser {
 public:
  Disguiser(const Map& workspace, const Languages& languages, const Goal& goal, Trials& trials, Budget& budget)
      : workspace_(workspace),
        subject_(workspace, main_path_of(languages.dialect, workspace)),
        dialect_(languages.dialect),
        goal_(goal),
        trials_(trials),
        budget_(budget),
        known_(languages.dialect),
        disguise_(known_) {
    add_known(known_, workspace, languages.dialect);
    if (languages.within != nullptr) known_.take(*languages.within);
    workspace_with_texts(workspace, budget, [&](std::string_view text) {
      disguise_.meet(text);
      return std::string(text);
    });
  }

  Disguised run(bool lengths) {
    std::set<std::string> stay;
    for (const bool keeps_lengths : {lengths, true}) {
      disguise_.choose(keeps_lengths);
      if (holds({})) return result({});
      if (lengths) break;
    }
    // Names that have to stay: first all of them do, then as many as can be are renamed.
    for (const auto& entry : disguise_.table()) stay.insert(entry.first);
    std::vector<std::string> open(stay.begin(), stay.end());
    for (std::size_t chunk = (open.size() + 1) / 2; chunk > 0; chunk = chunk == 1 ? 0 : (chunk + 1) / 2) {
      for (std::size_t end = open.size(); end > 0 && !trials_.is_over();) {
        const std::size_t begin = end > chunk ? end - chunk : 0;
        std::set<std::string> fewer = stay;
        for (std::size_t at = begin; at < end; ++at) fewer.erase(open[at]);
        if (holds(fewer)) {
          stay = std::move(fewer);
          open.erase(open.begin() + static_cast<std::ptrdiff_t>(begin),
                     open.begin() + static_cast<std::ptrdiff_t>(end));
        }
        end = begin;
      }
    }
    return result(stay);
  }

 private:
  Map renamed(const std::set<std::string>& stay) const {
    return workspace_with_texts(workspace_, budget_, [&](std::string_view text) { return disguise_.text(text, stay); });
  }

  // The goal is renamed like the workspace: its values contain names, and its place moves with their lengths.
  Goal renamed_goal(const std::set<std::string>& stay) const {
    Goal goal = goal_;
    const auto rename = [&](std::string_view text) { return disguise_.text(text, stay); };
    for (KeptValue& kept : goal.values) {
      kept.value = with_texts(kept.value, budget_, rename);
      for (std::size_t at = 1; at < kept.path.size(); ++at) kept.path[at] = with_texts(kept.path[at], budget_, rename);
    }
    for (std::string& word : goal.words) word = rename(word);
    if (!goal.place) return goal;
    const std::uint32_t number = subject_.text(goal.place->path);
    if (number == no_text) return goal;
    const std::string_view text = subject_.texts()[number].content;
    Part part{number, {}, {}, {}};
    for (const Name& name : names_in(text, known_))
      part.edits.push_back({name.begin, name.end, disguise_.name(name, text, stay)});
    if (const auto moved = subject_.moved(*goal.place, {&part})) goal.place = moved;
    if (goal.place->path != "<expression>" && workspace_.contains("files"))
      goal.place->path = disguise_.text(goal.place->path, stay);
    return goal;
  }

  bool holds(const std::set<std::string>& stay) {
    const Map candidate = renamed(stay);
    if (candidate.size() != workspace_.size()) return false;
    const std::optional<Map> outcome = trials_.run(candidate);
    if (!outcome) return false;
    const Subject subject(candidate, main_path_of(dialect_, candidate));
    const Goal goal = renamed_goal(stay);
    return is_reached(goal, goal.place, subject, *outcome, budget_);
  }

  Disguised result(const std::set<std::string>& stay) const {
    Disguised disguised{renamed(stay), renamed_goal(stay), {}, {}};
    for (const auto& [name, made] : disguise_.table()) {
      if (stay.count(name) != 0) {
        disguised.stayed.push_back(Value::string(name));
      } else {
        disguised.names.set(name, Value::string(made));
      }
    }
    return disguised;
  }

  const Map& workspace_;
  Subject subject_;
  const Dialect& dialect_;
  const Goal& goal_;
  Trials& trials_;
  Budget& budget_;
  KnownWords known_;
  Disguise disguise_;
};

}  // namespace

Disguised disguise(const Map& workspace, const Languages& languages, const Goal& goal, Trials& trials, bool lengths,
                   Budget& budget) {
  return Disguiser(workspace, languages, goal, trials, budget).run(lengths);
}

}  // namespace evalground::shrinking
