#include "workspaces/withheld.hpp"

#include <string_view>

#include "base/generous_budget.hpp"
#include "engine.hpp"
#include "value/json.hpp"

namespace evalground {
namespace {

Map asked(const Map& workspace, const ReplacedSecrets* replaced) {
  Budget budget = generous_budget();
  Map request{{"ask", Value::string("secrets")}, {"workspace", Value::map(workspace)}};
  if (replaced != nullptr) {
    request.set("replace", Value::string(*replaced == ReplacedSecrets::all ? "all" : "declared"));
    request.set("everywhere", Value::boolean(true));
  }
  const Value answer = parse_json(assist(write_json(Value::map(std::move(request)), budget)), budget);
  return answer.as_map();
}

std::vector<std::string> texts_of(const Map& answer, std::string_view key) {
  std::vector<std::string> texts;
  const Value* inputs = answer.find("inputs");
  const Value* list = inputs != nullptr && inputs->is_map() ? inputs->as_map().find(key) : nullptr;
  if (list == nullptr || !list->is_list()) return texts;
  for (const Value& item : list->as_list()) texts.emplace_back(item.as_string());
  return texts;
}

WithheldInputs inputs_of(const Map& answer) {
  return {texts_of(answer, "secret"), texts_of(answer, "unread")};
}

// The engine answers with no workspace only where it cannot read this one.
Map placed_in(const Map& answer, const Map& workspace) {
  const Value* placed = answer.find("value");
  return placed != nullptr && placed->is_map() ? placed->as_map() : workspace;
}

std::string_view text_at(const Map& map, std::string_view key) {
  const Value* text = map.find(key);
  return text != nullptr && text->is_string() ? text->as_string() : std::string_view();
}

// "group_vars/all.yml:3", "vars.db_password".
std::string place_of(const Map& finding) {
  std::string place;
  const List& path = finding.find("path")->as_list();
  const bool is_file = path.size() == 2 && path.front().as_string() == "files";
  for (std::size_t at = is_file ? 1 : 0; at < path.size(); ++at) {
    if (!place.empty()) place += '.';
    place += path[at].is_string() ? std::string(path[at].as_string()) : std::to_string(path[at].as_integer());
  }
  const Value* line = finding.find("line");
  const bool is_document = is_file || path.size() == 1;
  return line != nullptr && is_document ? place + ":" + std::to_string(line->as_integer()) : place;
}

std::string note_on(const Map& finding, bool is_replaced) {
  const std::string_view name = text_at(finding, "name");
  const std::string_view what = text_at(finding, "what");
  std::string subject = !what.empty()  ? std::string(what)
                        : name.empty() ? "a value"
                                       : "the value of " + std::string(name);
  std::string note = place_of(finding) + " holds " + subject;
  note += text_at(finding, "reason") == "declared" ? ", which is declared secret. " : ", which looks like a secret. ";
  return note + (is_replaced ? "A placeholder replaces it." : "It is in the link.");
}

}  // namespace

WithheldInputs withheld_inputs(const Map& workspace) {
  return inputs_of(asked(workspace, nullptr));
}

Map with_placeholders(const Map& workspace, ReplacedSecrets replaced) {
  return placed_in(asked(workspace, &replaced), workspace);
}

// Placeholders come last: inputs are removed by the declarations of the documents, which have to be whole.
SharedWorkspace shared_workspace(const Map& workspace, ReplacedSecrets replaced) {
  const Map answer = asked(workspace, &replaced);
  const WithheldInputs inputs = inputs_of(answer);
  SharedWorkspace shared{without_secrets(placed_in(answer, workspace), inputs), withheld_notes(inputs)};
  const Value* findings = answer.find("findings");
  if (findings == nullptr || !findings->is_list()) return shared;
  for (const Value& finding : findings->as_list()) {
    const Map& one = finding.as_map();
    const bool is_replaced = replaced == ReplacedSecrets::all || text_at(one, "reason") == "declared";
    shared.notes.push_back(note_on(one, is_replaced));
  }
  return shared;
}

Map without_secrets(const Map& workspace) {
  return shared_workspace(workspace, ReplacedSecrets::declared).workspace;
}

}  // namespace evalground
