// Large steps first: all that the result never read, then halves, quarters … of what a pass finds, then single parts;
// from the end, as what stands later needs what stands before. Passes come again until a whole round of them, in which
// each part was tried alone, takes nothing away: the workspace is 1-minimal then.
//
// This is delta debugging (ddmin) over parts that the finders give, from entries of the workspace down to characters. A
// trial is an evaluation, and dear, so failed trials are remembered by their text. Parts are found anew for each pass,
// because every change moves the text.
#include "shrink/reducer.hpp"

#include <algorithm>

#include "runtime/language/yaml_text.hpp"
#include "shrink/coverage.hpp"
#include "value/json.hpp"

namespace evalground::shrinking {
namespace {

constexpr std::size_t most_known_bytes = 32U << 20;

// A workspace that is read, and what a language needs to cut its texts into pieces.
struct Opened {
  std::vector<Diagnostic> mistakes;
  Workspace workspace;
  RunOptions options;
  ClosedHost host;
  Context context;

  Opened(const Map& json, const Dialect& dialect)
      : workspace(read_workspace(Value::map(json), &dialect.description(), mistakes)),
        context(workspace, options, host) {}
};

}  // namespace

std::size_t size_of(const Map& workspace, Budget& budget) {
  return write_json(Value::map(workspace), budget).size();
}

Map without_secrets(Map workspace) {
  const Value* secrets = workspace.find("secrets");
  if (secrets == nullptr) return workspace;
  if (!secrets->is_map()) {
    workspace.erase("secrets");
    return workspace;
  }
  Map withheld;
  for (const auto& entry : secrets->as_map()) withheld.set(entry.key, Value::null());
  workspace.set("secrets", Value::map(std::move(withheld)));
  return workspace;
}

std::string_view main_path_of(const Dialect& dialect, const Map&) {
  return dialect.description().main.path;
}

Reducer::Reducer(Map workspace, const Dialect& dialect, Goal goal, Trials& trials, Budget& budget)
    : dialect_(dialect),
      language_(dialect.language()),
      subject_(std::move(workspace), main_path_of(dialect, {})),
      goal_(std::move(goal)),
      trials_(trials),
      budget_(budget),
      before_(size_of(subject_.workspace(), budget)) {}

// The goal's place moves with the text before it. A part that holds the place itself cannot go.
bool Reducer::holds(const std::vector<const Part*>& parts, Map* smaller, std::optional<Place>* place) {
  *place = goal_.place;
  if (goal_.place) {
    *place = subject_.moved(*goal_.place, parts);
    if (!*place) return false;
  }
  *smaller = subject_.without(parts, budget_);
  std::string key = write_json(Value::map(*smaller), budget_);
  if (*place) key += std::to_string((*place)->begin) + "-" + std::to_string((*place)->end);
  const auto known = known_.find(key);
  if (known != known_.end() && !known->second) return false;
  const std::optional<Map> outcome = trials_.run(*smaller);
  if (!outcome) return false;
  const Subject candidate(*smaller, main_path_of(dialect_, *smaller));
  const bool result = is_reached(goal_, *place, candidate, *outcome, budget_, place);
  if (!result && known_bytes_ < most_known_bytes) {
    known_bytes_ += key.size();
    known_.emplace(std::move(key), false);
  }
  return result;
}

void Reducer::tell(const Map& workspace) const {
  const std::string shown = write_json(Value::map(without_secrets(with_fixed_chance(workspace))), budget_);
  trials_.tell(before_, size_of(workspace, budget_), shown);
}

// `gone` grows: each trial removes it together with one more chunk, so the parts need not be found again within a pass.
bool Reducer::reduce(const PartList& parts) {
  std::vector<const Part*> gone;
  std::vector<const Part*> open;
  for (const Part& part : parts) open.push_back(&part);
  Map best;
  std::optional<Place> best_place;
  for (std::size_t chunk = open.size(); chunk > 0; chunk = chunk == 1 ? 0 : (chunk + 1) / 2) {
    for (std::size_t end = open.size(); end > 0 && !trials_.is_over();) {
      budget_.step();
      const std::size_t begin = end > chunk ? end - chunk : 0;
      std::vector<const Part*> tried = gone;
      tried.insert(tried.end(), open.begin() + static_cast<std::ptrdiff_t>(begin),
                   open.begin() + static_cast<std::ptrdiff_t>(end));
      Map smaller;
      std::optional<Place> place;
      if (holds(tried, &smaller, &place)) {
        gone = std::move(tried);
        best = std::move(smaller);
        best_place = std::move(place);
        tell(best);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(begin), open.begin() + static_cast<std::ptrdiff_t>(end));
      }
      end = begin;
    }
  }
  if (gone.empty()) return false;
  const std::size_t now = size_of(best, budget_);
  if (now >= size_of(subject_.workspace(), budget_)) return false;
  subject_ = Subject(std::move(best), main_path_of(dialect_, {}));
  goal_.place = best_place;
  known_.clear();
  known_bytes_ = 0;
  return true;
}

