// Turns the marked code blocks of a document into examples: a workspace for each, and the output that the document
// shows.
//
//   a block with a key of the workspace     a part of the next example; with the key "files" its `file`
//   a marked block in a dialect             the example, with all parts so far
//   a block of output behind it             what the document shows; also a block below "Output:"
//
// Blocks are read in order. Parts are collected until the next example of the same container uses them. An example may
// continue an earlier one by its id (`depends`). A block that cannot be understood becomes an example with a problem,
// so that it is reported instead of passed over.
#include "cli/check_docs/example.hpp"

#include <algorithm>
#include <map>

#include "base/text/encoding.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "cli/check_docs/attributes.hpp"
#include "cli/check_docs/fragments.hpp"
#include "cli/check_docs/lines.hpp"
#include "cli/check_docs/marks.hpp"
#include "cli/check_docs/playbooks.hpp"
#include "cli/input.hpp"
#include "cli/link.hpp"
#include "cli/options.hpp"
#include "engine.hpp"
#include "runtime/keys.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

// The meaning of a block's language: a dialect, possibly with options.
struct Language {
  std::string name;
  std::string dialect;
  std::vector<std::string> known_options;
  Map options;
  bool is_expression = false;  // its documents are expressions
  std::string path;            // the name of a document given in place
};

