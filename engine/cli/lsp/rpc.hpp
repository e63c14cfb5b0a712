// Messages over standard input and output, framed as the Language Server Protocol frames them: a header with the length
// in bytes, an empty line, and that many bytes of JSON.
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
  // Both files stay open as long as it.
  Rpc(int input, std::FILE* output) : input_(input), output_(output) {}

  // The next message; nothing at the end of the input. A frame that holds no message is answered with an error. Throws
  // Error for a header that does not say how long its frame is, since nobody knows then where the next one begins.
  std::optional<Map> next();
  // Whether there is a further message, without waiting for one.
  bool has_next();
  // Whether a request that has been read and not answered yet, or may be read without waiting, was taken back.
  bool is_cancelled(const Value& id) { return is_waiting("$/cancelRequest", "id", id); }
  // Whether a message of that method, with that text or number as a parameter, waits to be read.
  bool is_waiting(std::string_view method, std::string_view key = {}, const Value& wanted = {});

  void send(Map message);

 private:
  bool fill(bool waits);
  void read_ahead();
  std::optional<std::string> take_frame();
  std::optional<Map> take();
  std::optional<Map> message_of(std::string_view frame);

  int input_;
  std::FILE* output_;
  std::string buffer_;
  std::deque<Map> read_ahead_;
};

}  // namespace evalground::cli
