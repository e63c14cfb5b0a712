// Links to workspaces, as the page reads and writes them (docs/decisions/010-links.md):
//
//   #w1.d.<base64url>.<crc32>         the envelope as JSON, deflated (d) or plain (j)
//   #?dialect=yaql&data=…             parameters, for people who write links by hand
//
// The checksum finds a link that was cut off by mail or chat, which is told apart from a newer version. A link is input
// from anybody: its length, and what it unpacks to, are bounded.
#include "cli/link.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <libdeflate.h>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "base/budget.hpp"
#include "base/hash.hpp"
#include "base/text/encoding.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "engine.hpp"
#include "value/json.hpp"
#include "value/map.hpp"
#include "workspaces/withheld.hpp"

namespace evalground::cli {
namespace {

// The order of keys in every link.
// The same workspace gives the same link, whatever order its keys were set in.
constexpr std::string_view link_keys[] = {"dialect", "operation", "main",        "files",  "expression", "resource",
                                          "data",    "local",     "vars",        "inputs", "attributes", "classes",
                                          "env",     "secrets",   "clock",       "seed",   "limits",     "changes",
                                          "options", "title",     "description", "expect"};

constexpr std::size_t longest_link = 512U << 10;
constexpr std::size_t largest_text = 8U << 20;

std::string_view fragment_of(std::string_view text) {
  const std::size_t hash = text.find('#');
  return hash == std::string_view::npos ? text : text.substr(hash + 1);
}

// "w1", "w23"
bool is_envelope(std::string_view text) {
  return text.size() > 1 && text[0] == 'w' && text.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

// The buffer has the largest allowed size from the start, so a bomb of compressed zeros ends in an error.
std::string inflate(std::string_view packed) {
  struct Free {
    void operator()(libdeflate_decompressor* one) const { libdeflate_free_decompressor(one); }
  };
  const std::unique_ptr<libdeflate_decompressor, Free> decompressor(libdeflate_alloc_decompressor());
  if (!decompressor) throw std::bad_alloc();
  std::string text(largest_text, '\0');
  std::size_t size = 0;
  std::size_t read = 0;
  switch (libdeflate_deflate_decompress_ex(decompressor.get(), packed.data(), packed.size(), text.data(), text.size(),
                                           &read, &size)) {
    case LIBDEFLATE_SUCCESS:
      if (read != packed.size()) throw LinkError("the link is damaged: something follows its data");
      break;
    case LIBDEFLATE_INSUFFICIENT_SPACE: throw LinkError("the link unpacks to more than 8 MiB");
    default: throw LinkError("the link is damaged: its data cannot be unpacked");
  }
  text.resize(size);
  return text;
}

std::string deflate(std::string_view text) {
  struct Free {
    void operator()(libdeflate_compressor* one) const { libdeflate_free_compressor(one); }
  };
  const std::unique_ptr<libdeflate_compressor, Free> compressor(libdeflate_alloc_compressor(12));
  if (!compressor) throw std::bad_alloc();
  std::string packed(libdeflate_deflate_compress_bound(compressor.get(), text.size()), '\0');
  packed.resize(libdeflate_deflate_compress(compressor.get(), text.data(), text.size(), packed.data(), packed.size()));
  return packed;
}

bool is_first_file(std::string_view path, const Map& workspace) {
  const Value* files = workspace.find("files");
  if (files == nullptr || !files->is_map() || files->as_map().empty()) return false;
  const Value& first = files->as_map().entry(0).key;
  return first.is_string() && first.as_string() == path;
}

// Whether a workspace means the same without that member.
// Left out, to make links short. For three keys null is a value of its own.
bool is_default(std::string_view key, const Value& value, const Map& workspace) {
  const bool takes_null = key == "expression" || key == "data" || key == "local";
  const bool is_known = std::find(std::begin(link_keys), std::end(link_keys), key) != std::end(link_keys);
  if (!is_known) return false;
  if (value.is_null()) return !takes_null;
  if (key == "operation") return value.is_string() && value.as_string() == "evaluate";
  if (key == "title" || key == "description") return value.is_string() && value.as_string().empty();
  if (key == "main") return value.is_string() && is_first_file(value.as_string(), workspace);
  if (key == "data" || key == "local" || key == "expression" || key == "expect") return false;
  return (value.is_map() && value.as_map().empty()) || (value.is_list() && value.as_list().empty());
}

// Known keys first, in a fixed order, without keys that have their default.
Map ordered(const Map& workspace) {
  Map result;
  const auto add = [&](const Value& key, const Value& value) {
    if (!is_default(key.as_string(), value, workspace)) result.set(key, value);
  };
  for (const std::string_view key : link_keys) {
    if (const Value* value = workspace.find(key)) add(Value::string(key), *value);
  }
  for (const auto& [key, value] : workspace) {
    const bool is_known = key.is_string() &&
                          std::find(std::begin(link_keys), std::end(link_keys), key.as_string()) != std::end(link_keys);
    if (!is_known && key.is_string()) add(key, value);
  }
  return result;
}

std::string cut_off(std::string_view link) {
  return "the link is cut off: " + std::to_string(link.size()) + " characters arrived";
}

// The view in a link is not used here, but must be one that the page accepts.
void check_view(const Value* view) {
  if (view == nullptr || view->is_null()) return;
  if (!view->is_map()) throw LinkError("the link holds no workspace: its view is no map");
  static constexpr std::pair<std::string_view, Kind> kinds[] = {{"tab", Kind::string},
                                                                {"file", Kind::string},
                                                                {"line", Kind::integer},
                                                                {"hide", Kind::list},
                                                                {"live", Kind::boolean}};
  for (const auto& [key, kind] : kinds) {
    const Value* part = view->as_map().find(key);
    if (part != nullptr && !part->is_null() && part->kind() != kind) {
      throw LinkError("the link holds no workspace: \"" + std::string(key) + "\" of its view is " +
                      with_article(kind_name(part->kind())));
    }
  }
}

// Decodes percent-encoded UTF-8. Throws LinkError for an invalid percent sign.
std::string decoded_part(std::string_view text) {
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && std::isxdigit(static_cast<unsigned char>(text[at]));
  };
  std::string decoded = percent_decode(text);
  bool is_whole = !find_invalid_utf8(decoded);
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    is_whole = is_whole && is_digit(at + 1) && is_digit(at + 2);
  }
  if (!is_whole) throw LinkError("the link holds no workspace: it has a % that begins no character");
  return decoded;
}

// Throws LinkError for a workspace without a dialect, because a link must name its dialect.
void check_dialect(const Map& workspace) {
  const Value* dialect = workspace.find("dialect");
  if (dialect == nullptr || !dialect->is_string()) {
    throw LinkError("the link holds no workspace: its workspace names no dialect");
  }
}

// "dialect=yaql&data=%7B%7D": the values of `data`, `vars` and `inputs` are JSON, others are text.
Value read_parameters(std::string_view query, Budget& budget) {
  static constexpr std::string_view texts[] = {"dialect", "operation", "expression", "resource", "main"};
  static constexpr std::string_view values[] = {"data", "vars", "inputs"};
  const auto has = [](const auto& names, std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
  };
  Map workspace;
  Map files;
  std::set<std::string> names;
  for (const std::string_view parameter : Split(query, "&")) {
    if (parameter.empty()) continue;
    const std::size_t equals = parameter.find('=');
    const std::string name = decoded_part(parameter.substr(0, equals));
    std::string text = equals == std::string_view::npos ? std::string() : decoded_part(parameter.substr(equals + 1));
    if (!names.insert(name).second) {
      throw LinkError("the link holds no workspace: it has the parameter " + quote(name) + " twice");
    }
    if (name == "view") {
      if (text.starts_with('{')) {
        const Value view = parse_json(text, budget);
        check_view(&view);
      }
      continue;
    }
    if (name.starts_with("file.")) {
      files.set(name.substr(5), Value::string(std::move(text)));
    } else if (has(texts, name)) {
      workspace.set(name, Value::string(std::move(text)));
    } else if (has(values, name)) {
      workspace.set(name, parse_json(text, budget));
    } else {
      throw LinkError("the link holds no workspace: it has an unknown parameter " + quote(name));
    }
  }
  if (!files.empty()) workspace.set("files", Value::map(std::move(files)));
  check_dialect(workspace);
  return Value::map(std::move(workspace));
}

}  // namespace

