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

// "-" is standard input.
std::string read_file(const std::string& path);

// All files below a folder, by their path within it, in order: text as strings, the rest as bytes. Hidden folders are
// left out. Throws DiskError above 64 MiB or 10,000 files.
Map read_folder(const std::string& folder);

// Writes below a folder, making folders as needed. Names that lead out of it are refused.
void write_below(const std::string& folder, const std::string& name, std::string_view content);

}  // namespace evalground::cli
