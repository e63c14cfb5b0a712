// Functions that read whole files, the environment, and the output of modules.
//
// Files are those of the workspace, below /workspace. A missing file is a failed call, except in functions that only
// ask about it. Limits on bytes protect a real agent from large files. Here they also decide what a policy sees: text
// is cut at the limit, while a structured document that is too long is an error.
#include <algorithm>

#include "base/crypto/crypto.hpp"
#include "base/text/encoding.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/documents.hpp"
#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace file_family {
namespace {

std::string_view content_of(const PolicyCall& call) {
  const std::optional<std::string_view> text = file_text(call.context, call.text(0));
  if (!text) call.fail("The file " + quote(call.text(0)) + " does not exist.");
  return *text;
}

// The byte limit of an argument; no limit when it is absent.
std::uint64_t most_bytes(const PolicyCall& call, std::size_t argument) {
  return call.given(argument) ? static_cast<std::uint64_t>(std::max<std::int64_t>(0, call.integer(argument))) : ~0ULL;
}

// A structured document, which must not be cut.
// A JSON or YAML text that is cut has no meaning, so a limit that is too small is a failure, unlike in readfile().
std::string_view document_of(const PolicyCall& call, std::size_t bytes) {
  const std::string_view text = content_of(call);
  if (text.size() > most_bytes(call, bytes)) {
    call.fail("The file " + quote(call.text(0)) + " has " + std::to_string(text.size()) +
              " bytes, which are more than are to be read.");
  }
  return text;
}

// A JSON document may be a single text or number, which no variable of type `data` can hold.
Value container(const PolicyCall& call, Value value) {
  if (!value.is_list() && !value.is_map()) call.fail("The file " + quote(call.text(0)) + " holds no list or map.");
  return value;
}

// A limit of 0 reads the whole file. The line end of a file with one line is dropped.
Value readfile(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return Value::string(without_single_line_end(first_bytes(content_of(policy), policy.integer(1))));
}

Value readjson(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return container(policy, read_json(document_of(policy, 1), policy.budget(), {.may_trail = true}));
}

Value readyaml(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return yaml_container(policy, document_of(policy, 1));
}

Value readcsv(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return read_csv(content_of(policy), policy.budget(), {.most_bytes = most_bytes(policy, 1)});
}

Value readenvfile(Call& call) {
  const PolicyCall& policy = policy_call(call);
  return read_env(content_of(policy), policy.budget(), most_bytes(policy, 1));
}

// By the format named, or by the file extension.
// An unknown extension is JSON.
Value read_data(const PolicyCall& call) {
  std::string_view format = call.text(1);
  if (format == "auto") {
    const std::string_view path = call.text(0);
    format = path.ends_with(".csv")                              ? "CSV"
             : path.ends_with(".yml") || path.ends_with(".yaml") ? "YAML"
             : path.ends_with(".env")                            ? "ENV"
                                                                 : "JSON";
  }
  if (format == "CSV") return read_csv(content_of(call), call.budget(), {.most_bytes = most_bytes(call, 2)});
  if (format == "ENV") return read_env(content_of(call), call.budget(), most_bytes(call, 2));
  const std::string_view text = document_of(call, 2);
  if (format == "YAML") return yaml_container(call, text);
  return container(call, read_json(text, call.budget(), {.may_trail = true}));
}

Value readdata(Call& call) {
  return read_data(policy_call(call));
}

// True if reading succeeds. An invalid file is no failure here.
Value validfiledata(Call& call) {
  return Value::boolean(recover(
      [&] {
        read_data(policy_call(call));
        return true;
      },
      [](const Error&) { return false; }));
}

// The text that is hashed for a path; empty for a folder.
std::optional<std::string_view> hashed_text(const PolicyCall& call) {
  return is_folder(call.context, call.text(0)) ? "" : file_text(call.context, call.text(0));
}

// A missing file has a digest of zeros, and one without an algorithm an empty digest.
Value file_hash(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::optional<DigestAlgorithm> algorithm = digest_algorithm(policy.text(1));
  if (!algorithm) return Value::string("");
  const std::optional<std::string_view> text = hashed_text(policy);
  const std::string bytes = digest(*algorithm, text.value_or(""));
  return Value::string(encode_hex(text ? bytes : std::string(bytes.size(), '\0')));
}

Value hashmatch(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::optional<DigestAlgorithm> algorithm = digest_algorithm(policy.text(1));
  const std::optional<std::string_view> text = hashed_text(policy);
  return Value::boolean(algorithm && text && encode_hex(digest(*algorithm, *text)) == policy.text(2));
}

// Empty for an unknown name, as for an empty value. A secret of the environment stays secret.
Value getenv(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const Value* value = call.context.workspace.env.find(policy.text(0));
  if (value == nullptr) return Value::string("");
  const std::string text = primitive_text(*value);
  const auto most = std::min<std::uint64_t>(static_cast<std::uint64_t>(policy.integer(1)), text.size());
  return Value::string(std::string_view(text).substr(0, static_cast<std::size_t>(most)))
      .with_sensitive(value->sensitive());
}

// Interprets the lines that a module prints: `=name=value`, `@name={ "a" }`, `%name={…}`, `+class`, `-class`,
// `^context=name`, `^meta=tags`. Lines without a known mark are ignored.
class ModuleReader {
 public:
  ModuleReader(PolicyCall& call, std::string bundle)
      : call_(call), evaluator_(call.evaluator), bundle_(std::move(bundle)) {}

