// Filters of documents, dicts, sets and secrets that have changed since ansible-core 2.14. Most check their new
// arguments and then call the older filter (older.hpp).
#include <algorithm>

#include "base/crypto/vault.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/data/password.hpp"
#include "dialects/ansible/library/older.hpp"
#include "dialects/ansible/library/rekey.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/nodes.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "value/map.hpp"

namespace evalground::ansible {
namespace newer_data_family {
namespace {

// ---- JSON

// Prepares a value for the profile `tagless`: ranges become lists; tuples as keys and `omit` are errors.
Value json_value(const FunctionCall& call, const Value& value) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  if (is_omit(value)) call.fail("Object of type '_OmitType' is not JSON serializable by the 'tagless' profile.");
  if (object_cast<Range>(value) != nullptr) return Value::list(call.evaluator.items(value));
  if (value.is_list() || value.kind() == Kind::tuple) {
    List items;
    items.reserve(value.as_list().size());
    for (const Value& item : value.as_list()) items.push_back(json_value(call, item));
    return Value::list(std::move(items)).with_sensitive(value.sensitive());
  }
  if (!value.is_map()) return value;
  Map entries;
  for (const auto& [key, item] : value.as_map()) {
    if (key.kind() == Kind::tuple) {
      call.fail("Key of type 'tuple' is not JSON serializable by the 'tagless' profile.");
    }
    entries.set(key, json_value(call, item));
  }
  return Value::map(std::move(entries)).with_sensitive(value.sensitive());
}

void check_profile(const FunctionCall& call, std::size_t profile) {
  if (!call.set(profile)) return;
  for (const std::string_view name : {"vault_to_text", "preprocess_unsafe"}) {
    if (keyword(call, name) != nullptr) {
      call.fail("Only one of `" + std::string(name) + "` or `profile` can be specified.");
    }
  }
  if (call.text(profile) != "tagless") call.fail("Unknown profile name '" + call.text(profile) + "'.");
}

// The older filter writes the text. Only the check of the profile and the treatment of ranges and `omit` are new.
Value to_json(Call& base) {
  FunctionCall& call = function_call(base);
  check_profile(call, 1);
  return call_older(call, ansible_data_filters(), "to_json", {{json_value(call, call[0])}});
}

Value to_nice_json(Call& base) {
  FunctionCall& call = function_call(base);
  check_profile(call, 3);
  return call_older(call, ansible_data_filters(), "to_nice_json", {{json_value(call, call[0]), call[1], call[2]}});
}

// Rejects objects that Ansible writes for its own tagged values, which this profile does not support.
void refuse_marked(const FunctionCall& call, const Value& value) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  if (value.is_list()) {
    for (const Value& item : value.as_list()) refuse_marked(call, item);
  } else if (value.is_map()) {
    for (const auto& [key, item] : value.as_map()) {
      for (const std::string_view mark : {"__ansible_unsafe", "__ansible_vault"}) {
        if (key.is_string() && key.as_string() == mark) {
          call.fail("Object of type '" + std::string(mark) + "' is not JSON deserializable by the 'tagless' profile.");
        }
      }
      refuse_marked(call, item);
    }
  }
}

Value from_json(Call& base) {
  FunctionCall& call = function_call(base);
  check_profile(call, 1);
  Value result = call_older(call, ansible_data_filters(), "from_json", {{call[0]}});
  refuse_marked(call, result);
  return result;
}

// ---- YAML

void check_vault_behavior(const FunctionCall& call, std::size_t index) {
  if (!call.set(index)) return;
  const std::string behavior = call.text(index);
  for (const std::string_view known : {"decrypt", "keep_encrypted", "redact", "fail"}) {
    if (behavior == known) return;
  }
  call.fail("The vault parameter must be one of decrypt, fail, keep_encrypted, redact. Got: '" + behavior + "'.");
}

Value to_yaml(Call& base) {
  FunctionCall& call = function_call(base);
  check_vault_behavior(call, 3);
  return call_older(call, ansible_data_filters(), "to_yaml", {{call[0], Value(), call[2]}});
}

Value to_nice_yaml(Call& base) {
  FunctionCall& call = function_call(base);
  check_vault_behavior(call, 3);
  return call_older(call, ansible_data_filters(), "to_nice_yaml", {{call[0], call[1]}});
}

// 2.14 returned any other value silently. The value is still returned, but a warning says so.
Value warned_of(const FunctionCall& call, std::string_view name) {
  call.evaluator.warn("ignored-input", "The " + std::string(name) + " filter ignored non-string input of type '" +
                                           call.evaluator.type_name(call[0]) + "'.");
  return call[0];
}

Value from_yaml(Call& base) {
  FunctionCall& call = function_call(base);
  if (call[0].is_null()) return Value::null();
  if (!call[0].is_string()) return warned_of(call, "from_yaml");
  return call_older(call, ansible_data_filters(), "from_yaml", {{call[0]}});
}

Value from_yaml_all(Call& base) {
  FunctionCall& call = function_call(base);
  if (call[0].is_null()) return Value::list();
  if (!call[0].is_string()) return warned_of(call, "from_yaml_all");
  return call_older(call, ansible_data_filters(), "from_yaml_all", {{call[0]}});
}

// ---- Lists and dicts

Value rekey_on_member(Call& base) {
  return rekeyed(function_call(base), RekeyWords::of_2_21);
}

// The older filter requires lists. Since 2.19 anything that can be iterated will do: [1] | union('ab') -> [1, 'a',
// 'b'].
Value union_of(Call& base) {
  FunctionCall& call = function_call(base);
  const auto listed = [&](std::size_t index) {
    const bool is_list = call[index].is_list() || call[index].kind() == Kind::set;
    return is_list ? call[index] : Value::list(call.items(index));
  };
  return call_older(call, ansible_set_filters(), "union", {{listed(0), listed(1)}});
}

// ---- Secrets

// The salt that crypt_gensalt() of libxcrypt makes of random bytes. Every three bytes give four characters, the lowest
// bits first, as long as a fourth byte follows.
// "abcd" -> "V7qM": the three bytes a, b and c become four characters, and d only shows that more input follows.
std::string generated_salt(std::string_view bytes, std::size_t most) {
  constexpr std::string_view digits = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string salt;
  for (std::size_t used = 0; used + 3 < bytes.size() && salt.size() < most; used += 3) {
    const auto byte = [&](std::size_t at) { return std::uint32_t{static_cast<unsigned char>(bytes[used + at])}; };
    std::uint32_t bits = byte(0) | byte(1) << 8 | byte(2) << 16;
    for (int i = 0; i < 4 && salt.size() < most; ++i, bits >>= 6) salt += digits[bits & 63];
  }
  return salt;
}

// The first sixteen bytes in bcrypt's variant of base64.
// 16 bytes are 128 bits, which is 21 characters of six bits and one of two.
std::string bcrypt_salt(std::string_view bytes) {
  constexpr std::string_view digits = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  constexpr std::size_t salt_bytes = 16;
  std::string salt;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : bytes.substr(0, salt_bytes)) {
    bits = (bits << 8 | static_cast<unsigned char>(c)) & 0xFFFF;
    for (count += 8; count >= 6; count -= 6) salt += digits[bits >> (count - 6) & 63];
  }
  salt += digits[bits << (6 - count) & 63];
  return salt;
}

