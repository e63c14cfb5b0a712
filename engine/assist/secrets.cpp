#include "assist/secrets.hpp"

#include <algorithm>

#include "assist/question.hpp"
#include "base/generous_budget.hpp"
#include "runtime/outcome_parts.hpp"
#include "secrets/find.hpp"
#include "secrets/placeholders.hpp"
#include "secrets/withheld.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

Value texts(const std::vector<std::string>& names) {
  List list;
  for (const std::string& name : names) list.push_back(Value::string(name));
  return Value::list(std::move(list));
}

// The resource tree; empty where the documents cannot be read.
std::vector<OutlineNode> outline_of(const Value& json, FindDialect find) {
  std::vector<Diagnostic> diagnostics;
  const Dialect* dialect = dialect_for(json, find);
  if (dialect == nullptr) return {};
  const Workspace workspace = read_workspace(json, &dialect->description(), diagnostics);
  const RunOptions options;
  ClosedHost host;
  Context context(workspace, options, host);
  try {
    return dialect->outline(context);
  } catch (const Error&) {
  } catch (const LimitError&) {
  } catch (const Pending&) {
  }
  return {};
}

std::vector<SecretMark> marks_of(const Map& request) {
  std::vector<SecretMark> marks;
  const Value* list = request.find("marks");
  if (list == nullptr) return marks;
  const auto units = [](const Map& mark, std::string_view key) {
    const Value& number = required(mark, key);
    if (number.kind() != Kind::integer || number.as_integer() < 0)
      throw Error("bad-request", "`marks` must be a list of {file, from, to}.");
    return static_cast<std::uint64_t>(number.as_integer());
  };
  if (!list->is_list()) throw Error("bad-request", "`marks` must be a list of {file, from, to}.");
  for (const Value& mark : list->as_list()) {
    if (!mark.is_map()) throw Error("bad-request", "`marks` must be a list of {file, from, to}.");
    const Value& file = required(mark.as_map(), "file");
    if (file.is_string()) {
      marks.push_back({std::string(file.as_string()), units(mark.as_map(), "from"), units(mark.as_map(), "to")});
    }
  }
  return marks;
}

// What is withheld does not leave, whatever it looks like.
bool is_withheld(const SecretFinding& finding, const WithheldInputs& inputs) {
  if (finding.path.size() < 2 || finding.path.front().as_string() != "inputs") return false;
  const auto is_named = [](const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return std::any_of(finding.path.begin() + 1, finding.path.end(), [&](const Value& step) {
    return step.is_string() && (is_named(inputs.secret, step.as_string()) || is_named(inputs.unread, step.as_string()));
  });
}

std::string_view name_of(SecretReason reason) {
  switch (reason) {
    case SecretReason::declared: return "declared";
    case SecretReason::shape: return "shape";
    default: return "name";
  }
}

// Findings of one text stand together, so each text is added to the sources once.
class FindingWriter {
 public:
  explicit FindingWriter(const Map& workspace) : workspace_(workspace) {}

  Map written(const SecretFinding& finding) {
    Map result{{"path", Value::list(List(finding.path.begin(), finding.path.end()))}};
    if (finding.end > 0) {
      if (finding.text != text_) {
        text_ = finding.text;
        file_ = sources_.add_file("", std::string(value_at(workspace_, finding.path)->as_string()));
      }
      const Position position = sources_.position(file_, finding.begin);
      result.set("from", Value::integer(sources_.utf16_offset(file_, finding.begin)));
      result.set("to", Value::integer(sources_.utf16_offset(file_, finding.end)));
      result.set("line", Value::integer(position.line));
      result.set("column", Value::integer(position.column));
    }
    result.set("reason", Value::string(name_of(finding.reason)));
    if (!finding.name.empty()) result.set("name", Value::string(finding.name));
    if (!finding.what.empty()) result.set("what", Value::string(finding.what));
    return result;
  }

 private:
  const Map& workspace_;
  Sources sources_;
  std::uint32_t text_ = 0;
  std::uint32_t file_ = 0;
};

// Which findings `replace` names.
std::vector<bool> chosen(const std::vector<SecretFinding>& findings, const Value* replace) {
  std::vector<bool> wanted(findings.size());
  if (replace == nullptr) return wanted;
  if (replace->is_string() && (replace->as_string() == "all" || replace->as_string() == "declared")) {
    for (std::size_t at = 0; at < findings.size(); ++at)
      wanted[at] = replace->as_string() == "all" || findings[at].reason == SecretReason::declared;
    return wanted;
  }
  for (const Value& index : replace->is_list() ? replace->as_list() : List{Value()}) {
    if (index.kind() != Kind::integer || index.as_integer() < 0 ||
        static_cast<std::uint64_t>(index.as_integer()) >= findings.size())
      throw Error("bad-request", "`replace` must be \"declared\", \"all\" or a list of the numbers of findings.");
    wanted[static_cast<std::size_t>(index.as_integer())] = true;
  }
  return wanted;
}

}  // namespace

std::string secrets(const Map& request, FindDialect find) {
  const Value& json = required(request, "workspace");
  if (!json.is_map()) throw Error("bad-request", "A workspace must be a map.");
  const Map& workspace = json.as_map();
  SecretSearch search = find_secrets(workspace, marks_of(request));
  const WithheldInputs inputs = withheld_inputs(workspace, outline_of(json, find));
  std::erase_if(search.findings, [&](const SecretFinding& finding) { return is_withheld(finding, inputs); });
  const Value* replace = request.find("replace");
  const std::vector<bool> wanted = chosen(search.findings, replace);
  std::vector<SecretFinding> replaced;
  Placeholders placeholders;
  List findings;
  FindingWriter writer(workspace);
  for (std::size_t at = 0; at < search.findings.size(); ++at) {
    const SecretFinding& finding = search.findings[at];
    Map written = writer.written(finding);
    if (wanted[at]) {
      replaced.push_back(finding);
      if (finding.end > 0) {
        const std::string_view text = value_at(workspace, finding.path)->as_string();
        written.set("placeholder",
                    Value::string(placeholders.of(text.substr(finding.begin, finding.end - finding.begin))));
      }
    }
    findings.push_back(Value::map(std::move(written)));
  }
  Map answer{{"files", Value::integer(static_cast<std::int64_t>(search.files))},
             {"inputs", Value::map({{"secret", texts(inputs.secret)}, {"unread", texts(inputs.unread)}})},
             {"findings", Value::list(std::move(findings))}};
  if (replace != nullptr) {
    const Value* everywhere = request.find("everywhere");
    const bool is_everywhere = everywhere != nullptr && everywhere->kind() == Kind::boolean && everywhere->as_boolean();
    answer.set("value", Value::map(with_placeholders(workspace, replaced, is_everywhere, placeholders)));
  }
  Budget budget = generous_budget();
  return write_json(Value::map(std::move(answer)), budget);
}

}  // namespace evalground