  void read(std::string_view line) {
    call_.budget().step();
    if (line.size() < 2) return;
    const char mark = line[0];
    const std::string_view rest = line.substr(1);
    const std::size_t equals = rest.find('=');
    const std::string_view name = trim(rest.substr(0, equals));
    const std::string_view value = equals == std::string_view::npos ? std::string_view() : rest.substr(equals + 1);
    switch (mark) {
      case '^':
        if (name == "context" && !value.empty()) bundle_ = value;
        if (name == "meta") tags_ = tags_of(value);
        return;
      case '+': evaluator_.define_class(canonify(trim(rest)), true, class_tags()); return;
      case '-': cancel(canonify(trim(rest))); return;
      case '=': return set(name, DataType::string, Value::string(value));
      case '@': return set(name, DataType::slist, list_of(value));
      case '%': return set(name, DataType::data, read_json(value, call_.budget(), {.may_trail = true}));
      default: return;
    }
  }

 private:
  // Variables of a module belong to a bundle of the module's name, in the namespace `default`.
  void set(std::string_view name, DataType type, Value value) {
    if (name.empty() || value.is_undefined()) return;
    evaluator_.variables.scope("default", bundle_).set(name, type, std::move(value), nullptr, tags_, call_.budget());
  }

  void cancel(const std::string& name) {
    evaluator_.global_classes.erase(name);
    evaluator_.frame->classes.erase(name);
  }

  Value class_tags() const {
    List tags{Value::string("source=module")};
    if (tags_.is_list()) tags.insert(tags.end(), tags_.as_list().begin(), tags_.as_list().end());
    return Value::list(std::move(tags));
  }

  static Value tags_of(std::string_view text) {
    List tags;
    for (const std::string_view tag : Split(text, ",")) tags.push_back(Value::string(trim(tag)));
    return Value::list(std::move(tags));
  }

  // `{ "a", "b" }`: the items in quotes.
  static Value list_of(std::string_view text) {
    List items;
    std::size_t at = 0;
    while ((at = text.find_first_of("\"'", at)) != std::string_view::npos) {
      const std::size_t end = text.find(text[at], at + 1);
      if (end == std::string_view::npos) break;
      items.push_back(Value::string(text.substr(at + 1, end - at - 1)));
      at = end + 1;
    }
    return Value::list(std::move(items));
  }

