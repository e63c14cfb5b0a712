#include "change/describe.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "shrink/trials.hpp"

namespace evalground::changing {
namespace {

Value number(std::uint64_t value) {
  return Value::integer(static_cast<std::int64_t>(value));
}

std::string_view word_of(Reason reason) {
  switch (reason) {
    case Reason::origin: return "origin";
    case Reason::override: return "override";
    case Reason::inverse: return "inverse";
    case Reason::choice: return "choice";
    case Reason::condition: return "condition";
    case Reason::replace: return "replace";
  }
  return {};
}

class Describer {
 public:
  explicit Describer(Search& search) : search_(search) {}

  Value candidate(const Candidate& candidate) {
    List others;
    for (const Consequence& one : candidate.others) others.push_back(consequence(one));
    Map map{{"kind", Value::string(word_of(candidate.proposal.reason))},
            {"title", Value::string(title(candidate))},
            {"reason", Value::string(reason(candidate.proposal))},
            {"edits", Value::list()},
            {"changes", Value::list()},
            {"others", Value::list(std::move(others))}};
    if (candidate.edit.file.empty()) {
      map.set("changes", Value::list({Value::map({{"path", Value::string(pointer_of(candidate.edit.path, 0))},
                                                  {"value", candidate.edit.value}})}));
    } else {
      map.set("edits", Value::list({edit(candidate.edit)}));
    }
    return Value::map(std::move(map));
  }

 private:
  // The place by its file and line, or as a part of the workspace.
  std::string title(const Candidate& candidate) {
    const Edit& edit = candidate.edit;
    if (edit.file.empty()) return "Set " + dotted(edit.path) + " of the workspace";
    const std::size_t line = line_of(edit);
    const bool adds = candidate.proposal.reason == Reason::override &&
                      search_.places().value(candidate.proposal.place).is_undefined();
    if (edit.creates) return "Create " + edit.file;
    const std::string file = edit.file == expression_path ? "the expression" : edit.file;
    return (adds ? "Add " + quote(dotted({candidate.proposal.place.path.back()})) + " in " : "Change ") + file +
           ", line " + std::to_string(line);
  }

  std::string reason(const Proposal& proposal) const {
    switch (proposal.reason) {
      case Reason::origin: return "The value is written here.";
      case Reason::override:
        return proposal.level.empty() ? "A value here wins over the place where it is written."
                                      : "A value for " + proposal.level + " wins over the place where it is written.";
      case Reason::inverse: return "The value is computed from this one.";
      case Reason::choice: return "This value decides.";
      case Reason::condition: return "The condition compares with this.";
      case Reason::replace: return "The value takes the place of the expression.";
    }
    return {};
  }

  std::size_t line_of(const Edit& edit) const {
    const std::string_view before = text_of(edit).substr(0, edit.begin);
    const bool begins_line = edit.text.starts_with('\n');
    return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + (begins_line ? 2 : 1);
  }

  std::string_view text_of(const Edit& edit) const {
    const std::uint32_t number = search_.subject().text(edit.file);
    return number == shrinking::no_text ? std::string_view() : search_.subject().texts()[number].content;
  }

  Value edit(const Edit& edit) const {
    const std::string_view text = text_of(edit);
    Map map{{"file", Value::string(edit.file)},
            {"from", number(count_utf16_units(text.substr(0, edit.begin)))},
            {"to", number(count_utf16_units(text.substr(0, edit.end)))},
            {"line", number(line_of(edit))},
            {"text", Value::string(edit.text)}};
    if (edit.creates) map.set("creates", Value::boolean(true));
    return Value::map(std::move(map));
  }

  static Value consequence(const Consequence& one) {
    Map map{{"path", Value::list(one.path)}};
    if (!one.before.is_undefined()) map.set("before", one.before);
    if (!one.after.is_undefined()) map.set("after", one.after);
    return Value::map(std::move(map));
  }

  Search& search_;
};

}  // namespace

std::string dotted(const List& path) {
  std::string text;
  for (const Value& part : path) {
    const bool is_index = part.kind() == Kind::integer;
    const std::string own = scalar_text(part).value_or("?");
    text += is_index ? "[" + own + "]" : (text.empty() ? "" : ".") + own;
  }
  return text;
}

Value candidate_value(const Candidate& candidate, Search& search) {
  return Describer(search).candidate(candidate);
}

void add_effort(Map& answer, const Search& search) {
  answer.set("trials", number(search.trials()));
  answer.set("untried", number(search.untried()));
  answer.set("ms", Value::real(search.milliseconds()));
  if (!search.notes().empty()) {
    List notes;
    for (const std::string& note : search.notes()) notes.push_back(Value::string(note));
    answer.set("notes", Value::list(std::move(notes)));
  }
  if (search.bound() != shrinking::Bound::none)
    answer.set("bound", Value::string(shrinking::bound_name(search.bound())));
}

}  // namespace evalground::changing
