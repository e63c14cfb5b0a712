// Checks what an ensemble records beside its service template. Tables list each key with the check for its value.
//
//   status: {instances: {web: {readyState: {local: ok}, attributes: {port: 80}}}}
//
// Unfurl validates the whole document against a JSON Schema before it does anything else. Keys that no table lists may
// have any value. A check returns the first problem instead of throwing it, because an entry of `changes` may have
// either of two forms.
#include "dialects/unfurl/ensemble_checks.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "dialects/unfurl/values/status.hpp"

namespace evalground::unfurl {
namespace {

struct Problem {
  OriginId where;
  std::string_view code;
  std::string message;
};
using Found = std::optional<Problem>;

// A value with its path: `status.instances.web`.
struct Place {
  Context& context;
  const Value& value;
  std::string path;
  OriginId where;  // of its key

  Found wrong(std::string_view code, const std::string& must) const {
    return Problem{value.origin() != 0 ? value.origin() : where, code, "`" + path + "` of an ensemble " + must + "."};
  }
  Found wrong_type(std::string_view wanted) const {
    return wrong("wrong-type", "must be of type " + std::string(wanted) + ", not " + kind_text(value));
  }
  Place at(const Value& key, const Value& member) const {
    return {context, member, path.empty() ? key_text(key) : path + "." + key_text(key),
            key.origin() != 0 ? key.origin() : where};
  }
};

using Check = Found (*)(const Place&);
struct Key {
  std::string_view name;
  Check check;
};

// Checks the keys of a map that the table lists.
// The depth is held for each map: instances contain instances to any depth.
Found keys_of(const Place& place, std::span<const Key> keys) {
  if (!place.value.is_map()) return place.wrong_type("map");
  const Depth depth = place.context.budget.enter();
  for (const auto& [name, value] : place.value.as_map()) {
    place.context.budget.step();
    const auto key =
        std::find_if(keys.begin(), keys.end(), [text = key_text(name)](const Key& one) { return one.name == text; });
    if (key == keys.end()) continue;
    if (Found found = key->check(place.at(name, value))) return found;
  }
  return {};
}

Found each_value(const Place& place, Check check) {
  const Depth depth = place.context.budget.enter();
  for (const auto& [name, value] : place.value.as_map()) {
    place.context.budget.step();
    if (Found found = check(place.at(name, value))) return found;
  }
  return {};
}

Found each_item(const Place& place, Check check) {
  if (!place.value.is_list()) return place.wrong_type("list");
  const Depth depth = place.context.budget.enter();
  std::int64_t index = 0;
  for (const Value& item : place.value.as_list()) {
    place.context.budget.step();
    if (Found found = check(place.at(Value::integer(index++), item))) return found;
  }
  return {};
}

Found text(const Place& place) {
  return place.value.is_string() ? Found() : place.wrong_type("string");
}

Found truth(const Place& place) {
  return place.value.kind() == Kind::boolean ? Found() : place.wrong_type("boolean");
}

Found integer(const Place& place) {
  return place.value.kind() == Kind::integer ? Found() : place.wrong_type("integer");
}

Found map(const Place& place) {
  return place.value.is_map() ? Found() : place.wrong_type("map");
}

Found list(const Place& place) {
  return place.value.is_list() ? Found() : place.wrong_type("list");
}

Found map_or_null(const Place& place) {
  return place.value.is_null() ? Found() : map(place);
}

Found texts(const Place& place) {
  return each_item(place, text);
}

// A version is text or a number.
Found version(const Place& place) {
  return place.value.kind() == Kind::integer || place.value.kind() == Kind::real ? Found() : text(place);
}

// A map whose keys are names: letters, digits and `._:-`, not starting with a digit, `:` or `-`.
// Keys that are not text, such as numbers, are accepted.
Found names(const Place& place) {
  if (!place.value.is_map()) return place.wrong_type("map");
  for (const auto& entry : place.value.as_map()) {
    place.context.budget.step();
    if (!entry.key.is_string()) continue;
    const std::string_view name = entry.key.as_string();
    const bool begins = !name.empty() && (is_ascii_letter(name[0]) || name[0] == '.' || name[0] == '_');
    const auto goes_on = [](char c) {
      return is_ascii_letter(c) || is_ascii_digit(c) || std::string_view("._:-").find(c) < 4;
    };
    if (begins && std::all_of(name.begin(), name.end(), goes_on)) continue;
    return place.at(entry.key, entry.value)
        .wrong("wrong-instance", "has no name: it must consist of letters, digits and `._:-`, and begin with a letter");
  }
  return {};
}

Found names_or_null(const Place& place) {
  return place.value.is_null() ? Found() : names(place);
}

// Another type and an unknown word are different problems, with different codes.
Found one_of(const Place& place, std::span<const std::string_view> words) {
  if (!place.value.is_string()) return text(place);
  if (is_among(words, place.value.as_string())) return {};
  return place.wrong("wrong-instance",
                     "must be one of " + join(words, ", ") + ", not " + quote(place.value.as_string()));
}

Found status_name(const Place& place) {
  return one_of(place, status_names());
}

Found state_name(const Place& place) {
  return one_of(place, state_names());
}

Found priority(const Place& place) {
  static constexpr std::string_view words[] = {"ignore", "optional", "required", "critical"};
  return one_of(place, words);
}

Found locking(const Place& place) {
  static constexpr std::string_view words[] = {"no", "try", "require"};
  return one_of(place, words);
}

// "A" followed by eleven letters or digits.
Found change_id(const Place& place) {
  if (!place.value.is_string()) return text(place);
  const std::string_view id = place.value.as_string();
  const bool is_one = id.size() == 12 && id[0] == 'A' &&
                      std::all_of(id.begin(), id.end(), [](char c) { return is_ascii_letter(c) || is_ascii_digit(c); });
  return is_one ? Found() : place.wrong("wrong-instance", "must be the id of a change, such as \"A00000000001\"");
}

Found change_id_or_null(const Place& place) {
  return place.value.is_null() ? Found() : change_id(place);
}

Found change_id_or_truth(const Place& place) {
  return place.value.kind() == Kind::boolean ? Found() : change_id(place);
}

Found text_or_truth(const Place& place) {
  return place.value.kind() == Kind::boolean ? Found() : text(place);
}

Found text_or_map(const Place& place) {
  return place.value.is_map() ? Found() : text(place);
}

// Only call this after keys_of(), which has checked that the value is a map.
Found needs(const Place& place, std::string_view key) {
  if (place.value.as_map().contains(key)) return {};
  return place.wrong("missing-field", "is missing required field " + quote(key));
}

// Status of instances, jobs and tasks

// A map, or only the local status as a word.
Found ready_state(const Place& place) {
  if (place.value.is_string()) return status_name(place);
  static constexpr Key keys[] = {{"effective", status_name}, {"local", status_name}, {"state", state_name}};
  return keys_of(place, keys);
}

Found status(const Place& place) {
  static constexpr Key keys[] = {
      {"readyState", ready_state},       {"priority", priority}, {"lastStateChange", change_id},
      {"lastConfigChange", change_id},   {"protected", truth},   {"created", text_or_truth},
      {"customized", change_id_or_truth}};
  return keys_of(place, keys);
}

Found instances(const Place& place);

Found bound_requirements(const Place& place) {
  return each_item(place, instances);
}

// An instance has its own keys and those of a status, side by side. Each table ignores what only the other lists.
Found instance(const Place& place) {
  static constexpr Key keys[] = {{"template", text_or_map},   {"attributes", names},
                                 {"properties", names},       {"instances", instances},
                                 {"capabilities", instances}, {"requirements", bound_requirements},
                                 {"imported", text}};
  Found found = keys_of(place, keys);
  return found ? found : status(place);
}

Found instances(const Place& place) {
  Found found = names(place);
  return found ? found : each_value(place, instance);
}

Found recorded_status(const Place& place) {
  static constexpr Key keys[] = {{"inputs", names}, {"outputs", names}, {"instances", instances}};
  Found found = keys_of(place, keys);
  return found ? found : status(place);
}

// Records of changes

Found implementation(const Place& place) {
  static constexpr Key keys[] = {
      {"operation", text}, {"className", text}, {"majorVersion", version}, {"minorVersion", text}};
  Found found = keys_of(place, keys);
  return found ? found : needs(place, "className");
}

Found dependency(const Place& place) {
  static constexpr Key keys[] = {
      {"name", text}, {"ref", text}, {"schema", map}, {"required", truth}, {"writeOnly", truth}};
  return keys_of(place, keys);
}

Found dependencies(const Place& place) {
  return each_item(place, dependency);
}

Found changes_of_resources(const Place& place) {
  return place.value.is_map() ? each_value(place, names) : Found();
}

Found result(const Place& place) {
  if (place.value.is_map()) return {};
  return place.value.is_string() && place.value.as_string() == "skipped"
             ? Found()
             : place.wrong("wrong-type", "must be a map or \"skipped\"");
}

Found job(const Place& place) {
  static constexpr Key keys[] = {{"changeId", change_id}, {"previousId", change_id}, {"startCommit", text},
                                 {"startTime", text},     {"endTime", text},         {"workflow", text},
                                 {"options", map},        {"summary", text},         {"changed", integer},
                                 {"specDigest", text},    {"endCommit", text},       {"changelog", text}};
  Found found = keys_of(place, keys);
  if (!found) found = needs(place, "changeId");
  return found ? found : status(place);
}

Found task(const Place& place) {
  static constexpr Key keys[] = {{"changeId", change_id},
                                 {"target", text},
                                 {"startTime", text},
                                 {"endTime", text},
                                 {"implementation", implementation},
                                 {"reason", text},
                                 {"inputs", names},
                                 {"changes", changes_of_resources},
                                 {"changed", truth},
                                 {"dependencies", dependencies},
                                 {"messages", list},
                                 {"result", result}};
  Found found = keys_of(place, keys);
  if (!found) found = needs(place, "changeId");
  return found ? found : status(place);
}

// An entry is valid if it is a job or a task. If it is neither, the problem of a task is reported.
Found change(const Place& place) {
  return job(place) ? task(place) : Found();
}

Found changes(const Place& place) {
  return each_item(place, change);
}

// The lock

Found locked_repository(const Place& place) {
  static constexpr Key keys[] = {{"url", text},     {"package_id", text}, {"name", text}, {"revision", text},
                                 {"commit", text},  {"branch", text},     {"tag", text},  {"discovered_revision", text},
                                 {"initial", text}, {"origin", text}};
  return keys_of(place, keys);
}

Found locked_repositories(const Place& place) {
  return each_item(place, locked_repository);
}

Found ensemble_file(const Place& place) {
  static constexpr Key keys[] = {{"file", text}, {"repository", text}, {"project", text}};
  return keys_of(place, keys);
}

Found locked_ensemble(const Place& place) {
  static constexpr Key keys[] = {
      {"uri", text}, {"changeId", change_id_or_null}, {"digest", text}, {"manifest", ensemble_file}};
  return keys_of(place, keys);
}

Found locked_ensembles(const Place& place) {
  Found found = names(place);
  return found ? found : each_value(place, locked_ensemble);
}

Found locked_version(const Place& place) {
  static constexpr Key keys[] = {{"version", version}, {"digest", text}};
  return keys_of(place, keys);
}

Found runtime(const Place& place) {
  static constexpr Key keys[] = {{"unfurl", locked_version}, {"toolVersions", map}};
  return keys_of(place, keys);
}

Found lock(const Place& place) {
  static constexpr Key keys[] = {{"runtime", runtime},
                                 {"package_rules", texts},
                                 {"repositories", locked_repositories},
                                 {"ensembles", locked_ensembles}};
  return keys_of(place, keys);
}

Found metadata(const Place& place) {
  static constexpr Key keys[] = {{"uri", text}, {"aliases", texts}};
  return keys_of(place, keys);
}

// The environment

// The only part here that may have no keys besides those of its table.
Found external_ensemble(const Place& place) {
  static constexpr Key keys[] = {{"manifest", ensemble_file}, {"uri", text},        {"instance", text},
                                 {"schema", names},           {"version", version}, {"connections", texts}};
  if (Found found = keys_of(place, keys)) return found;
  for (const auto& entry : place.value.as_map()) {
    place.context.budget.step();
    const auto is_it = [name = key_text(entry.key)](const Key& key) { return key.name == name; };
    if (std::any_of(std::begin(keys), std::end(keys), is_it)) continue;
    return place.wrong("unknown-field", "contains unknown field " + quote(key_text(entry.key)));
  }
  return {};
}

Found external_ensembles(const Place& place) {
  Found found = names(place);
  return found ? found : each_value(place, external_ensemble);
}

Found cloudmaps(const Place& place) {
  static constexpr Key keys[] = {{"repositories", map}, {"hosts", map}};
  return keys_of(place, keys);
}

Found lock_settings(const Place& place) {
  static constexpr Key keys[] = {{"lock", locking}, {"name", text}, {"url", text}};
  return keys_of(place, keys);
}

Found environment(const Place& place) {
  static constexpr Key keys[] = {{"inputs", names},
                                 {"defaultProject", text},
                                 {"name", text},
                                 {"deployment_blueprint", text},
                                 {"variables", map_or_null},
                                 {"locals", names},
                                 {"secrets", names},
                                 {"connections", names_or_null},
                                 {"instances", names},
                                 {"repositories", map},
                                 {"cloudmaps", cloudmaps},
                                 {"imports", list},
                                 {"external", external_ensembles},
                                 {"lfs_lock", lock_settings}};
  return keys_of(place, keys);
}

Found spec(const Place& place) {
  static constexpr Key keys[] = {{"service_template", map},     {"inputs", names},
                                 {"instances", names},          {"deployment_blueprints", names},
                                 {"resource_templates", names}, {"discovered", names}};
  return keys_of(place, keys);
}

}  // namespace

// Only the first problem in the order of the document becomes an Error, as the checks return at the first.
void check_ensemble(Context& context, const Map& ensemble) {
  static constexpr Key keys[] = {{"metadata", metadata}, {"environment", environment},
                                 {"spec", spec},         {"status", recorded_status},
                                 {"lastJob", job},       {"jobsLog", text},
                                 {"changes", changes},   {"lock", lock}};
  const Value whole = Value::map(ensemble);
  if (const Found found = keys_of({context, whole, "", 0}, keys)) {
    context.fail(found->where, found->code, found->message);
  }
}

}  // namespace evalground::unfurl
