// Decides every request of `evalground serve`, without any network: the listeners ask it.
//
// The server can read and write the user's files, and any web page can send requests to it. Hence four guards: the
// address has a random token; Host and Origin must be this machine's own name, which stops DNS rebinding;
// Sec-Fetch-Site must not be another site; and requests for the folder need a header of their own, which a browser does
// not send to another site without asking first.
//
// A page waits for changes with a request that is answered late (`waiting_`): with the next revision, or after 20
// seconds.
#include "cli/serve/service.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>

#include "base/text/encoding.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::int64_t most_body = 64 << 20;  // bytes
constexpr std::string_view folder_path = "folder/";

constexpr Milliseconds longest_wait{20'000};
// A browser opens at most six connections to a server. If waiting pages take most of them, other requests are delayed.
constexpr std::size_t many_waiting = 4;
constexpr Milliseconds short_wait{1'000};

constexpr std::size_t token_bytes = 16;

char lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

// The value of a header, and how often it was sent.
struct Sent {
  std::string_view value;
  int times = 0;
};

Sent header(const Request& request, std::string_view name) {
  Sent sent;
  for (const auto& [each, value] : request.headers) {
    if (same_name(each, name)) sent = {value, sent.times + 1};
  }
  return sent;
}

// Compares in constant time.
bool same_secret(std::string_view given, std::string_view secret) {
  unsigned differs = given.size() == secret.size() ? 0 : 1;
  for (std::size_t at = 0; at < secret.size(); ++at) {
    const char byte = at < given.size() ? given[at] : '\0';
    differs |= static_cast<unsigned char>(byte) ^ static_cast<unsigned char>(secret[at]);
  }
  return differs == 0;
}

// Without a text: a refused request learns nothing, not even whether the token was right.
Response bare(int status) {
  Response response{status, {{"X-Content-Type-Options", "nosniff"}, {"Cache-Control", "no-store"}}, ""};
  if (status == 405) response.headers.emplace_back("Allow", "GET, HEAD, POST");
  return response;
}

Response json_response(int status, std::string body) {
  return {status,
          {{"Content-Type", "application/json; charset=utf-8"},
           {"X-Content-Type-Options", "nosniff"},
           {"Cache-Control", "no-store"}},
          std::move(body)};
}

Response error_response(int status, std::string_view why) {
  std::string body = "{\"error\":";
  append_json_string(body, why);
  return json_response(status, body + "}");
}

// "folder/changes?since=17" -> 17
std::optional<std::int64_t> since_of(std::string_view target) {
  const std::size_t query = target.find('?');
  if (query == std::string_view::npos) return std::nullopt;
  for (const std::string_view pair : Split(target.substr(query + 1), "&")) {
    if (!pair.starts_with("since=")) continue;
    const auto number = parse_integer(pair.substr(6));
    if (number) return number.value;
  }
  return std::nullopt;
}

}  // namespace

Service::Service(Folder folder, Site site, std::string token)
    : folder_(std::move(folder)), site_(std::move(site)), token_(std::move(token)) {}

void Service::set_port(int port) {
  host_ = "127.0.0.1:" + std::to_string(port);
  other_host_ = "localhost:" + std::to_string(port);
}

std::string Service::address() const {
  return "http://" + host_ + "/" + token_ + "/";
}

// The part after the token, without the query: "folder/files"; nothing for a wrong token.
std::optional<std::string_view> Service::path_of(const Request& request) const {
  std::string_view path = std::string_view(request.target).substr(0, request.target.find('?'));
  if (!path.starts_with('/')) return std::nullopt;
  path.remove_prefix(1);
  const std::size_t slash = path.find('/');
  if (!same_secret(path.substr(0, slash), token_) || slash == std::string_view::npos) return std::nullopt;
  return path.substr(slash + 1);
}

namespace {

// The status of a request whose length is missing, wrong or too large; nothing for all others.
std::optional<int> wrong_length(const Request& request) {
  if (header(request, "Transfer-Encoding").times > 0) return 411;
  const Sent length = header(request, "Content-Length");
  if (length.times == 0) return request.method == "POST" ? std::optional(411) : std::nullopt;
  const auto bytes = parse_integer(length.value);
  if (length.times > 1 || bytes.fault == NumberFault::not_a_number || length.value.starts_with('-')) return 400;
  return !bytes || bytes.value > most_body ? std::optional(413) : std::nullopt;
}

// The same of a request that asks for the folder. A header of its own makes a browser ask first before it sends another
// site's request.
std::optional<Response> refusal_of_folder(const Request& request, std::string_view name, bool is_own) {
  const Sent own = header(request, "X-Evalground");
  if (!is_own || own.times != 1 || own.value != "1") return bare(403);
  if (name != "files" && name != "changes" && name != "save") return bare(404);
  if ((name == "save") != (request.method == "POST") || request.method == "HEAD") return bare(405);
  return std::nullopt;
}

}  // namespace

// Needs only the head of a request, so a large body of a refused request is never read.
std::optional<Response> Service::refusal(const Request& request) const {
  const bool is_post = request.method == "POST";
  const Sent fetch_site = header(request, "Sec-Fetch-Site");
  const bool is_own = fetch_site.times == 0 || fetch_site.value == "same-origin";
  const bool is_typed = fetch_site.value == "none" && !is_post;
  if (!comes_from_here(request) || fetch_site.times > 1 || !(is_own || is_typed)) return bare(403);
  if (request.method != "GET" && request.method != "HEAD" && !is_post) return bare(405);
  if (const std::optional<int> status = wrong_length(request)) return bare(*status);

  const std::optional<std::string_view> path = path_of(request);
  if (!path) return bare(404);
  if (!path->starts_with(folder_path)) return is_post ? std::optional(bare(405)) : std::nullopt;
  return refusal_of_folder(request, path->substr(folder_path.size()), is_own);
}

// A page whose name was made to lead to this machine has another host in its address.
bool Service::comes_from_here(const Request& request) const {
  const Sent host = header(request, "Host");
  if (host.times != 1 || (host.value != host_ && host.value != other_host_)) return false;
  const Sent origin = header(request, "Origin");
  return origin.times == 0 || (origin.times == 1 && origin.value == "http://" + std::string(host.value));
}

Response Service::answer_changes(std::optional<std::int64_t> since) {
  try {
    return json_response(200, folder_.changes_json(since));
  } catch (const DiskError& error) {
    return error_response(500, std::string(error.what()) + ".");
  }
}

Response Service::answer_folder(std::string_view path, const Request& request) {
  try {
    if (path == "folder/files") return json_response(200, folder_.files_json());
    if (path == "folder/changes") return answer_changes(since_of(request.target));
    JsonAnswer answer = folder_.save(request.body);
    return json_response(answer.status, std::move(answer.body));
  } catch (const DiskError& error) {
    return error_response(500, std::string(error.what()) + ".");
  }
}

// A page that is up to date waits, everything else is answered now. The first that waits starts the scans; without any,
// the folder is not looked at.
void Service::take(const Request& request, Clock::time_point now, Answers& answers) {
  const std::string_view path = path_of(request).value_or("");
  if (!path.starts_with(folder_path)) {
    try {
      answers.emplace_back(request.id, site_.answer(path, "/" + token_ + "/"));
    } catch (const DiskError&) {
      answers.emplace_back(request.id, bare(500));
    }
    return;
  }
  const std::optional<std::int64_t> since = path == "folder/changes" ? since_of(request.target) : std::nullopt;
  if (since && *since == folder_.revision()) {
    if (waiting_.empty()) next_scan_ = now;
    waiting_.push_back({request.id, *since, now + longest_wait});
    return;
  }
  answers.emplace_back(request.id, answer_folder(path, request));
}

// Gives how long nothing is to be done, or nothing when no request waits. At least a millisecond, or rounding down
// would make the caller spin.
std::optional<Milliseconds> Service::tick(Clock::time_point now, Answers& answers) {
  if (waiting_.empty()) return std::nullopt;
  if (now >= next_scan_) next_scan_ = now + folder_.scan(now);
  if (waiting_.size() > many_waiting) {
    for (Waiting& one : waiting_) one.until = std::min(one.until, now + short_wait);
  }
  std::vector<Waiting> still;
  for (const Waiting& one : waiting_) {
    if (one.since == folder_.revision() && now < one.until && !folder_.is_gone())
      still.push_back(one);
    else
      answers.emplace_back(one.id, answer_changes(one.since));
  }
  waiting_ = std::move(still);
  if (waiting_.empty()) return std::nullopt;
  Clock::time_point next = next_scan_;
  for (const Waiting& one : waiting_) next = std::min(next, one.until);
  return std::max(Milliseconds(1), std::chrono::ceil<Milliseconds>(next - now));
}

void Service::forget(std::uint64_t id) {
  std::erase_if(waiting_, [&](const Waiting& one) { return one.id == id; });
}

std::string random_token() {
  char bytes[token_bytes];
  if (::getentropy(bytes, sizeof bytes) != 0)
    throw DiskError(std::string("the system gives no random numbers: ") + std::strerror(errno));
  return encode_base64(std::string_view(bytes, sizeof bytes), Base64Alphabet::url_safe, Padding::absent);
}

}  // namespace evalground::cli
