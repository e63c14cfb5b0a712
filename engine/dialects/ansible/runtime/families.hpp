// The flavor `ansible`: its families of filters, tests, globals and lookups. Each is a table in a file of its own.
#pragma once

#include <span>
#include <string_view>

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/call.hpp"

namespace evalground::ansible {

// The kinds of entries. They differ from Jinja's, because some names occur in both. Only this flavor has lookups.
inline constexpr std::string_view ansible_filter = "ansible-filter";
inline constexpr std::string_view ansible_test = "ansible-test";
inline constexpr std::string_view ansible_global = "ansible-global";
inline constexpr std::string_view ansible_lookup = "lookup";
inline constexpr std::string_view ansible_method = "ansible-method";
inline constexpr std::string_view ansible_integer_method = "ansible-integer-method";  // in both references
// The kinds of entries that ansible-core 2.21 has added or changed since 2.14.
inline constexpr std::string_view ansible_2_21_filter = "ansible-2.21-filter";
inline constexpr std::string_view ansible_2_21_test = "ansible-2.21-test";
inline constexpr std::string_view ansible_2_21_global = "ansible-2.21-global";
inline constexpr std::string_view ansible_2_21_lookup = "ansible-2.21-lookup";

// Additional keys of every example.
inline constexpr std::string_view in_ansible = R"({"options": {"flavor": "ansible"}})";

inline constexpr std::string_view in_ansible_2_21 = R"({"options": {"flavor": "ansible", "reference": "2.21"}})";

// Functions that ansible-core 2.21 has added or changed since 2.14.
std::span<const Function> ansible_newer_text_filters();
std::span<const Function> ansible_newer_data_filters();
std::span<const Function> ansible_newer_tests();
std::span<const Function> ansible_newer_globals();
std::span<const Function> ansible_newer_data_lookups();
std::span<const Function> ansible_newer_file_lookups();
std::span<const Function> ansible_newer_table_lookups();
std::span<const Function> ansible_newer_outside_lookups();

std::span<const Function> ansible_data_filters();      // JSON, YAML, CSV, JMESPath
std::span<const Function> ansible_encoding_filters();  // base64, digests, UUIDs
std::span<const Function> ansible_secret_filters();    // password hashes, vaults
std::span<const Function> ansible_regex_filters();     // regex_*
std::span<const Function> ansible_set_filters();       // unique, union, …
std::span<const Function> ansible_list_filters();      // flatten, zip, product, …
std::span<const Function> ansible_random_filters();    // random, shuffle, random_mac
std::span<const Function> ansible_dict_filters();      // combine, dict2items, …
std::span<const Function> ansible_number_filters();    // log, human_readable, …
std::span<const Function> ansible_text_filters();      // quote, comment, bool, …
std::span<const Function> ansible_url_filters();       // urlsplit, urldecode
std::span<const Function> ansible_date_filters();      // strftime, to_datetime
std::span<const Function> ansible_path_filters();      // basename, relpath, …
std::span<const Function> ansible_network_filters();   // ipaddr and those built on it
std::span<const Function> ansible_tests();             // version, results of tasks, sets
std::span<const Function> ansible_file_tests();        // files and URIs
std::span<const Function> ansible_globals();           // lookup, query, now, undef
std::span<const Function> ansible_item_methods();      // __getitem__ and the like
std::span<const Function> ansible_integer_methods();   // __and__ and the like
std::span<const Function> ansible_data_lookups();      // read their terms and the variables
std::span<const Function> ansible_sequence_lookups();  // `sequence`, in both references
std::span<const Function> ansible_file_lookups();      // read files of the workspace
std::span<const Function> ansible_table_lookups();     // read CSV and INI files
std::span<const Function> ansible_password_lookup();
std::span<const Function> ansible_outside_lookups();    // read outside the workspace
std::span<const Function> ansible_inventory_lookups();  // read the inventory of a repository

// Converts objects of templates to plain lists, maps and scalars, except for ranges, views of dicts, and those without
// items, such as dates and functions.
// Undefined parts fail or remain.
enum class WithUndefined : std::uint8_t { fails, stays };
Value plain_value(Evaluator& evaluator, const Value& value, WithUndefined undefined = WithUndefined::fails);

// Fails for a named argument that is not among these names.
void allow_keywords(const FunctionCall& call, std::span<const std::string_view> names);

// The argument with that name in `**keywords`; null when not given.
const Value* keyword(const FunctionCall& call, std::string_view name);

}  // namespace evalground::ansible
