#include "cli/lsp/rpc.hpp"

#include <algorithm>
#include <poll.h>
#include <unistd.h>

#include "base/generous_budget.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "language_server/message.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::size_t most_bytes = 64UL << 20;  // for a message
constexpr std::size_t most_header = 65536;
constexpr std::string_view length_name = "content-length";

bool same_id(const Value& a, const Value& b) {
  if (a.is_string() && b.is_string()) return a.as_string() == b.as_string();
  return a.kind() == Kind::integer && b.kind() == Kind::integer && a.as_integer() == b.as_integer();
}

// Where the next header may begin, in letters of any case.
std::size_t find_length(std::string_view text, std::size_t from) {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; };
  const auto begin = text.begin() + static_cast<std::ptrdiff_t>(std::min(from, text.size()));
  const auto found = std::search(begin, text.end(), length_name.begin(), length_name.end(), same);
  return found == text.end() ? std::string_view::npos : static_cast<std::size_t>(found - text.begin());
}

// The number of bytes that a header announces; nothing if it announces none, or too many.
std::optional<std::size_t> length_in(std::string_view header) {
  for (const std::string_view line : Split(header, "\r\n")) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || to_lower(trim(line.substr(0, colon))) != length_name) continue;
    const auto number = parse_integer(trim(line.substr(colon + 1)));
    if (!number || number.value < 0 || static_cast<std::size_t>(number.value) > most_bytes) return std::nullopt;
    return static_cast<std::size_t>(number.value);
  }
  return std::nullopt;
}

}  // namespace

// Reads available input. Returns false at the end, or when it does not wait and nothing is available.
bool Rpc::fill(bool waits) {
  if (!waits) {
    pollfd waiting{input_, POLLIN, 0};
    if (poll(&waiting, 1, 0) <= 0) return false;
  }
  char block[65536];
  const ssize_t count = read(input_, block, sizeof block);
  if (count <= 0) return false;
  buffer_.append(block, static_cast<std::size_t>(count));
  return true;
}

// Takes the frame at the front of the buffer, if it is complete. Other bytes before it are skipped.
std::optional<std::string> Rpc::take_frame() {
  for (;;) {
    if (is_lost_ && !find_header(0)) return std::nullopt;
    const std::size_t head = buffer_.find("\r\n\r\n");
    if (head == std::string::npos && buffer_.size() <= most_header) return std::nullopt;
    const std::optional<std::size_t> length =
        head == std::string::npos ? std::nullopt : length_in(std::string_view(buffer_).substr(0, head));
    if (!length) {
      refuse_header();
      continue;
    }
    if (buffer_.size() < head + 4 + *length) return std::nullopt;
    std::string frame = buffer_.substr(head + 4, *length);
    buffer_.erase(0, head + 4 + *length);
    return frame;
  }
}

// Nobody knows where the frame of a broken header ends. The next text that looks like a header begins the next frame.
void Rpc::refuse_header() {
  is_lost_ = true;
  send(language_server::failure_message(
      Value::null(), language_server::parse_error,
      "A message needs a header with its Content-Length, a number of bytes up to 64 MiB. Everything up to the next "
      "Content-Length is skipped."));
  find_header(1);
}

// Skips up to the name of a header, and keeps what may be the beginning of one. Returns false if more input is needed.
bool Rpc::find_header(std::size_t from) {
  const std::size_t found = find_length(buffer_, from);
  is_lost_ = found == std::string::npos;
  const std::size_t kept = std::min(buffer_.size() - std::min(from, buffer_.size()), length_name.size());
  buffer_.erase(0, is_lost_ ? buffer_.size() - kept : found);
  return !is_lost_;
}

std::optional<Map> Rpc::take() {
  while (const std::optional<std::string> frame = take_frame()) {
    if (std::optional<Map> message = message_of(*frame)) return message;
  }
  return std::nullopt;
}

// The message in a frame. For a frame without a message, tells the sender and returns nothing.
std::optional<Map> Rpc::message_of(std::string_view frame) {
  Value message;
  try {
    message = language_server::parse_message(frame);
  } catch (const std::exception& error) {  // includes limits: nested too deeply, or an integer that is too long
    send(language_server::failure_message(Value::null(), language_server::parse_error,
                                          std::string("The message is not JSON: ") + error.what()));
    return std::nullopt;
  }
  const Value* method = message.is_map() ? message.as_map().find("method") : nullptr;
  if (message.is_map() && (method == nullptr || method->is_string())) return message.as_map();
  const Value* id = message.is_map() ? message.as_map().find("id") : nullptr;
  send(language_server::failure_message(
      id != nullptr ? *id : Value::null(), language_server::invalid_request,
      message.is_map() ? "The method of a message must be a string." : "A message must be an object."));
  return std::nullopt;
}

// Messages that were read ahead come first.
std::optional<Map> Rpc::next() {
  if (!read_ahead_.empty()) {
    Map message = std::move(read_ahead_.front());
    read_ahead_.pop_front();
    return message;
  }
  for (;;) {
    if (std::optional<Map> message = take()) return message;
    if (!fill(true)) return std::nullopt;
  }
}

void Rpc::read_ahead() {
  while (fill(false)) {
  }
  while (std::optional<Map> message = take()) read_ahead_.push_back(std::move(*message));
}

bool Rpc::has_next() {
  read_ahead();
  return !read_ahead_.empty();
}

// Answers whether a cancellation, or a newer change, has arrived while a request is being worked on.
bool Rpc::is_waiting(std::string_view method, std::string_view key, const Value& wanted) {
  read_ahead();
  for (const Map& message : read_ahead_) {
    const Value* other = message.find("method");
    if (other == nullptr || !other->is_string() || other->as_string() != method) continue;
    if (key.empty()) return true;
    const Value* params = message.find("params");
    const Value* value = params != nullptr && params->is_map() ? params->as_map().find(key) : nullptr;
    if (value != nullptr && same_id(*value, wanted)) return true;
  }
  return false;
}

void Rpc::send(Map message) {
  message.set("jsonrpc", Value::string("2.0"));
  Budget budget = generous_budget();
  const std::string text = write_json(Value::map(std::move(message)), budget);
  std::fprintf(output_, "Content-Length: %zu\r\n\r\n", text.size());
  std::fwrite(text.data(), 1, text.size(), output_);
  std::fflush(output_);
}

}  // namespace evalground::cli