std::string text_of(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

// Adds the language under its names.
void add(std::vector<Language>& all, Language language, const Map& description) {
  all.push_back(language);
  const Value* aliases = description.find("aliases");
  if (aliases == nullptr) return;
  for (const Value& alias : aliases->as_list()) {
    language.name = alias.as_string();
    all.push_back(language);
  }
}

std::vector<std::string> names_of_options(const Map& description) {
  std::vector<std::string> names;
  const Value* options = description.find("options");
  if (options == nullptr) return names;
  for (const Value& option : options->as_list()) names.push_back(text_of(option.as_map(), "name"));
  return names;
}

// The names come from the catalogue, so a new dialect is known here at once: its id, aliases, file endings and flavors.
std::vector<Language> languages() {
  Budget budget;
  std::vector<Language> all;
  const Value dialects = parse_json(catalogue(""), budget);
  for (const Value& item : dialects.as_list()) {
    const Map& description = item.as_map();
    const Map& file = description.find("file")->as_map();
    Language language{text_of(description, "id"),
                      text_of(description, "id"),
                      names_of_options(description),
                      {},
                      text_of(file, "language") == "expression",
                      text_of(file, "path")};
    add(all, language, description);
    const bool is_yaml = text_of(description, "fence") == "yaml";  // shared by several dialects, so it identifies none
    for (const Value& extension : description.find("extensions")->as_list()) {
      language.name = extension.as_string();
      if (!is_yaml) all.push_back(language);
    }
    if (const Value* flavors = description.find("flavors")) {
      for (const Value& flavor : flavors->as_list()) {
        language.name = text_of(flavor.as_map(), "id");
        language.options = flavor.as_map().find("options")->as_map();
        add(all, language, flavor.as_map());
      }
    }
  }
  return all;
}

const Language* find_language(std::string_view name) {
  static const std::vector<Language> all = languages();
  for (const Language& language : all) {
    if (language.name == name) return &language;
  }
  return nullptr;
}

// Generators of sites have attributes of their own, so an unknown attribute is ignored. The name of a dialect's option
// is a mistake: its value would have no effect.
void refuse_option(const Language& language, const std::string& name, const std::string& value) {
  const std::vector<std::string>& known = language.known_options;
  if (std::find(known.begin(), known.end(), name) == known.end()) return;
  throw UsageError(quote(name) + " is an option of " + language.dialect + "; write options=\"{" + name + ": " + value +
                   "}\"");
}

// Sets a key of the workspace to the value of a text, by the rules of the dialect.
// Texts lose their last line break, which belongs to the block and not to the value.
void set_key(Map& workspace, std::string_view name, const std::string& text) {
  const Key* key = find_key(workspace_keys(), name);
  if (key == nullptr) throw UsageError("a workspace has no key " + quote(name));
  if (key->type == KeyType::text || name == "expression") {
    workspace.set(name, Value::string(trim_end(text, "\r\n")));
  } else {
    // No value begins with "%" in JSON or YAML, and some generators keep no other form of a map.
    const std::string value = text.starts_with('%') ? percent_decode(text) : text;
    workspace.set(name, read_workspace_text(std::string(name), value, name, workspace));
  }
}

void add_file(Map& workspace, const std::string& path, const std::string& text) {
  const Value* given = workspace.find("files");
  if (given == nullptr || !given->is_map()) workspace.set("files", Value::map({}));
  // In place: an example can have many files.
  workspace.find_for_edit(Value::string("files"))->edit_map().set(normalise_path(path), Value::string(text));
}

void add_options(Map& workspace, const Map& options) {
  const Value* given = workspace.find("options");
  Map merged = options;
  if (given != nullptr && given->is_map()) {
    for (const auto& [name, value] : given->as_map()) merged.set(name, value);
  }
  if (!merged.empty()) workspace.set("options", Value::map(std::move(merged)));
}

std::string key_of(const Block& block) {
  const std::string* key = block.attribute("key");
  return key != nullptr ? *key : std::string();
}

class Collector {
 public:
  Collector(std::string_view file, const std::vector<Block>& blocks, const ReadNamed& read_named, const Every& every)
      : file_(file), blocks_(blocks), read_named_(read_named), every_(every) {}

  std::vector<Example> collect() {
    for (at_ = 0; at_ < blocks_.size(); ++at_) {
      const Block& block = blocks_[at_];
      if (playbooks_.add(block)) {
        add_run_of_playbook();
        continue;
      }
      if (block.is_output() || playbooks_.is_output(block) || is_session(block)) continue;
      const Block* output = output_behind(at_);
      if (block.is_marked()) {
        add_marked(block, output);
      } else if (output != nullptr && output->language == "ansible-output") {
        for (Example& example : ansible_examples(file_, block, *output)) examples_.push_back(std::move(example));
      } else if (has_ansible_values(block)) {
        for (Example& example : ansible_values(file_, block)) examples_.push_back(std::move(example));
      } else {
        add_unmarked(block, output);
      }
    }
    return std::move(examples_);
  }

 private:
  void add_run_of_playbook() {
    const std::optional<Playbooks::Run>& run = playbooks_.run();
    if (!run || run->output == nullptr) return;
    std::vector<Example> found = ansible_examples(file_, run->playbook, *run->output);
    for (Example& example : found) {
      if (!run->problem.empty()) example.skipped = run->problem;
      examples_.push_back(std::move(example));
    }
  }

  // A block with a whole session is read line by line, by the reader of sessions.
  static bool is_session(const Block& block) { return block.language == "yaql" && block.text.starts_with("yaql>"); }

  const std::string* dialect_of_every(const Block& block) const {
    for (const auto& [language, dialect] : every_) {
      if (language == block.language) return &dialect;
    }
    return nullptr;
  }

  // The output block after this one, if there is one.
  const Block* output_behind(std::size_t at) const {
    if (at + 1 >= blocks_.size()) return nullptr;
    const Block& next = blocks_[at + 1];
    if (next.container != blocks_[at].container) return nullptr;
    return next.is_output() || is_announced(blocks_[at], next) ? &next : nullptr;
  }

  // Whether a block of text or data has a line "Output:" above it.
  bool is_announced(const Block& block, const Block& next) const {
    constexpr std::string_view plain[] = {"", "text", "txt", "json", "yaml", "console", "none"};
    if (next.is_marked() || std::find(std::begin(plain), std::end(plain), next.language) == std::end(plain))
      return false;
    const std::size_t begin = std::max(block.content.end, block.end);
    if (next.at <= begin || next.at - begin > 200) return false;
    const std::vector<Line> lines = lines_of(file_.substr(begin, next.at - begin));
    for (std::size_t i = lines.size(); i-- > 0;) {
      const std::string line = lower_case(trim(lines[i].text, "*_#>:=- \t"));
      if (!line.empty()) return line == "output" || line == "result";
    }
    return false;
  }

  // A block that nobody marked is an example where an output follows, or with --all. A fragment is completed, and
  // skipped where that cannot be done.
  void add_unmarked(const Block& block, const Block* output) {
    const std::string* dialect = dialect_of_every(block);
    const bool is_renamed = dialect != nullptr && !dialect->empty();
    const Language* language = find_language(is_renamed ? *dialect : block.language);
    if (dialect == nullptr && (output == nullptr || language == nullptr)) return;
    Block whole = block;
    if (block.attribute("file") != nullptr) whole.attributes.emplace_back("main", "");  // it is no part of the next one
    if (is_renamed) whole.attributes.insert(whole.attributes.begin(), {"dialect", *dialect});
    std::string why_not;
    bool is_fragment = false;
    if (language != nullptr) {
      Completed document = completed(language->dialect, block.text);
      is_fragment = document.text != block.text;
      whole.text = std::move(document.text);
      if (document.is_expression) whole.attributes.emplace_back("key", "expression");
      why_not = std::move(document.why_not);
      const bool reads_data = document.is_expression && block.text.find("$.") != std::string::npos;
      if (reads_data && whole.attribute("data") == nullptr) why_not = "the object that it reads is not given";
    }
    const std::size_t count = examples_.size();
    add_marked(whole, output);
    if (examples_.size() == count) return;
    Example& example = examples_.back();
    example.is_own = false;
    example.is_fragment = is_fragment;
    if (example.skipped.empty()) example.skipped = why_not;
    if (!example.skipped.empty()) example.problem.clear();
  }

  // Like CFEngine's own test, skips an example that needs preparation in a shell.
  std::string reason_to_skip(const Block& output) const {
    if (output.language != "example_output") return {};
    for (const Block& block : blocks_) {
      if (block.language == "prep") return "a shell prepares it";
    }
    return {};
  }

  void add_marked(const Block& block, const Block* output) {
    Example example;
    example.at = block.at;
    try {
      if (is_part(block)) {
        add_part(block);
        return;
      }
      example.workspace = workspace_of(block);
      if (!block.problem.empty()) example.problem = block.problem;
    } catch (const std::exception& error) {  // UsageError, LinkError, Error of a text that does not parse
      example.problem = error.what();
    }
    if (output != nullptr) {
      example.shown = Shown{output->content, output->text, output->language, ""};
      example.skipped = reason_to_skip(*output);
    } else if (block.is_marked()) {
      example.block = &block;
    }
    if (const std::string* reason = block.attribute("skip")) {
      example.skipped = reason->empty() ? "the document skips it" : *reason;
      example.problem.clear();
    }
    if (const std::string* id = block.attribute("id")) named_[*id] = example.workspace;
    examples_.push_back(std::move(example));
  }

  // In an element the files are parts of it. Elsewhere a key makes a block a part.
  static bool is_part(const Block& block) {
    const std::string key = key_of(block);
    const bool is_of_element = !block.container.empty() && block.attribute("dialect") == nullptr;
    if (is_of_element) return block.attribute("file") != nullptr || !key.empty();
    return !key.empty() && key != "expression";
  }

  // Adds a file or the value of a key for the next example.
  // A part with an id is kept under it, and is no part of the next example.
  void add_part(const Block& block) {
    if (block.container != container_) parts_ = {};
    container_ = block.container;
    const std::string key = key_of(block);
    const std::string* path = block.attribute("file");
    if (key == "files" && path == nullptr) throw UsageError("a block with the key \"files\" needs a \"file\"");
    if (path != nullptr) {
      add_file(parts_, *path, block.text);
      if (block.attribute("main") != nullptr) parts_.set("main", Value::string(normalise_path(*path)));
    } else {
      Map workspace = parts_;
      set_key(workspace, key, block.text);
      parts_ = std::move(workspace);
    }
    if (const std::string* id = block.attribute("id")) {
      named_[*id] = parts_;
      parts_ = {};
    }
  }

  // What an example asks, its document and expression, is its own; the rest is inherited.
  Map beneath(const std::string& id) const {
    const auto found = named_.find(id);
    if (found == named_.end()) throw UsageError("no block above has the id " + quote(id));
    Map workspace = found->second;
    for (const std::string_view own : {"main", "expression"}) workspace.erase(own);
    return workspace;
  }

  // Three forms, tried in this order: a whole workspace in the block, one by a link or file (`src`), and a text in a
  // dialect that an attribute or the language of the block names.
  Map workspace_of(const Block& block) {
    Map workspace;
    if (const std::string* id = block.attribute("depends")) workspace = beneath(*id);
    if (block.container == container_) {
      for (const auto& [key, value] : parts_) workspace.set(key, value);
    }
    parts_ = {};
    container_.clear();
    if (is_workspace(block)) return whole_workspace(block.text, std::move(workspace));
    if (const std::string* link = block.attribute("src")) {
      const std::string text = is_link(*link) ? read_link(*link) : read_named_(*link);
      return whole_workspace(text, std::move(workspace));
    }

    const std::string* dialect = block.attribute("dialect");
    const Language* language = find_language(dialect != nullptr ? *dialect : block.language);
    if (language == nullptr) {
      throw UsageError((dialect != nullptr ? "unknown dialect " + quote(*dialect)
                                           : "the block needs a dialect: its language is " + quote(block.language)));
    }
    workspace.set("dialect", Value::string(language->dialect));
    for (const auto& [name, text] : block.attributes) {
      const bool names_a_file = name == "main";  // also without a value: "this file is the main one"
      if (name == "files" && !text.starts_with('{')) {
        add_named_files(workspace, text);
      } else if (name != "dialect" && name != "title" && !names_a_file && find_key(workspace_keys(), name) != nullptr) {
        set_key(workspace, name, text);
      } else if (find_key(workspace_keys(), name) == nullptr) {
        refuse_option(*language, name, text);
      }
    }
    add_options(workspace, language->options);
    add_text(workspace, block, *language);
    return workspace;
  }

  // "base.yaml lib/ports.yaml"
  void add_named_files(Map& workspace, std::string_view paths) const {
    for (const std::string_view path : Split(paths, " ")) {
      if (!path.empty()) add_file(workspace, std::string(path), read_named_(std::string(path)));
    }
  }

  void add_text(Map& workspace, const Block& block, const Language& language) const {
    if (block.text.empty()) return;
    const std::string* path = block.attribute("file");
    const bool is_expression = key_of(block) == "expression" || (language.is_expression && path == nullptr);
    if (is_expression && !workspace.contains("expression")) {
      set_key(workspace, "expression", block.text);
    } else if (is_expression) {
      set_key(workspace, "data", block.text);
    } else {
      const std::string name = path != nullptr ? normalise_path(*path) : language.path;
      add_file(workspace, name, block.text);
      workspace.set("main", Value::string(name));
    }
  }

  // True for a block in the language "evalground", and for a marked block in YAML or JSON that names no dialect: a
  // workspace.
  static bool is_workspace(const Block& block) {
    return block.language == example_mark() ||
           (is_workspace_language(block.language) && block.attribute("dialect") == nullptr && block.container.empty());
  }

  static Map whole_workspace(const std::string& text, Map workspace) {
    const Value value = read_workspace_text("the workspace", text, "workspace", {});
    if (!value.is_map()) throw UsageError("a workspace must be a map with a \"dialect\"");
    for (const auto& [key, part] : value.as_map()) workspace.set(key, part);
    return workspace;
  }

  std::string_view file_;
  const std::vector<Block>& blocks_;
  const ReadNamed& read_named_;
  const Every& every_;
  Playbooks playbooks_{blocks_};
  std::size_t at_ = 0;
  std::vector<Example> examples_;
  std::map<std::string, Map> named_;  // by id; the last one counts
  Map parts_;                         // of the next example
  std::string container_;             // what they are in
};

}  // namespace

std::vector<Example> examples_of(std::string_view file, const std::vector<Block>& blocks, const ReadNamed& read_named,
                                 const Every& every) {
  return Collector(file, blocks, read_named, every).collect();
}

bool is_dialect(std::string_view language) {
  return find_language(language) != nullptr;
}

}  // namespace evalground::cli