struct Algorithm {
  std::string_view name, long_name;
  std::size_t salt_size;
};
constexpr Algorithm algorithms[] = {{"md5", "md5_crypt", 8},
                                    {"blowfish", "bcrypt", 22},
                                    {"sha256", "sha256_crypt", 16},
                                    {"sha512", "sha512_crypt", 16}};

// 'p' | password_hash('sha256', 'abcd') -> '$5$V7qM$…'. Since 2.21 the reference passes the given salt as random bytes
// to crypt_gensalt() of libxcrypt. So the salt in the result differs from the given one, and hashes differ from those
// of older versions.
Value password_hash(Call& base) {
  FunctionCall& call = function_call(base);
  const std::string type = call.text(1);
  const auto* algorithm = std::find_if(std::begin(algorithms), std::end(algorithms),
                                       [&](const Algorithm& one) { return type == one.name || type == one.long_name; });
  if (algorithm == std::end(algorithms)) {
    call.fail(type + " is not in the list of supported passlib algorithms: md5, blowfish, sha256, sha512");
  }
  const bool is_bcrypt = algorithm->long_name == "bcrypt";
  const auto check_size = [&](std::int64_t size) {
    const auto most = static_cast<std::int64_t>(algorithm->salt_size);
    if (is_bcrypt ? size == most : size >= 0 && size <= most) return;
    call.fail("invalid salt size supplied (" + std::to_string(size) + "), expected " + (is_bcrypt ? "" : "at most ") +
              std::to_string(most));
  };
  constexpr std::string_view characters = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string salt;
  if (call.set(2)) {
    if (!call[2].is_string()) call.fail("the salt must be text, not " + call.evaluator.type_name(call[2]));
    salt = call.text(2);
    check_size(static_cast<std::int64_t>(salt.size()));
    if (salt.find_first_not_of(characters) != std::string::npos) call.fail("invalid characters in salt");
  } else {
    const std::int64_t size = call.set(3) ? call.number(3) : static_cast<std::int64_t>(algorithm->salt_size);
    check_size(size);
    for (std::int64_t i = 0; i < size; ++i) salt += characters[static_cast<std::size_t>(call.context.random.below(64))];
  }
  PasswordOptions options;
  options.salt = is_bcrypt ? bcrypt_salt(salt) : generated_salt(salt, algorithm->salt_size);
  if (call.set(4)) options.rounds = call.number(4);
  if (call.set(5)) options.ident = call.text(5);
  const HashedPassword hashed =
      hash_password(call.text(0), algorithm->name, options, call.context.random, call.context.budget);
  if (!hashed) call.fail(hashed.error);
  return Value::string(hashed.text);
}

