// The machine's files: the only part of the engine's tree that touches them.
#pragma once

#include <stdexcept>
#include <string>

#include "value/map.hpp"

namespace evalground::cli {

// A file that cannot be read or written; the message names it.
class DiskError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

bool is_file(const std::string& path);

// "-" is standard input. Throws DiskError above 64 MiB.
std::string read_file(const std::string& path);

// All files below a folder, by their path within it, in order: text as strings, the rest as bytes. Symbolic links,
// which may lead out of it, and names that begin with a dot are left out unless `follow`. Throws DiskError above
// 64 MiB or 10,000 files.
Map read_folder(const std::string& folder, bool follow);

// Writes below a folder, making folders as needed. Names and symbolic links that lead out of it are refused, links
// unless `follow`.
void write_below(const std::string& folder, const std::string& name, std::string_view content, bool follow);

}  // namespace evalground::cli
