#include "cli/lsp/rpc.hpp"

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

bool same_id(const Value& a, const Value& b) {
  if (a.is_string() && b.is_string()) return a.as_string() == b.as_string();
  return a.kind() == Kind::integer && b.kind() == Kind::integer && a.as_integer() == b.as_integer();
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

// Takes the frame at the front of the buffer, if it is complete.
std::optional<std::string> Rpc::take_frame() {
  const std::size_t head = buffer_.find("\r\n\r\n");
  if (head == std::string::npos) {
    if (buffer_.size() > 65536) throw Error("bad-message", "The header of a message has no end.");
    return std::nullopt;
  }
  std::size_t length = 0;
  bool is_known = false;
  for (const std::string_view line : Split(std::string_view(buffer_).substr(0, head), "\r\n")) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || to_lower(trim(line.substr(0, colon))) != "content-length") continue;
    const auto number = parse_integer(trim(line.substr(colon + 1)));
    if (!number || number.value < 0 || static_cast<std::size_t>(number.value) > most_bytes) {
      throw Error("bad-message", "The Content-Length of a message is not a number of bytes up to 64 MiB.");
    }
    length = static_cast<std::size_t>(number.value);
    is_known = true;
  }
  if (!is_known) throw Error("bad-message", "A message has no Content-Length.");
  if (buffer_.size() < head + 4 + length) return std::nullopt;
  std::string frame = buffer_.substr(head + 4, length);
  buffer_.erase(0, head + 4 + length);
  return frame;
}

// A broken header is kept: it may be read ahead while a request is answered, which it has nothing to do with.
std::optional<Map> Rpc::take() {
  try {
    while (const std::optional<std::string> frame = take_frame()) {
      if (std::optional<Map> message = message_of(*frame)) return message;
    }
  } catch (const Error& error) {
    broken_ = error;
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

// Messages that were read ahead come first. A broken header cannot be skipped, since the next message's begin is
// unknown: the connection ends.
std::optional<Map> Rpc::next() {
  if (!read_ahead_.empty()) {
    Map message = std::move(read_ahead_.front());
    read_ahead_.pop_front();
    return message;
  }
  for (;;) {
    if (std::optional<Map> message = take()) return message;
    if (broken_) {
      send(language_server::failure_message(Value::null(), language_server::parse_error, broken_->what()));
      throw *broken_;
    }
    if (!fill(true)) return std::nullopt;
  }
}

void Rpc::read_ahead() {
  while (!broken_ && fill(false)) {
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
