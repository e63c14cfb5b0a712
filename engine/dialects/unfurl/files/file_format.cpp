// How values become files, and files become values.
//
//   write   {a: 1} to x.yaml   ->  a: 1          {A: 1} to x.env   ->  A='1'          text to x.vault  ->  encrypted
//   read    x.yaml             ->  its text      x.vault           ->  the text       invalid UTF-8    ->  bytes
//
// `encoding` has two jobs: it names a format (yaml, json, vault, env, binary) or an encoding of text. A format wins
// over the file's suffix. Reading never parses: the contents of a YAML file are text.
#include "dialects/unfurl/files/file_format.hpp"

#include "base/crypto/vault.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "base/text/text_encoding.hpp"
#include "data/yaml/write.hpp"
#include "dialects/unfurl/values/collection.hpp"
#include "dialects/unfurl/values/environment.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "dialects/unfurl/values/vault.hpp"
#include "runtime/sensitive.hpp"
#include "value/python_json.hpp"

namespace evalground::unfurl {
namespace {

enum class Format : std::uint8_t { text, yaml, json, vault, env };

struct Known {
  std::string_view encoding;
  std::string_view suffix;
  Format format;
};
constexpr Known formats[] = {{"yaml", ".yaml", Format::yaml},
                             {"yaml", ".yml", Format::yaml},
                             {"json", ".json", Format::json},
                             {"vault", ".vault", Format::vault},
                             {"env", ".env", Format::env}};
constexpr std::string_view binary = "binary";

// Also for `tempfile`, whose `path` is only the suffix.
Format format_of(std::string_view path, std::string_view encoding) {
  for (const Known& known : formats) {
    if (known.encoding == encoding) return known.format;
  }
  for (const Known& known : formats) {
    if (path.ends_with(known.suffix)) return known.format;
  }
  return Format::text;
}

// The encoding of a file's text: UTF-8 unless a text encoding is named.
TextEncoding encoding_of(Context& context, std::string_view encoding, OriginId where) {
  if (encoding.empty() || encoding == binary) return TextEncoding::utf_8;
  for (const Known& known : formats) {
    if (known.encoding == encoding) return TextEncoding::utf_8;
  }
  if (const auto found = text_encoding(encoding)) return *found;
  static constexpr std::string_view names[] = {"binary",    "json",    "yaml",      "vault",     "env",    "utf-8",
                                               "utf-8-sig", "utf-16",  "utf-16-le", "utf-16-be", "utf-32", "utf-32-le",
                                               "utf-32-be", "latin-1", "cp1252",    "ascii"};
  std::string known;
  for (const std::string_view name : names) known.append(known.empty() ? "" : ", ").append(name);
  context.fail_name(where, "unknown-encoding", "Unknown encoding " + quote(encoding) + "; known are " + known + ".",
                    encoding, nearest(encoding, names));
}

std::string json_text(Context& context, const Value& value, bool sorts_keys) {
  PythonJsonStyle style;
  style.indent = "  ";
  style.sort_keys = sorts_keys;
  style.item_separator = ",";
  return python_json(value, context.budget, style);
}

// Quotes a value for an env file: in single quotes, or in double quotes with escapes if it contains a single quote.
// `it's` -> `"it's"`. In double quotes a shell would replace `$NAME` and commands in backticks, so both are escaped.
std::string env_text(std::string_view value) {
  if (value.find('\'') == std::string_view::npos) return "'" + std::string(value) + "'";
  std::string quoted = "\"";
  for (const char c : value) {
    if (std::string_view("\"\\$`").find(c) != std::string_view::npos) quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

// A line for each variable. Null variables are skipped, as in `to_env`.
std::string env_lines(Context& context, const Value& value, OriginId where) {
  if (value.is_null()) return {};
  if (!value.is_map()) {
    context.fail(where, "wrong-contents",
                 "The contents of a file of environment variables must be a map, not " + kind_text(value) + ".");
  }
  std::string text;
  for (const auto& [name, variable] : rules_as_text(value.as_map(), context.budget)) {
    if (variable.is_null()) continue;
    if (!text.empty()) text += '\n';
    text.append(key_text(name)).append("=").append(env_text(variable.as_string()));
  }
  return text;
}

std::string plain_text(Context& context, const Value& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return std::string(value.as_string());
  return value.kind() == Kind::bytes ? std::string(value.as_bytes()) : json_text(context, value, true);
}

std::string formatted(Context& context, const Value& value, Format format, OriginId where) {
  switch (format) {
    case Format::yaml: return write_yaml(value, context.budget);
    case Format::json: return json_text(context, value, false);
    case Format::env: return env_lines(context, value, where);
    default: return plain_text(context, value);
  }
}

// The salt comes from the seeded random numbers, so the same document gives the same vault in each run.
std::string encrypted(Context& context, std::string_view text, OriginId where) {
  const std::string password = need_vault_password(context, "Writing a vault", where);
  std::string salt;
  for (std::size_t i = 0; i < vault_salt_size; ++i) salt += static_cast<char>(context.random.bits(8));
  return encrypt_vault(text, password, salt, {}, context.budget);
}

// UTF-8 stays text, which a page can show.
Value text_or_bytes(std::string_view bytes, bool is_utf_8) {
  return is_utf_8 ? Value::string(bytes) : Value::bytes(bytes);
}

}  // namespace

// What the workspace stores: text in UTF-8, and bytes for all other encodings. It is sensitive only if it contains a
// secret that was given to the document from outside.
Value file_content(Context& context, const Value& contents, std::string_view path, std::string_view encoding,
                   OriginId where) {
  const TextEncoding text_encoding = encoding_of(context, encoding, where);
  const Format format = format_of(path, encoding);
  const Value value = without_objects(context, contents);
  const bool is_bytes = value.kind() == Kind::bytes && (format == Format::text || format == Format::vault);
  const std::string text = formatted(context, value, format, where);
  if (format == Format::vault) return Value::string(encrypted(context, text, where));
  // Secrets that the document itself declares are written in the clear, as Unfurl does.
  const bool is_secret = holds_given_secret(context, value);
  if (is_bytes) return Value::bytes(text).with_sensitive(is_secret);
  const auto bytes = encode_text(text_encoding, text);
  if (!bytes) {
    context.fail(where, "not-encodable",
                 "The contents of " + quote(path) + " have a character that the encoding " + quote(encoding) +
                     " does not have.");
  }
  return text_or_bytes(*bytes, *bytes == text).with_sensitive(is_secret);
}

Value read_file(Context& context, std::string_view path, std::string_view encoding, OriginId where) {
  const auto name = Files::resolve(path);
  const Value* content = name ? context.files.find(*name) : nullptr;
  if (content == nullptr) {
    const bool is_folder = name && context.files.is_directory(*name);
    context.fail(where, "file-not-found",
                 "The file " + quote(path) +
                     (is_folder ? " is a folder."
                      : !name   ? " is outside of the workspace."
                                : " does not exist."));
  }
  // Provenance needs to know that the whole file was read.
  if (context.provenance.recording()) {
    if (const auto file = context.files.source(*name)) {
      const auto size = static_cast<std::uint32_t>(context.sources.text(*file).size());
      context.provenance.read(context.sources.add({*file, 0, size, Via::file, 0, false}));
    }
  }
  // Decrypt a vault first. Without a password, return its contents unchanged.
  Value bytes = *content;
  const std::string_view stored = content->is_string() ? content->as_string() : content->as_bytes();
  context.budget.step(1 + stored.size() / 64);
  if (is_vault_text(stored)) {
    if (const auto password = vault_password(context)) {
      bytes = open_vault(context, stored, *password, "The file " + quote(*name), where);
    } else {
      context.ask("secrets", "vault_password", where);
    }
  }
  // Decode. Bytes that are invalid in this encoding stay bytes.
  const std::string_view read = bytes.is_string() ? bytes.as_string() : bytes.as_bytes();
  if (encoding == binary) return Value::bytes(read).with_sensitive(bytes.sensitive());
  const TextEncoding text_encoding = encoding_of(context, encoding, where);
  if (text_encoding == TextEncoding::utf_8 && bytes.is_string()) return bytes.with_origin(0);
  DecodedText decoded = decode_text(text_encoding, read);
  return (decoded.error ? Value::bytes(read) : Value::string(decoded.text)).with_sensitive(bytes.sensitive());
}

}  // namespace evalground::unfurl
