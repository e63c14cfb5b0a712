// The syntax tree of a policy: bundles and bodies, promises in sections, and the values of their attributes.
//
// Nodes live in the arena of their Policy. Their texts are views of it or of the sources.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.hpp"
#include "base/budget.hpp"
#include "dialects/cfengine/data/version.hpp"
#include "runtime/catalogue.hpp"
#include "source/sources.hpp"

namespace evalground::cfengine {

struct Reference;

// A piece of a text: literal characters, or a `$(reference)`.
struct Segment {
  std::string_view literal;
  const Reference* reference;  // null: literal
};

// A string of the policy, split at its `$` references once, so that expansion is a walk.
struct Text {
  std::string_view source;  // without quotes and escapes
  std::span<const Segment> segments;
  bool has_references = false;
};

// `$(name)` or `${name}`. The name may itself contain references: `$(a[$(k)])`.
struct Reference {
  std::string_view source;  // with its brackets
  Text name;
};

enum class RvalueKind : std::uint8_t { text, call, list };

// The value of an attribute: a string or bare word, a call, a list.
struct Rvalue {
  RvalueKind kind;
  bool is_quoted;
  OriginId where;
  Text text;                                 // the text; for a call, the function's name
  std::span<const Rvalue* const> items;      // of a list; for a call, its arguments
  const FunctionCatalogue::Entry* function;  // of a call; null for an unknown function
};

// The expression of a workspace: a function call, a text with references, or a class expression.
struct ParsedExpression {
  const Rvalue* value = nullptr;  // null after a mistake
  bool is_class = false;
};

struct Attribute {
  std::string_view name;
  OriginId where;  // of the name
  const Rvalue* value;
};

struct Bundle;

struct Promise {
  std::uint32_t number;  // unique in the policy, in the order of the source
  std::uint32_t line;    // of the promiser, from 1
  std::uint32_t file;
  std::string_view type;
  const Text* context;  // null: any
  OriginId context_where;
  bool is_context_quoted;
  Text promiser;
  OriginId where;  // of the promiser
  const Rvalue* promisee;
  std::span<const Attribute> attributes;
  const Bundle* bundle;

  // The last of several attributes with that name.
  const Rvalue* attribute(std::string_view name) const {
    const Rvalue* value = nullptr;
    for (const Attribute& one : attributes) {
      if (one.name == name) value = one.value;
    }
    return value;
  }
};

// One `type:` part of a bundle. The same type may occur several times.
struct Section {
  std::string_view type;
  OriginId where;
  std::vector<const Promise*> promises;
};

struct Bundle {
  std::string_view type;
  std::string_view name;
  std::string_view space;  // the namespace; "default" unless a `body file control` sets another
  OriginId where;          // of the name
  std::uint32_t file;
  std::vector<std::string_view> parameters;
  std::vector<Section> sections;
  bool is_top_down = false;

  // "main", or "ns:main" outside of the default namespace.
  std::string shown_name() const {
    return space == "default" ? std::string(name) : std::string(space) + ":" + std::string(name);
  }
};

struct BodyLine {
  const Text* context;  // null: any
  Attribute attribute;
};

struct Body {
  std::string_view type;
  std::string_view name;
  std::string_view space;
  OriginId where;
  std::uint32_t file;
  std::vector<std::string_view> parameters;
  std::vector<BodyLine> lines;
};

// A file of the policy, in reading order.
struct PolicyFile {
  std::uint32_t file;
  std::string path;  // the value of `$(this.promise_filename)`
};

// Files [begin, end) whose bundles were resolved while the policy was read.
struct Resolution {
  std::size_t begin;
  std::size_t end;
};

// All files of an evaluation, joined.
struct Policy {
  Policy(const FunctionCatalogue& functions_, Release release_) : catalogue(functions_), release(release_) {}

  // The function of that name, if the release has it. No function was ever taken away; those with a first release came
  // after the oldest that can be chosen.
  const FunctionCatalogue::Entry* function(std::string_view name) const {
    const FunctionCatalogue::Entry* found = catalogue.find("function", name);
    const bool is_later = found != nullptr && release == Release::r3_21 && !found->function->since.empty();
    return is_later ? nullptr : found;
  }

  const FunctionCatalogue& catalogue;  // the functions that calls may name
  const Release release;
  Arena arena;
  std::deque<Bundle> bundles;
  std::deque<Body> bodies;
  std::vector<PolicyFile> files;
  std::vector<Resolution> resolutions;  // in order
  std::uint32_t promise_count = 0;

  // The path of a file of the policy; nothing for another source, such as the workspace's expression.
  const std::string* path_of(std::uint32_t file) const {
    for (const PolicyFile& one : files) {
      if (one.file == file) return &one.path;
    }
    return nullptr;
  }

  // True when it is one of the files [begin, end).
  bool has_file(std::uint32_t file, std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (files[i].file == file) return true;
    }
    return false;
  }

  // The runnable bundle of that name: of type `agent`, or else `common`.
  const Bundle* find_bundle(std::string_view space, std::string_view name) const {
    const Bundle* common = nullptr;
    for (const Bundle& bundle : bundles) {
      if (bundle.name != name || bundle.space != space) continue;
      if (bundle.type == "agent") return &bundle;
      if (bundle.type == "common" && common == nullptr) common = &bundle;
    }
    return common;
  }
  // The place that includes the standard library, if it is not among the files; otherwise 0.
  OriginId missing_library = 0;
  const Body* find_body(std::string_view type, std::string_view space, std::string_view name) const {
    for (const Body& body : bodies) {
      if (body.type == type && body.name == name && body.space == space) return &body;
    }
    return nullptr;
  }
};

// Splits a text at its `$` references. The text and the arena must outlive the result.
Text parse_text(Arena& arena, std::string_view source, Budget& budget);

// The offset after the closing bracket of the reference whose "$" or "@" is at `at`; 0 if no reference begins there.
// Names have at most 4096 bytes and 64 nested brackets, which bounds the time for hostile text.
std::size_t reference_end(std::string_view text, std::size_t at);

// True when an expanded text still contains a reference `$(x)` or `${x}`.
bool is_unresolved(std::string_view text);

// The same, and also true for `@(x)` and `@{x}`.
bool mentions_reference(std::string_view text);

// True for a text that is one reference and nothing else.
bool is_reference(std::string_view text);

// The name in a text that consists of one `@(name)` or `@{name}`; empty for any other text.
std::string_view list_reference(std::string_view text);

}  // namespace evalground::cfengine
