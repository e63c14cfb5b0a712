// An HTTP request and response, in the form that listeners pass on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evalground::cli {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Request {
  std::uint64_t id = 0;  // the listener's number, by which the response is returned
  std::string method;
  std::string target;  // as sent: the path and the query
  Headers headers;     // names in any case
  std::string body;
};

struct Response {
  int status = 200;
  Headers headers;  // without Content-Length
  std::string body;
};

}  // namespace evalground::cli
