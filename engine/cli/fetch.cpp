#include "cli/fetch.hpp"

#include "base/text/text.hpp"

namespace evalground::cli {

std::string fetch(const std::string& url, const Deadline& deadline) {
  if (!url.starts_with("http://") && !url.starts_with("https://"))
    throw ProcessError("only http and https are fetched");
  const auto curl = find_program("curl");
  if (!curl) throw ProcessError("it needs the program curl, and there is none");
  ProcessLimits limits;
  limits.deadline = deadline;
  limits.output = 16U << 20;
  // --disable: no settings of the user's, which may write files; --globoff: braces in a URL mean themselves.
  Process process({*curl, "--disable", "--silent", "--show-error", "--fail", "--globoff", "--proto", "=http,https",
                   "--proto-redir", "=http,https", "--location", "--max-redirs", "5", "--max-time", "30",
                   "--max-filesize", std::to_string(limits.output), "--url", url},
                  std::nullopt, limits);
  std::string content = process.read_all();
  if (process.wait() != 0) {
    const std::string complaint = process.complaints();  // "curl: (22) The requested URL returned error: 404"
    const std::size_t end = complaint.find(") ");
    throw ProcessError(end == std::string::npos ? "curl failed" : complaint.substr(end + 2));
  }
  return content;
}

}  // namespace evalground::cli
