// Messages over standard input and output, in the framing of the Language Server Protocol: a header with the length in
// bytes, an empty line, and that many bytes of JSON.
#pragma once

#include <cstdio>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "value/map.hpp"

namespace evalground::cli {

class Rpc {
 public:
  // Both files must stay open during the object's lifetime.
  Rpc(int input, std::FILE* output) : input_(input), output_(output) {}

  // The next message; nothing at the end of the input. A frame that holds no message is answered with an error, and so
  // is a header that does not say how long its frame is.
  std::optional<Map> next();
  // True when a further message is available without waiting.
  bool has_next();
  // True when the request was cancelled: one that is unanswered, or may be read without waiting.
  bool is_cancelled(const Value& id) { return is_waiting("$/cancelRequest", "id", id); }
  // True when a message of that method, with that text or number as a parameter, is waiting to be read.
  bool is_waiting(std::string_view method, std::string_view key = {}, const Value& wanted = {});

  void send(Map message);

 private:
  bool fill(bool waits);
  void read_ahead();
  std::optional<std::string> take_frame();
  void refuse_header();
  bool find_header(std::size_t from);
  std::optional<Map> take();
  std::optional<Map> message_of(std::string_view frame);

  int input_;
  std::FILE* output_;
  std::string buffer_;
  std::deque<Map> read_ahead_;
  bool is_lost_ = false;  // behind a broken header, before the next one
};

}  // namespace evalground::cli
