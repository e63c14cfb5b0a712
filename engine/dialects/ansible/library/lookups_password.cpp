// The lookup `password`: returns the password stored in a file of the workspace, or a random one if the file is
// missing (ansible.plugins.lookup.password). The term is a path with options: `secrets/db chars=digits length=8`.
#include <algorithm>
#include <array>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/ansible/data/password.hpp"
#include "dialects/ansible/library/random.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/ansible/runtime/files.hpp"
#include "dialects/ansible/runtime/lookup_terms.hpp"

namespace evalground::ansible {
namespace lookups_password_family {
namespace {

// The names are those of Python's module string. Any other name stands for its own characters: "abc".
std::string characters_of(std::string_view name) {
  constexpr std::string_view lower = "abcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  constexpr std::string_view digits = "0123456789";
  constexpr std::string_view marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  const std::string letters = std::string(lower) + std::string(upper);
  if (name == "ascii_letters") return letters;
  if (name == "ascii_lowercase") return std::string(lower);
  if (name == "ascii_uppercase") return std::string(upper);
  if (name == "digits") return std::string(digits);
  if (name == "hexdigits") return "0123456789abcdefABCDEF";
  if (name == "octdigits") return "01234567";
  if (name == "punctuation") return std::string(marks);
  if (name == "whitespace") return " \t\n\r\v\f";
  if (name == "printable") return std::string(digits) + letters + std::string(marks) + " \t\n\r\v\f";
  return std::string(name);
}

struct PasswordRequest {
  std::string path;
  std::int64_t length = 0;
  std::string characters;  // the characters to choose from
  Value seed;
  std::optional<std::string> encrypt, ident;
};

// Quotes are never part of a password, as in the reference.
std::string joined_characters(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += characters_of(name);
  return replace_all(replace_all(all, "\"", ""), "'", "");
}

// Splits "a,b,," into the names between commas. A doubled comma is the character itself.
std::vector<std::string> split_characters(std::string_view text) {
  std::vector<std::string> names;
  if (text.find(",,") != std::string_view::npos) names.push_back(",");
  const std::string single = replace_all(text, ",,", ",");
  for (const std::string_view name : Split(single, ",")) {
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

// "secrets/db chars=digits length=8": the path, then options. Options in the term win over named arguments. A path may
// contain blanks if they directly follow it, so the rest of the words is appended and compared with the term.
PasswordRequest read_password_request(const FunctionCall& call, const std::string& term) {
  PasswordRequest request;
  const std::size_t space = term.find(' ');
  const KeyValues options = space == std::string::npos ? KeyValues() : read_key_values(term.substr(space + 1));
  request.path = term.substr(0, space);
  if (!options.rest.empty()) request.path += " " + options.rest;
  if (!term.starts_with(request.path)) {
    call.fail("Unrecognized value after key=value parameters given to password lookup");
  }
  for (const auto& [name, value] : options.options) {
    constexpr std::array<std::string_view, 5> known = {"length", "encrypt", "chars", "ident", "seed"};
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      call.fail("Unrecognized parameter(s) given to password lookup: " + name);
    }
  }
  const auto text_option = [&](std::string_view name, std::size_t index) -> std::optional<std::string> {
    if (const std::string* given = options.find(name)) return *given;
    return call.set(index) ? std::optional(call.text(index)) : std::nullopt;
  };
  if (const auto length = text_option("length", 1)) {
    const auto number = parse_loose_integer(*length);
    if (!number) call.fail("invalid literal for int() with base 10: '" + *length + "'");
    request.length = std::max<std::int64_t>(number.value, 0);
  }
  std::vector<std::string> names = {"ascii_letters", "digits", ".,:-_"};
  if (const std::string* chars = options.find("chars")) {
    names = split_characters(*chars);
  } else if (call.set(2) && call[2].is_string()) {
    names = split_characters(call.text(2));
  } else if (call.set(2)) {
    names.clear();
    for (const Value& name : call.items(2)) names.push_back(call.evaluator.text(name));
  }
  request.characters = joined_characters(names);
  request.encrypt = text_option("encrypt", 3);
  request.ident = text_option("ident", 4);
  if (const std::string* seed = options.find("seed")) {
    request.seed = Value::string(*seed);
  } else if (call.set(5)) {
    request.seed = Value::string(call.text(5));  // the option is a string in Ansible
  }
  return request;
}

// Each character is one choice of the generator, with the same sequence as in Python if there is a seed.
std::string random_password(const FunctionCall& call, const PasswordRequest& request) {
  std::u32string characters;
  for (std::size_t at = 0; at < request.characters.size();) {
    const CodePoint point = decode_code_point(request.characters, at);
    characters += point.value;
    at += point.size;
  }
  if (characters.empty()) call.fail("No characters are left for the password: widen `chars`.");
  SeededRandom random(call, request.seed);
  std::string password;
  for (std::int64_t i = 0; i < request.length; ++i) {
    call.context.budget.step();
    append_code_point(password, characters[static_cast<std::size_t>(random.get().below(characters.size()))]);
  }
  return password;
}

// The content of a password file: "text salt=… ident=…". The salt is stored so that later runs give the same hash.
struct StoredPassword {
  std::string text;
  std::optional<std::string> salt, ident;
};

StoredPassword read_stored(std::string_view content) {
  StoredPassword stored;
  const std::size_t salt = content.rfind(" salt=");
  if (salt != std::string_view::npos) {
    const std::string_view rest = content.substr(salt + 6);
    const std::size_t ident = rest.rfind(" ident=");
    stored.salt = std::string(rest.substr(0, ident));
    if (ident != std::string_view::npos) stored.ident = std::string(rest.substr(ident + 7));
  }
  stored.text = std::string(content.substr(0, salt));
  return stored;
}

// Returns the stored password, or makes one and writes the file, which is then an output of the run. With `encrypt` the
// result is a hash, and the salt is stored beside the password: the next run gives the same hash. The path /dev/null
// stores nothing.
Value password(Call& base) {
  FunctionCall& call = function_call(base);
  List passwords;
  for (const Value& term : call.rest) {
    const PasswordRequest request = read_password_request(call, call.evaluator.text(term));
    const bool is_kept = request.path != "/dev/null";
    const auto entry = is_kept ? root_file(call.context, request.path) : std::nullopt;
    StoredPassword stored;
    if (entry) {
      stored = read_stored(trim_end(file_text(call.context, *entry)));
    } else {
      stored.text = random_password(call, request);
    }
    std::string result = stored.text;
    bool is_changed = !entry;
    if (request.encrypt) {
      PasswordOptions options;
      options.salt = stored.salt;
      options.ident = request.ident ? request.ident : stored.ident;
      const HashedPassword hashed =
          hash_password(stored.text, *request.encrypt, options, call.context.random, call.context.budget);
      if (!hashed) call.fail(hashed.error);
      result = hashed.text;
      if (!stored.salt) {  // the hash has it: before the last "$", or bcrypt's first 22 digits
        const std::size_t last = result.rfind('$');
        const bool is_bcrypt = result.starts_with("$2");
        stored.salt =
            is_bcrypt ? result.substr(last + 1, 22) : result.substr(0, last).substr(result.rfind('$', last - 1) + 1);
        if (is_bcrypt) stored.ident = result.substr(1, 2);
        is_changed = true;
      }
    }
    if (is_kept && is_changed) {
      const auto path = Files::resolve(request.path);
      if (!path) call.fail("The password file '" + request.path + "' is outside of the workspace.");
      std::string content = stored.text;
      if (stored.salt) content += " salt=" + *stored.salt;
      if (stored.ident) content += " ident=" + *stored.ident;
      call.context.files.write(*path, Value::string(content + "\n"), call.evaluator.has_read_sensitive());
    }
    passwords.push_back(Value::string(result));
  }
  return Value::list(std::move(passwords));
}

constexpr Example password_examples[] = {
    {"{{ lookup('password', '/dev/null chars=ascii_lowercase,digits length=12 seed=inventory') }}", "",
     R"("yu8ffm5425p8")", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_lookup,
     .signature = "password(*terms: string, length: integer = 20, chars: list = null, encrypt: string = null, ident: "
                  "string = null, seed: any = null) -> list",
     .summary = "The password that a file holds, or a new one, which the file then holds.",
     .details = "`/dev/null` keeps none. The same seed gives the same password.",
     .effects = Effects::random | Effects::reads_files | Effects::writes_files,
     .examples = password_examples,
     .call = password},
};

}  // namespace
}  // namespace lookups_password_family

std::span<const Function> ansible_password_lookup() {
  using namespace lookups_password_family;
  return all;
}

}  // namespace evalground::ansible