// Outer levels first: a section that can go takes all its entries with it. The finder is asked again for each level, as
// the text has changed.
bool Reducer::reduce_levels(const FindLevels& find) {
  bool any = false;
  for (std::size_t level = 0; !trials_.is_over(); ++level) {
    const Levels levels = find();
    if (level >= levels.size()) break;
    any = reduce(levels[level]) || any;
  }
  return any;
}

bool Reducer::is_yaml(const Text& text) const {
  if (text.path == "<expression>") return false;
  if (is_yaml_path(text.path) || text.path.ends_with(".json")) return true;
  return language_.form() == Form::yaml;
}

// In YAML, expressions are looked for in each scalar; other texts are one stretch. A text that the language cannot cut
// gives no parts, and is still reduced by lines.
SyntaxParts Reducer::syntax_of(std::uint32_t number) {
  SyntaxParts parts;
  const Text& text = subject_.texts()[number];
  Opened opened(subject_.workspace(), dialect_);
  const bool is_expression = text.path == "<expression>";
  if (!is_expression && !language_.reads(text.path, opened.workspace)) return parts;
  std::vector<Edit> stretches;
  if (!is_yaml(text) || !add_scalars(text.content, stretches, budget_))
    stretches = {{0, static_cast<std::uint32_t>(text.content.size())}};
  recover(
      [&] {
        const auto file = is_expression ? opened.context.expression_source(std::string(text.content))
                                        : opened.context.files.source(text.path).value_or(no_text);
        if (file == no_text) return false;
        for (const Edit& stretch : stretches) {
          const Pieces pieces = language_.pieces(opened.context, {file, stretch.begin, stretch.end});
          if (!pieces.empty() && pieces.back().end <= text.content.size())
            add_syntax(number, text.content, stretch, pieces, parts, budget_);
        }
        return true;
      },
      [](const Error&) { return false; });
  return parts;
}

bool Reducer::reduce_syntax(std::uint32_t text) {
  bool any = false;
  for (PartList SyntaxParts::*list :
       {&SyntaxParts::blocks, &SyntaxParts::items, &SyntaxParts::unwraps, &SyntaxParts::pieces}) {
    if (trials_.is_over()) break;
    const SyntaxParts parts = syntax_of(text);
    any = reduce(parts.*list) || any;
  }
  return any;
}

// Values before texts, outer structure before syntax, lines last: the cheapest large cuts come first.
bool Reducer::round() {
  bool any = reduce_levels([&] { return value_parts(subject_, budget_); });
  for (std::uint32_t text = 0; text < subject_.texts().size() && !trials_.is_over(); ++text) {
    if (is_yaml(subject_.texts()[text])) {
      any = reduce_levels([&] { return yaml_parts(subject_, text, budget_); }) || any;
      any = reduce(yaml_unwrapped(subject_, text, budget_)) || any;
    }
    if (trials_.is_over()) break;
    any = reduce_syntax(text) || any;
    const std::string_view content = subject_.texts()[text].content;
    const auto size = static_cast<std::uint32_t>(content.size());
    any = reduce(is_yaml(subject_.texts()[text]) ? yaml_lines(subject_, text, budget_)
                                                 : lines_of(text, content, 0, size)) ||
          any;
  }
  return any;
}

bool Reducer::shorten() {
  bool any = reduce_levels([&] { return shorter_values(subject_, budget_); });
  for (std::uint32_t text = 0; text < subject_.texts().size() && !trials_.is_over(); ++text) {
    if (is_yaml(subject_.texts()[text]))
      any = reduce_levels([&] { return shorter_scalars(subject_, text, budget_); }) || any;
    any = reduce(syntax_of(text).shorter) || any;
  }
  return any;
}

// One step for all that the evaluation never read: usually the largest part of a workspace, for a few trials.
void Reducer::drop_unread(const Map& outcome) {
  const Coverage coverage(outcome, goal_, subject_, budget_);
  PartList unread;
  const auto add = [&](const PartList& parts) {
    for (const Part& part : parts) {
      if (!coverage.is_read(part)) unread.push_back(part);
    }
  };
  for (const PartList& level : value_parts(subject_, budget_)) add(level);
  for (std::uint32_t text = 0; text < subject_.texts().size(); ++text) {
    if (is_yaml(subject_.texts()[text])) {
      for (const PartList& level : yaml_parts(subject_, text, budget_)) add(level);
    }
    add(syntax_of(text).blocks);
  }
  reduce(unread);
}

void Reducer::run(const Map& outcome) {
  drop_unread(outcome);
  bool any = true;
  while (any && !trials_.is_over()) {
    any = round();
    if (!any) any = shorten();
  }
}

}  // namespace evalground::shrinking