  PolicyCall& call_;
  Evaluator& evaluator_;
  std::string bundle_;
  Value tags_;
};

Value read_module_protocol(Call& call) {
  PolicyCall& policy = policy_call(call);
  const std::optional<std::string_view> text = file_text(call.context, policy.text(0));
  if (!text) return Value::boolean(false);
  ModuleReader reader(policy, canonify(base_name(policy.text(0))));
  for (const std::string_view line : lines_of(*text)) reader.read(line);
  return Value::boolean(true);
}

constexpr std::string_view small = "bundle agent main { }";
constexpr std::string_view as_json = "# [1, 2]\nbundle agent main { }";

constexpr Example readfile_examples[] = {{R"x(readfile("/workspace/main.cf", 12))x", small, R"("bundle agent")"}};
constexpr Example readjson_examples[] = {{R"x(readjson("/workspace/none.json"))x", as_json, "error"}};
constexpr Example readyaml_examples[] = {
    {R"x(readyaml("/workspace/main.cf"))x", "#a\nbundle agent main: {}\n", "error"}};
constexpr Example readcsv_examples[] = {
    {R"x(readcsv("/workspace/main.cf"))x", small, R"([["bundle agent main { }"]])"}};
constexpr Example readenv_examples[] = {{R"x(readenvfile("/workspace/main.cf"))x",
                                         "# A=1\nbundle agent main {\nvars: \"B\" string =>\n\"2\"; }",
                                         R"({"vars: \"B\" string": ">"})"}};
constexpr Example readdata_examples[] = {
    {R"x(readdata("/workspace/main.cf", "CSV"))x", small, R"([["bundle agent main { }"]])"}};
constexpr Example validfiledata_examples[] = {{R"x(validfiledata("/workspace/main.cf", "JSON"))x", small, R"("!any")"}};
constexpr Example file_hash_examples[] = {
    {R"x(file_hash("/workspace/main.cf", "md5"))x", small, R"("fb09876a8a3d93f283f503ca169db9d4")"}};
constexpr Example hashmatch_examples[] = {{R"x(hashmatch("/workspace/main.cf", "md5", "00"))x", small, R"("!any")"}};
constexpr Example getenv_examples[] = {{R"x(getenv("NOT_SET", 100))x", "", R"("")"}};
constexpr Example module_examples[] = {{R"x(read_module_protocol("/workspace/main.cf"))x", small, R"("any")"}};

}  // namespace
}  // namespace file_family

std::span<const Function> file_functions() {
  using namespace file_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature = "readfile(file: path, bytes: int[0,inf] = '0') -> string",
       .summary = "The content of a file.",
       .effects = Effects::reads_files,
       .examples = readfile_examples,
       .call = readfile},
      {.kind = "function",
       .signature = "readjson(file: path, bytes: int[0,inf] = '0') -> data",
       .summary = "The JSON of a file.",
       .effects = Effects::reads_files,
       .examples = readjson_examples,
       .call = readjson},
      {.kind = "function",
       .signature = "readyaml(file: path, bytes: int[0,inf] = '0') -> data",
       .summary = "The YAML of a file.",
       .effects = Effects::reads_files,
       .examples = readyaml_examples,
       .call = readyaml},
      {.kind = "function",
       .signature = "readcsv(file: path, bytes: int[0,inf] = '0') -> data",
       .summary = "The records of a CSV file; CRLF ends one.",
       .effects = Effects::reads_files,
       .examples = readcsv_examples,
       .call = readcsv},
      {.kind = "function",
       .signature = "readenvfile(file: path, bytes: int[0,inf] = '0') -> data",
       .summary = "The `KEY=value` lines of a file.",
       .effects = Effects::reads_files,
       .examples = readenv_examples,
       .call = readenvfile},
      {.kind = "function",
       .signature = "readdata(file: path, format: option{CSV|YAML|JSON|ENV|auto}) -> data",
       .summary = "The data of a file; `auto` goes by its extension.",
       .effects = Effects::reads_files,
       .examples = readdata_examples,
       .call = readdata},
      {.kind = "function",
       .signature = "validfiledata(file: path, format: option{CSV|YAML|JSON|ENV|auto}) -> context",
       .summary = "True when `readdata` would succeed.",
       .since = "3.26",
       .effects = Effects::reads_files,
       .examples = validfiledata_examples,
       .call = validfiledata},
      {.kind = "function",
       .signature = "file_hash(file: path, algorithm: option{md5|sha1|sha256|sha384|sha512}) -> string",
       .summary = "The digest of a file.",
       .effects = Effects::reads_files,
       .examples = file_hash_examples,
       .call = file_hash},
      {.kind = "function",
       .signature = "hashmatch(file: path, algorithm: option{md5|sha1|sha256|sha384|sha512}, digest: id) -> context",
       .summary = "True when a file has that digest.",
       .effects = Effects::reads_files,
       .examples = hashmatch_examples,
       .call = hashmatch},
      {.kind = "function",
       .signature = "getenv(name: id, bytes: int[0,inf]) -> string",
       .summary = "A variable of the workspace's environment.",
       .effects = Effects::env,
       .examples = getenv_examples,
       .call = getenv},
      {.kind = "function",
       .signature = "read_module_protocol(file: path) -> context",
       .summary = "Sets the variables and classes that the lines of a file name.",
       .details = "Lines: `=name=value`, `@name={ \"a\" }`, `%name={\"json\": 1}`, `+class`, `-class`, "
                  "`^context=bundle`, `^meta=tags`.",
       .effects = Effects::reads_files,
       .examples = module_examples,
       .call = read_module_protocol},
  };
  return all;
}

}  // namespace evalground::cfengine