Value vault(Call& base) {
  FunctionCall& call = function_call(base);
  if (!call[0].is_string()) {
    call.fail("Can only vault strings, instead we got " + call.evaluator.type_name(call[0]));
  }
  return call_older(call, ansible_secret_filters(), "vault", {{call[0], call[1], call[2], call[3], call[4]}});
}

// The newer message replaces each reason why a real vault could not be opened. Wrong arguments keep their own messages.
Value unvault(Call& base) {
  FunctionCall& call = function_call(base);
  return recover(
      [&] {
        return call_older(call, ansible_secret_filters(), "unvault", {{call[0], call[1], call[2]}});
      },
      [&](const Error& error) -> Value {
        if (!call[0].is_string() || !is_vault_text(call[0].as_string()) || !call[1].is_string()) throw error;
        call.fail("Unable to decrypt: Decryption failed (no vault secrets were found that could decrypt).");
      });
}

constexpr Example to_json_examples[] = {
    {"{{ {'a': range(2)} | to_json(profile='tagless') }}", "", R"J("{\"a\": [0, 1]}")J", in_ansible_2_21}};
constexpr Example to_nice_json_examples[] = {
    {"{{ {'b': 1, 'a': []} | to_nice_json(indent=2) }}", "", R"J("{\n  \"a\": [],\n  \"b\": 1\n}")J", in_ansible_2_21}};
constexpr Example from_json_examples[] = {
    {"{{ ('[1, 2.5]' | from_json)[1] }}", "", R"("2.5")", in_ansible_2_21},
    {R"({{ '{"__ansible_unsafe": 1}' | from_json }})", "", "error", in_ansible_2_21}};
constexpr Example to_yaml_examples[] = {
    {"{{ {'a': [1, 2]} | to_yaml(vault_behavior='fail') }}", "", R"("a: [1, 2]\n")", in_ansible_2_21}};
constexpr Example to_nice_yaml_examples[] = {
    {"{{ {'a': [1]} | to_nice_yaml }}", "", R"("a:\n- 1\n")", in_ansible_2_21}};
constexpr Example from_yaml_examples[] = {
    {"{{ 'a: yes' | from_yaml }}{{ none | from_yaml }}", "", R"("{'a': True}")", in_ansible_2_21}};
constexpr Example from_yaml_all_examples[] = {{"{{ none | from_yaml_all }}", "", R"("[]")", in_ansible_2_21}};
constexpr Example rekey_on_member_examples[] = {
    {"{{ [{'id': 'a'}, {'id': 'a'}] | rekey_on_member('id') }}", "", "error", in_ansible_2_21}};
constexpr Example union_examples[] = {{"{{ [1] | union('ab') }}", "", R"("[1, 'a', 'b']")", in_ansible_2_21}};
constexpr Example password_hash_examples[] = {{"{{ 'p' | password_hash('sha256', 'abcd', rounds=5000) }}", "",
                                               R"("$5$V7qM$d529hP5/yZCoteBjDYyUkDM7uaFp/5iRzLDD4apnJW0")",
                                               in_ansible_2_21}};
constexpr Example vault_examples[] = {{"{{ ('data' | vault('pw', vault_id='dev')).splitlines()[0] }}", "",
                                       R"("$ANSIBLE_VAULT;1.2;AES256;dev")", in_ansible_2_21}};
constexpr Example unvault_examples[] = {{"{{ 'plain' | unvault('pw') }}", "", R"("plain")", in_ansible_2_21}};

constexpr Function all[] = {
    {.kind = ansible_2_21_filter,
     .signature = "to_json(value: any, profile: string = null, **keywords: any) -> string",
     .summary = "Writes a value as JSON, as Python's `json.dumps` does.",
     .details = "Keywords: `indent`, `sort_keys`, `separators`, `ensure_ascii`. The one profile is `tagless`.",
     .changed = "2.19",
     .examples = to_json_examples,
     .call = to_json},
    {.kind = ansible_2_21_filter,
     .signature = "to_nice_json(value: any, indent: any = 4, sort_keys: boolean = true, profile: string = null, "
                  "separators: any = null, **keywords: any) -> string",
     .summary = "Writes a value as JSON on several lines, keys sorted.",
     .changed = "2.19",
     .examples = to_nice_json_examples,
     .call = to_nice_json},
    {.kind = ansible_2_21_filter,
     .signature = "from_json(value: string, profile: string = null) -> any",
     .summary = "The value of a JSON text.",
     .changed = "2.19",
     .examples = from_json_examples,
     .call = from_json},
    {.kind = ansible_2_21_filter,
     .signature = "to_yaml(value: any, *ignored: any, default_flow_style: boolean = null, vault_behavior: string = "
                  "null, **keywords: any) -> string",
     .summary = "Writes a value as YAML, collections of scalars on one line.",
     .details = "Keywords: `indent`, `width`, `sort_keys`, `default_style`, `explicit_start`, `explicit_end`.",
     .changed = "2.21",
     .examples = to_yaml_examples,
     .call = to_yaml},
    {.kind = ansible_2_21_filter,
     .signature = "to_nice_yaml(value: any, indent: integer = 4, *ignored: any, vault_behavior: string = null, "
                  "**keywords: any) -> string",
     .summary = "Writes a value as YAML in block style.",
     .details = "Keywords as those of `to_yaml`.",
     .changed = "2.21",
     .examples = to_nice_yaml_examples,
     .call = to_nice_yaml},
    {.kind = ansible_2_21_filter,
     .signature = "from_yaml(value: string) -> any",
     .summary = "The value of a YAML 1.1 document.",
     .details = "Any other value is returned unchanged, with a warning. Dates become dates.",
     .changed = "2.19",
     .examples = from_yaml_examples,
     .call = from_yaml},
    {.kind = ansible_2_21_filter,
     .signature = "from_yaml_all(value: string) -> list",
     .summary = "The values of all documents of a YAML 1.1 text.",
     .changed = "2.19",
     .examples = from_yaml_all_examples,
     .call = from_yaml_all},
    {.kind = ansible_2_21_filter,
     .signature = "rekey_on_member(value: any, key: string, duplicates: string = 'error') -> map",
     .summary = "The dicts of a list by what each has under a key.",
     .changed = "2.19",
     .examples = rekey_on_member_examples,
     .call = rekey_on_member},
    {.kind = ansible_2_21_filter,
     .signature = "union(value: list, other: list) -> list",
     .summary = "The items of both, each once; any that can be iterated.",
     .changed = "2.19",
     .examples = union_examples,
     .call = union_of},
    {.kind = ansible_2_21_filter,
     .signature = "password_hash(value: string, hashtype: string = 'sha512', salt: string = null, salt_size: integer = "
                  "null, rounds: integer = null, ident: string = null) -> string",
     .summary = "Hashes a password for `/etc/shadow`.",
     .details = "Types: `md5`, `sha256`, `sha512`, `blowfish` (bcrypt). The salt is made of the bytes of the given "
                "one, so that the hash is another than before.",
     .changed = "2.21",
     .effects = Effects::random,
     .examples = password_hash_examples,
     .call = password_hash},
    {.kind = ansible_2_21_filter,
     .signature = "vault(value: string, secret: string, salt: string = null, vault_id: string = 'filter_default', "
                  "wrap_object: boolean = false) -> string",
     .summary = "Encrypts a text as an Ansible vault.",
     .changed = "2.19",
     .effects = Effects::random,
     .examples = vault_examples,
     .call = vault},
    {.kind = ansible_2_21_filter,
     .signature = "unvault(value: string, secret: string, vault_id: string = 'filter_default') -> string",
     .summary = "The text of an Ansible vault.",
     .details = "Text that is not a vault is returned unchanged.",
     .changed = "2.19",
     .examples = unvault_examples,
     .call = unvault},
};

}  // namespace
}  // namespace newer_data_family

std::span<const Function> ansible_newer_data_filters() {
  using namespace newer_data_family;
  return all;
}

}  // namespace evalground::ansible