// Without a hash, a text with a slash or a blank is a path. `w1.json` may be either, so callers ask first whether that
// file exists.
bool is_link(std::string_view text) {
  const std::string_view fragment = fragment_of(text);
  if (fragment.size() < text.size() && fragment.starts_with('?')) return true;
  const std::size_t dot = fragment.find('.');
  return dot != std::string_view::npos && is_envelope(fragment.substr(0, dot)) &&
         (fragment.size() < text.size() || text.find_first_of("/\\ \n") == std::string_view::npos);
}

//   w1     .  d      .  eJw…   .  1f2e3d4c
//   version   packing   data      checksum of the unpacked JSON
std::string read_link(std::string_view text) {
  // Split into the four parts.
  if (text.size() > longest_link) throw LinkError("the link is longer than 512 KiB");
  const std::string_view link = fragment_of(text);
  Limits limits;
  limits.output = 64U << 20;
  Budget budget(limits);
  if (link.starts_with('?')) return write_json(read_parameters(link.substr(1), budget), budget);
  const std::size_t version_end = link.find('.');
  if (!is_envelope(link.substr(0, version_end))) throw LinkError("this is no link to a workspace");
  if (link.substr(0, version_end) != "w1") throw LinkError("the link is of a newer version; this command reads w1");
  const std::size_t codec_end = link.find('.', version_end + 1);
  const std::size_t data_end = codec_end == std::string_view::npos ? codec_end : link.find('.', codec_end + 1);
  if (data_end == std::string_view::npos || link.size() - data_end - 1 < 8) throw LinkError(cut_off(link));
  const std::string_view codec = link.substr(version_end + 1, codec_end - version_end - 1);
  const std::string_view crc = link.substr(data_end + 1);
  // Unpack, and verify the checksum.
  const Decoded packed =
      decode_base64(link.substr(codec_end + 1, data_end - codec_end - 1), Base64Alphabet::url_safe, Padding::absent);
  if (packed.error) throw LinkError("the link is damaged: its data is no base64url");
  if (codec != "d" && codec != "j") throw LinkError("the link is of a newer version: its packing is unknown");
  const std::string json = codec == "d" ? inflate(packed.bytes) : packed.bytes;
  const auto wanted = parse_digits(crc, 16, false);
  if (!wanted || crc.size() != 8 || static_cast<std::uint32_t>(wanted.value) != crc32(json)) {
    throw LinkError("the link is damaged: its checksum does not fit");
  }
  // The workspace within the envelope: {"ws": …, "view": …, "app": …}.
  const Value envelope = parse_json(json, budget);
  const Value* workspace = envelope.is_map() ? envelope.as_map().find("ws") : nullptr;
  if (workspace == nullptr || !workspace->is_map()) throw LinkError("the link holds no workspace");
  check_dialect(workspace->as_map());
  check_view(envelope.as_map().find("view"));
  return write_json(*workspace, budget);
}

// Secrets are removed here as well, whatever the caller has done. The bound on the JSON is a little below that of
// inflate(), so that each link that is written can be read.
std::string write_link(const Map& workspace) {
  Limits limits;
  limits.output = 64U << 20;
  Budget budget(limits);
  const std::string json = write_json(
      Value::map({{"ws", Value::map(ordered(without_secrets(workspace)))}, {"app", Value::string(version())}}), budget);
  const std::string packed = deflate(json);
  const bool is_shorter = packed.size() < json.size();
  char crc[9];
  std::snprintf(crc, sizeof crc, "%08x", crc32(json));
  const std::string link = std::string("w1.") + (is_shorter ? "d." : "j.") +
                           encode_base64(is_shorter ? packed : json, Base64Alphabet::url_safe, Padding::absent) + "." +
                           crc;
  if (link.size() > longest_link || json.size() > largest_text - largest_text / 1032)
    throw LinkError("the workspace is too large for a link: it would have " + std::to_string(link.size()) +
                    " characters");
  return link;
}

}  // namespace evalground::cli
