// The variables of `sys` and `const`. No real host is asked: the values are those of one fixed Linux machine, so a
// policy has the same result everywhere. Only the clock and the main file differ.
#include "dialects/cfengine/agent/system.hpp"

#include <chrono>
#include <cstdio>

#include "base/text/path.hpp"
#include "dialects/cfengine/agent/classes.hpp"

namespace evalground::cfengine {
namespace {

struct Fixed {
  std::string_view name;
  std::string_view value;
};

// Characters that a policy cannot write easily within quotes.
constexpr Fixed constants[] = {{"n", "\n"},     {"endl", "\n"}, {"linesep", "\n"}, {"t", "\t"},          {"r", "\r"},
                               {"dollar", "$"}, {"at", "@"},    {"dirsep", "/"},   {"linestart_re", "^"}};

constexpr Fixed system_values[] = {{"os", "linux"},
                                   {"class", "linux"},
                                   {"cf_version", emulated_version},
                                   {"cf_version_major", "3"},
                                   {"cf_version_minor", "28"},
                                   {"cf_version_patch", "0"},
                                   {"fqhost", "playground"},
                                   {"host", "playground"},
                                   {"uqhost", "playground"},
                                   {"domain", ""},
                                   {"workdir", "/var/cfengine"},
                                   {"inputdir", "/var/cfengine/inputs"},
                                   {"masterdir", "/var/cfengine/masterfiles"},
                                   {"keydir", "/var/cfengine/ppkeys"},
                                   {"moduledir", "/var/cfengine/modules"},
                                   {"arch", "x86_64"},
                                   {"cpus", "1"},
                                   {"cpusockets", "1"},
                                   {"cf_edition", "community"},
                                   {"flavor", "playground"},
                                   {"os_name_human", "Unknown"},
                                   {"os_version_major", "Unknown"},
                                   {"os_version_minor", "Unknown"}};

// The variables of a bare machine, with its network and its paths.
constexpr std::size_t variables_of_machine = 115;
constexpr std::size_t variables_of_machine_3_21 = 94;

// "Fri Nov 20 13:05:00 2026"
// The form of C's ctime(), without its line end.
std::string date_text(std::int64_t instant) {
  using namespace std::chrono;
  static constexpr const char* day_names[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr const char* month_names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const sys_seconds now = floor<seconds>(sys_time<microseconds>(microseconds(instant)));
  const sys_days day = floor<days>(now);
  const year_month_day date(day);
  const auto second = (now - day).count();
  char text[64];
  std::snprintf(text, sizeof text, "%s %s %2u %02d:%02d:%02d %d", day_names[weekday(day).c_encoding()],
                month_names[static_cast<unsigned>(date.month()) - 1], static_cast<unsigned>(date.day()),
                static_cast<int>(second / 3600), static_cast<int>(second / 60 % 60), static_cast<int>(second % 60),
                static_cast<int>(date.year()));
  return text;
}

}  // namespace

// `def.jq` is a command for mapdata() with `json_pipe` (data/jq.cpp).
void add_system_variables(Context& context, Variables& variables, Release release) {
  const Value tags = Value::list({Value::string("source=agent")});
  const auto add = [&](VariableScope& scope, std::string_view name, std::string_view value) {
    scope.set(name, DataType::string, Value::string(value), nullptr, tags, context.budget);
  };
  VariableScope& fixed = variables.scope("default", "const");
  for (const Fixed& constant : constants) add(fixed, constant.name, constant.value);
  VariableScope& system = variables.scope("default", "sys");
  for (const Fixed& value : system_values) add(system, value.name, value.value);
  const std::string entry = Files::absolute(context.workspace.main);
  add(system, "policy_entry_filename", entry);
  add(system, "policy_entry_dirname", directory_name(entry));
  add(system, "policy_entry_basename", base_name(entry));
  add(system, "date", date_text(context.clock.now()));
  add(system, "systime", std::to_string(context.clock.now() / 1'000'000));
  for (const TimeClass& time : time_classes(context.clock.now())) {
    add(system, "time_based_" + std::string(time.variable), time.name);
    add(system, "time_based_gmt_" + std::string(time.variable), "GMT_" + time.name);
  }
  add(variables.scope("default", "def"), "jq",
      "jq --compact-output --monochrome-output --ascii-output --unbuffered --sort-keys");
  variables.order.start_with(release == Release::r3_21 ? variables_of_machine_3_21 : variables_of_machine);
}

// No host has released the policy, and then the agent writes "(null)".
void add_policy_variables(Context& context, Variables& variables) {
  VariableScope& system = variables.scope("default", "sys");
  const auto add = [&](std::string_view name, const Value& value) {
    system.set(name, DataType::string, value, nullptr, Value::list({Value::string("source=agent")}), context.budget);
  };
  const std::string folder(directory_name(Files::absolute(context.workspace.main)));
  add("policy_release_id", Value::string(folder + "/(null)"));
  const VariableScope* control = variables.find_scope("default", "control_common");
  const Variable* version = control == nullptr ? nullptr : control->find("version");
  if (version != nullptr && version->value.is_string()) add("policy_version", version->value);
}

}  // namespace evalground::cfengine
