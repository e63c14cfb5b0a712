// The rules of `evalground serve`, independent of the network: allowed requests, the site, the folder, and pages that
// wait for a change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/serve/folder.hpp"
#include "cli/serve/message.hpp"
#include "cli/serve/site.hpp"

namespace evalground::cli {

class Service {
 public:
  using Answers = std::vector<std::pair<std::uint64_t, Response>>;  // by request id

  // The token is the first part of every path.
  Service(Folder folder, Site site, std::string token);

  // Known once the server listens.
  void set_port(int port);
  // "http://127.0.0.1:8750/TOKEN/"
  std::string address() const;

  // Why a request is refused, by its head alone. Call it before reading the body; several threads may call it.
  std::optional<Response> refusal(const Request& request) const;
  bool comes_from_here(const Request& request) const;
  // Answers a request that is not refused, or lets it wait.
  void take(const Request& request, Clock::time_point now, Answers& answers);
  // Looks for changes if a page waits, and answers requests that are due. Returns how long to wait before the next
  // call; nothing when only a request requires one.
  std::optional<Milliseconds> tick(Clock::time_point now, Answers& answers);
  // The page that sent this request has gone.
  void forget(std::uint64_t id);

 private:
  struct Waiting {
    std::uint64_t id;
    std::int64_t since;
    Clock::time_point until;
  };

  std::optional<std::string_view> path_of(const Request& request) const;
  Response answer_changes(std::optional<std::int64_t> since);
  Response answer_folder(std::string_view path, const Request& request);

  Folder folder_;
  Site site_;
  std::string token_;
  std::string host_, other_host_;  // including the port
  std::vector<Waiting> waiting_;
  Clock::time_point next_scan_;
};

// 128 random bits in 22 characters that need no escaping in a URL. Throws DiskError.
std::string random_token();

}  // namespace evalground::cli
