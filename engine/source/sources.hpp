// Where text comes from: the files of an evaluation and the origins of its values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory.hpp"

namespace evalground {

// Names an Origin within one Sources; 0: unknown.
using OriginId = std::uint32_t;

// How a value got where it is.
enum class Via : std::uint8_t {
  literal,
  expression,
  merge,
  include,
  alias,
  fallback,
  input,
  env,
  secret,
  variable,
  file,
  clock,
  random
};

// Its name in JSON, where `fallback` is "default" and `variable` is "var".
std::string_view via_name(Via via) noexcept;

// A range of a file's text (bytes, half open), and its previous step.
struct Origin {
  std::uint32_t file;
  std::uint32_t begin;
  std::uint32_t end;
  Via via;
  // The origin of the previous step (an alias, an include, a merge directive), or of the overridden value; 0 when
  // absent.
  OriginId previous;
  bool overrides;  // `previous` is an overridden value, not an earlier step of this one
};

// From 1; the column counts UTF-16 units, as editors do.
struct Position {
  std::uint32_t line;
  std::uint32_t column;
};

class Sources {
 public:
  // Adds the text of a file, and returns its number, from 0. The same path may be added again with another text.
  std::uint32_t add_file(std::string path, std::string text);

  OriginId add(Origin origin);
  // A new origin like `where`, with `previous` as its previous step or overridden value. Unknown when `where` is
  // unknown.
  OriginId chain(OriginId where, Via via, OriginId previous, bool overrides = false);

  // Invariant: id is not 0 and came from add() of this object.
  const Origin& origin(OriginId id) const { return origins_[id - 1]; }
  std::size_t origin_count() const noexcept { return origins_.size(); }

  std::uint32_t file_count() const noexcept { return static_cast<std::uint32_t>(files_.size()); }
  const std::string& path(std::uint32_t file) const { return files_[file].path; }
  std::string_view text(std::uint32_t file) const { return files_[file].text; }
  std::string_view text_of(OriginId id) const;
  // The first place within an origin's text where the name is a whole word; nothing when absent.
  std::optional<Origin> find_name(OriginId id, std::string_view name) const;

  // Offsets are bytes. The largest allowed offset is the size of the file.
  Position position(std::uint32_t file, std::uint32_t offset) const;
  // The same place in UTF-16 units from the start of the file.
  std::uint32_t utf16_offset(std::uint32_t file, std::uint32_t offset) const;

  // The line of the origin's start with a caret below, for display:
  //   4 | port: "{{ x | intt }}"
  //     |             ^^^^
  std::string snippet(OriginId id) const;

 private:
  struct File {
    std::string path;
    std::string text;
    // Computed on first use. A single line may be a document of megabytes, so lines alone would make places in it
    // quadratic.
    mutable std::vector<std::uint32_t> lines;  // where each begins, in bytes
    mutable std::vector<std::uint32_t> utf16;  // units before each block of text
  };
  static std::uint32_t line_begin(const File& file, std::uint32_t offset, std::uint32_t& number);
  static std::uint32_t utf16_units_before(const File& file, std::uint32_t offset);

  std::vector<File> files_;
  std::vector<Origin, CountingAllocator<Origin>> origins_;
};

}  // namespace evalground
