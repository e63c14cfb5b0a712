// A request and a response of HTTP, as listeners hand them over.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evalground::cli {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Request {
  std::uint64_t id = 0;  // of the listener, which the response goes back to
  std::string method;
  std::string target;  // as it was sent: the path and the query
  Headers headers;     // names in any case
  std::string body;
};

struct Response {
  int status = 200;
  Headers headers;  // without Content-Length
  std::string body;
};

}  // namespace evalground::cli
