#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/stat.h>
#include <thread>

#include "base/budget.hpp"
#include "cli/disk.hpp"
#include "cli/serve/names.hpp"
#include "cli/serve/service.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

namespace fs = std::filesystem;

const std::string token = "0123456789abcdefghijkl";

// A folder `root` beside a file `secret`, and a site, removed after the test.
class Serve : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "evalground-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    base_ = name;
    put("secret", "hunter2");
    put("site/index.html", "<html><head><title>x</title></head></html>");
    put("site/404.html", "<head></head>nothing here");
    put("site/learn/index.html", "<head></head>lessons");
    put("site/assets/a.js", "a");
    put("site/assets/a.wasm", "a");
    put("site/sw.js", "a");
    fs::create_directory(base_ / "root");
  }
  void TearDown() override { fs::remove_all(base_); }

  void put(const std::string& name, std::string_view content) { write_below(base_.string(), name, content, false); }
  std::string get(const std::string& name) const { return read_file((base_ / name).string()); }
  std::string root() const { return (base_ / "root").string(); }

  fs::path base_;
};

Value json_of(const std::string& json) {
  Budget budget;
  return parse_json(json, budget);
}

const Value& at(const Value& value, std::string_view key) {
  static const Value nothing;
  const Value* found = value.is_map() ? value.as_map().find(key) : nullptr;
  return found != nullptr ? *found : nothing;
}

std::string version(const Value& files, std::string_view name) {
  return std::string(at(at(at(files, "files"), name), "version").as_string());
}

// Looks until nothing more is found, with a clock that advances by the requested time.
void settle(Folder& folder) {
  static Clock::time_point now = Clock::now();
  for (int scans = 0; scans < 3; ++scans) folder.scan(now += std::chrono::seconds(1));
}

// --- Names

struct Name {
  std::string_view text;
  bool is_one;
};

class Names : public testing::TestWithParam<Name> {};

TEST_P(Names, AreBelowTheFolderAndPlain) {
  EXPECT_EQ(why_not_a_name(GetParam().text).empty(), GetParam().is_one) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(Serve, Names,
                         testing::Values(Name{"a.yml", true}, Name{"a/b c/ü.yml", true}, Name{"", false},
                                         Name{"/etc/passwd", false}, Name{"..", false}, Name{"../a", false},
                                         Name{"a/../b", false}, Name{"a/..", false}, Name{"./a", false},
                                         Name{"a//b", false}, Name{"a/", false}, Name{"a\\b", false},
                                         Name{"C:/a", false}, Name{"c:a", false},
                                         Name{std::string_view("a\0b", 3), false}, Name{"a\nb", false},
                                         Name{"\xFF", false}, Name{"...", true}));

// --- The folder

TEST_F(Serve, ReadsTextAndBytesWithVersions) {
  put("root/tasks/main.yml", "a: ü\n");
  put("root/logo.png", std::string_view("\x89\0\xFF", 3));
  Folder folder(root());
  const Value files = json_of(folder.files_json());
  EXPECT_EQ(at(files, "name").as_string(), "root");
  EXPECT_EQ(at(files, "id").as_string().size(), 32u);
  EXPECT_EQ(at(at(at(files, "files"), "tasks/main.yml"), "text").as_string(), "a: ü\n");
  EXPECT_EQ(at(at(at(files, "files"), "logo.png"), "base64").as_string(), "iQD/");
  EXPECT_EQ(version(files, "logo.png").size(), 32u);
  EXPECT_EQ(at(files, "revision").as_integer(), folder.revision());
  EXPECT_TRUE(at(files, "settings").is_undefined() || at(files, "settings").is_null());
  EXPECT_EQ(at(json_of(Folder(root()).files_json()), "id").as_string(), at(files, "id").as_string());
}

TEST_F(Serve, LeavesOutWhatIsHiddenLargeOrALink) {
  put("root/.evalground.yaml", "dialect: jinja2\n");
  for (const char* name : {"root/.env", "root/.git/config", "root/node_modules/a/b.js", "root/venv/a", "root/b/.x",
                           "root/__pycache__/a", "root/sub/.evalground.yaml"})
    put(name, "x");
  put("root/big.bin", std::string((1 << 20) + 1, 'x'));
  put("root/most.bin", std::string(1 << 20, 'x'));
  fs::create_symlink(base_ / "secret", base_ / "root/out");
  fs::create_symlink("most.bin", base_ / "root/in");
  fs::create_directory_symlink("..", base_ / "root/up");
  ASSERT_EQ(::mkfifo((root() + "/pipe").c_str(), 0600), 0);
  Folder folder(root());
  const std::string json = folder.files_json();
  const Value files = json_of(json);
  EXPECT_EQ(at(files, "files").as_map().size(), 1u);
  EXPECT_TRUE(at(files, "files").as_map().contains("most.bin"));
  EXPECT_EQ(at(files, "settings").as_string(), "dialect: jinja2\n");
  EXPECT_NE(json.find(R"("left":[{"path":"big.bin","reason":"large"},{"path":"in","reason":"link"},)"
                      R"({"path":"out","reason":"link"},{"path":"up","reason":"link"}])"),
            std::string::npos);
}

TEST_F(Serve, LeavesOutWhatIsMoreThanFiveThousandFiles) {
  for (int number = 0; number < 5'002; ++number) std::ofstream(base_ / "root" / std::to_string(number)) << number;
  Folder folder(root());
  const Value files = json_of(folder.files_json());
  EXPECT_EQ(at(files, "files").as_map().size(), 5'000u);
  ASSERT_EQ(at(files, "left").as_list().size(), 2u);
  EXPECT_EQ(at(at(files, "left").as_list()[0], "reason").as_string(), "tooMany");
}

TEST_F(Serve, TellsWhatHasChangedSinceARevision) {
  put("root/a", "1");
  put("root/b", "1");
  Folder folder(root());
  folder.files_json();
  const std::int64_t before = folder.revision();
  settle(folder);
  EXPECT_EQ(folder.revision(), before);
  put("root/a", "22");
  fs::remove(base_ / "root/b");
  put("root/new/c", "3");
  put("root/.evalground.yaml", "x: 1\n");
  settle(folder);
  EXPECT_GT(folder.revision(), before);
  const Value changes = json_of(folder.changes_json(before));
  EXPECT_EQ(at(changes, "files").as_map().size(), 2u);
  EXPECT_EQ(at(at(at(changes, "files"), "a"), "text").as_string(), "22");
  EXPECT_EQ(at(changes, "removed").as_list().size(), 1u);
  EXPECT_EQ(at(changes, "settings").as_string(), "x: 1\n");
  EXPECT_EQ(at(json_of(folder.changes_json(folder.revision())), "files").as_map().size(), 0u);

  fs::remove(base_ / "root/.evalground.yaml");
  const std::int64_t then = folder.revision();
  settle(folder);
  EXPECT_NE(folder.changes_json(then).find(R"("settings":null)"), std::string::npos);
}

TEST_F(Serve, TellsNothingWhereAFileWasOnlyTouched) {
  put("root/a", "1");
  Folder folder(root());
  folder.files_json();
  const std::int64_t before = folder.revision();
  fs::last_write_time(base_ / "root/a", fs::file_time_type::clock::now() + std::chrono::hours(1));
  settle(folder);
  EXPECT_EQ(folder.revision(), before);
}

TEST_F(Serve, WaitsForWhatIsStillWritten) {
  put("root/a", "1");
  Folder folder(root());
  folder.files_json();
  const std::int64_t before = folder.revision();
  Clock::time_point now = Clock::now();
  std::string text = "1";
  for (int looks = 0; looks < 9; ++looks) {
    put("root/a", text += "more");
    EXPECT_EQ(folder.scan(now), std::chrono::milliseconds(10));
    EXPECT_EQ(folder.revision(), before) << looks;
    now += std::chrono::milliseconds(10);
  }
  put("root/a", text += "more");
  folder.scan(now + std::chrono::milliseconds(10));  // 100 ms are over
  const std::int64_t written = folder.revision();
  EXPECT_GT(written, before);
  // Waits for an empty file to be written, although it does not change.
  put("root/a", "");
  for (const int milliseconds : {100, 110, 120, 190}) {
    folder.scan(now + std::chrono::milliseconds(milliseconds));
    EXPECT_EQ(folder.revision(), written) << milliseconds;
  }
  folder.scan(now + std::chrono::milliseconds(200));
  EXPECT_GT(folder.revision(), written);
}

TEST_F(Serve, TellsWhyAFileIsServedNoMore) {
  for (const char* name : {"root/large", "root/link", "root/removed"}) put(name, "1");
  Folder folder(root());
  folder.files_json();
  const std::int64_t before = folder.revision();
  put("root/large", std::string((1 << 20) + 1, 'x'));
  fs::remove(base_ / "root/link");
  fs::create_symlink("large", base_ / "root/link");
  fs::remove(base_ / "root/removed");
  settle(folder);
  const std::string json = folder.changes_json(before);
  EXPECT_NE(json.find(R"("removed":["large","link","removed"],"left":[{"path":"large","reason":"large"},)"
                      R"({"path":"link","reason":"link"}])"),
            std::string::npos)
      << json;
}

TEST_F(Serve, TellsEverythingToWhomItDoesNotKnow) {
  put("root/a", "1");
  Folder folder(root());
  folder.files_json();
  for (const std::optional<std::int64_t> since :
       {std::optional<std::int64_t>(), std::optional<std::int64_t>(17), std::optional(folder.revision() + 1)}) {
    const Value all = json_of(folder.changes_json(since));
    EXPECT_TRUE(at(all, "reset").as_boolean());
    EXPECT_EQ(at(all, "name").as_string(), "root");
    EXPECT_EQ(at(all, "files").as_map().size(), 1u);
  }
}

// --- Saving

std::string save_body(std::initializer_list<std::string> entries) {
  std::string body = R"({"files":{)";
  for (const std::string& entry : entries) body += (body.back() == '{' ? "" : ",") + entry;
  return body + "}}";
}

std::string text_entry(const std::string& name, const std::string& text, const std::string& was) {
  return '"' + name + R"(":{"text":")" + text + R"(","was":)" + (was.empty() ? "null" : '"' + was + '"') + "}";
}

std::string removal(const std::string& name, const std::string& was) {
  return '"' + name + R"(":{"remove":true,"was":")" + was + R"("})";
}

TEST_F(Serve, SavesMakesAndRemoves) {
  put("root/a", "1");
  put("root/old", "old");
  Folder folder(root());
  const Value files = json_of(folder.files_json());
  const std::int64_t before = folder.revision();
  const JsonAnswer answer =
      folder.save(save_body({removal("old", version(files, "old")), text_entry("a", "2", version(files, "a")),
                             text_entry("new/deep/c", "3", ""), R"("d":{"base64":"/w==","was":null})"}));
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(get("root/a"), "2");
  EXPECT_EQ(get("root/new/deep/c"), "3");
  EXPECT_EQ(get("root/d"), "\xFF");
  EXPECT_FALSE(fs::exists(base_ / "root/old"));
  const Value saved = json_of(answer.body);
  EXPECT_EQ(at(saved, "revision").as_integer(), folder.revision());
  EXPECT_EQ(at(saved, "files").as_map().size(), 3u);
  const Value changes = json_of(folder.changes_json(before));  // as another page receives them
  EXPECT_EQ(version(changes, "a"), at(at(saved, "files"), "a").as_string());
  EXPECT_EQ(at(changes, "removed").as_list().size(), 1u);
  const std::int64_t after = folder.revision();
  settle(folder);
  EXPECT_EQ(folder.revision(), after);
}

TEST_F(Serve, SavesNothingWhereAnyFileDiffers) {
  put("root/a", "1");
  put("root/b", "1");
  put("root/c", "1");
  Folder folder(root());
  const Value files = json_of(folder.files_json());
  put("root/b", "theirs");
  fs::remove(base_ / "root/c");
  const JsonAnswer answer = folder.save(
      save_body({text_entry("a", "2", version(files, "a")), text_entry("b", "2", version(files, "b")),
                 removal("c", version(files, "c")), text_entry("new/n", "2", ""), text_entry("x/y", "2", "nothing")}));
  EXPECT_EQ(answer.status, 409);
  EXPECT_EQ(answer.body, R"({"conflicts":[{"path":"b","reason":"changed"},{"path":"c","reason":"gone"},)"
                         R"({"path":"x/y","reason":"gone"}]})");
  EXPECT_EQ(get("root/a"), "1");
  EXPECT_FALSE(fs::exists(base_ / "root/new"));
  EXPECT_EQ(folder.save(save_body({text_entry("a", "2", "")})).body,
            R"({"conflicts":[{"path":"a","reason":"exists"}]})");
}

TEST_F(Serve, KeepsWhatIsSavedByOthersWhileManyFilesAreWritten) {
  constexpr int count = 40;
  const auto name_of = [](int number) { return std::to_string(100 + number); };  // in order
  const std::string ours(300'000, 'b');
  bool was_refused = false;
  // The other program may be too late: then it is tried again.
  for (int attempt = 0; attempt < 20 && !was_refused; ++attempt) {
    for (int number = 0; number < count; ++number) put("root/" + name_of(number), "a");
    Folder folder(root());
    const Value files = json_of(folder.files_json());
    std::string body = R"({"files":{)";
    for (int number = 0; number < count; ++number) {
      const std::string name = name_of(number);
      body += (number == 0 ? "" : ",") + text_entry(name, ours, version(files, name));
    }
    std::atomic<bool> is_over = false;
    bool wrote = false;
    std::thread other([&] {
      const auto writes = [&] {
        return std::any_of(fs::directory_iterator(root()), fs::directory_iterator(),
                           [](const auto& entry) { return entry.path().extension() == ".tmp"; });
      };
      while (!is_over && !writes()) std::this_thread::yield();
      if (is_over || get("root/" + name_of(count - 1)) != "a") return;
      std::ofstream(base_ / "root" / name_of(count - 1)) << "theirs";
      wrote = true;
    });
    const JsonAnswer answer = folder.save(body + "}}");
    is_over = true;
    other.join();
    if (!wrote) continue;
    EXPECT_EQ(get("root/" + name_of(count - 1)), "theirs");
    was_refused = answer.status == 409;
    if (!was_refused) continue;
    EXPECT_EQ(answer.body, R"({"conflicts":[{"path":"139","reason":"changed"}]})");
    for (int number = 0; number + 1 < count; ++number) EXPECT_EQ(get("root/" + name_of(number)), "a");
    EXPECT_EQ(std::distance(fs::directory_iterator(root()), fs::directory_iterator()), count);
  }
  EXPECT_TRUE(was_refused);
}

TEST_F(Serve, NeitherWritesNorRemovesWhatIsReadOnly) {
  put("root/a", "1");
  put("root/fixed", "1");
  fs::permissions(base_ / "root/fixed", fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
  Folder folder(root());
  const Value files = json_of(folder.files_json());
  const std::string was = version(files, "fixed");
  for (const auto& [entry, verb] :
       {std::pair(text_entry("fixed", "2", was), "write "), std::pair(removal("fixed", was), "remove ")}) {
    const JsonAnswer answer = folder.save(save_body({text_entry("a", "2", version(files, "a")), entry}));
    EXPECT_EQ(answer.status, 500);
    EXPECT_EQ(answer.body, "{\"error\":\"cannot " + (verb + (root() + "/fixed: it is read-only.\"}")));
    EXPECT_EQ(get("root/a"), "1");
    EXPECT_EQ(get("root/fixed"), "1");
  }
}

TEST_F(Serve, UndoesWhatTheDiskRefusesHalfway) {
  put("root/a", "1");
  Folder folder(root());
  const Value files = json_of(folder.files_json());
  // "n" cannot be both a file and a folder.
  const JsonAnswer answer = folder.save(
      save_body({text_entry("a", "2", version(files, "a")), text_entry("n/m", "2", ""), text_entry("n", "2", "")}));
  EXPECT_EQ(answer.status, 500) << answer.body;
  EXPECT_EQ(get("root/a"), "1");
  EXPECT_EQ(std::distance(fs::directory_iterator(root()), fs::directory_iterator()), 1);
}

TEST_F(Serve, RefusesNamesThatLeadAway) {
  put("root/sub/file", "1");
  fs::create_symlink(base_ / "secret", base_ / "root/link");
  fs::create_directory_symlink(base_, base_ / "root/up");
  fs::create_directory_symlink("sub", base_ / "root/inner");
  ASSERT_EQ(::mkfifo((root() + "/pipe").c_str(), 0600), 0);
  Folder folder(root());
  for (const auto& [name, status] :
       {std::pair("../secret", 400), std::pair("/tmp/x", 400), std::pair("a\\\\b", 400), std::pair("a\\u0000b", 400),
        std::pair("", 400), std::pair("C:/x", 400), std::pair("link", 403), std::pair("up/secret", 403),
        std::pair("up/new", 403), std::pair("inner/file", 403), std::pair(".env", 403), std::pair(".git/config", 403),
        std::pair(".evalground.yaml", 403), std::pair("venv/x", 403), std::pair("a/.b/c", 403), std::pair("pipe", 403),
        std::pair("sub", 403), std::pair("sub/file/x", 403)}) {
    for (const std::string& entry : {text_entry(name, "x", ""), removal(name, "x")}) {
      const JsonAnswer answer = folder.save(save_body({text_entry("fine", "x", ""), entry}));
      EXPECT_EQ(answer.status, status) << name << answer.body;
      EXPECT_NE(answer.body.find("\"error\":"), std::string::npos);
    }
  }
  EXPECT_EQ(get("secret"), "hunter2");
  EXPECT_FALSE(fs::exists(base_ / "root/fine"));
}

TEST_F(Serve, RefusesWhatIsTooLarge) {
  Folder folder(root());
  EXPECT_EQ(folder.save(save_body({text_entry("a", std::string(1 << 20, 'x'), "")})).status, 200);
  const JsonAnswer large = folder.save(save_body({text_entry("b", std::string((1 << 20) + 1, 'x'), "")}));
  EXPECT_EQ(large.status, 400);
  EXPECT_EQ(large.body, R"({"error":"\"b\" holds more than 1 MiB."})");
  const std::string deep(200, 'd');
  std::string path;
  for (int depth = 0; depth < 30; ++depth) path += deep + "/";
  for (const std::string& name : {std::string(256, 'n'), "sub/" + std::string(300, 'n'), path + "n"})
    EXPECT_EQ(folder.save(save_body({text_entry(name, "x", "")})).status, 400) << name;
}

TEST_F(Serve, RefusesBodiesThatAreNoSave) {
  Folder folder(root());
  for (const char* body : {"", "[]", "{}", R"({"files":[]})", R"({"files":{"a":1}})", R"({"files":{"a":{"text":"x"}}})",
                           R"({"files":{"a":{"was":null}}})", R"({"files":{"a":{"base64":"?","was":null}}})",
                           R"({"files":{"a":{"remove":true,"was":null}}})"})
    EXPECT_EQ(folder.save(body).status, 400) << body;
  EXPECT_EQ(folder.save(std::string(100'000, '[')).status, 400);
}

// --- Requests

Request request_for(const std::string& path, Headers headers = {}, const std::string& method = "GET") {
  Request request{1, method, "/" + token + "/" + path, std::move(headers), ""};
  const auto names_host = [](const auto& header) { return header.first == "host" || header.first == "Host"; };
  if (std::none_of(request.headers.begin(), request.headers.end(), names_host))
    request.headers.emplace_back("Host", "127.0.0.1:8750");
  return request;
}

class Requests : public Serve {
 protected:
  void SetUp() override {
    Serve::SetUp();
    put("root/a", "1");
    service_ = std::make_unique<Service>(Folder(root()), Site((base_ / "site").string()), token);
    service_->set_port(8750);
    now_ = Clock::now();  // the duration of a look is measured from the given time
  }

  int refused(const Request& request) const {
    const auto response = service_->refusal(request);
    if (!response) return 0;
    for (const auto& [name, value] : response->headers) EXPECT_FALSE(name.starts_with("Access-Control")) << name;
    EXPECT_EQ(response->body, "");
    return response->status;
  }

  // The immediate response to a request that is not refused.
  std::optional<Response> asked(const Request& request) {
    EXPECT_EQ(refused(request), 0) << request.target;
    Service::Answers answers;
    service_->take(request, now_, answers);
    return answers.empty() ? std::nullopt : std::optional(answers.front().second);
  }

  std::unique_ptr<Service> service_;
  Clock::time_point now_;
};

TEST_F(Requests, AreRefusedUnlessTheyAreThePagesOwn) {
  const Headers own = {{"X-Evalground", "1"}};
  const auto with = [&](Headers more) {
    more.insert(more.end(), own.begin(), own.end());
    return more;
  };
  const std::string files = "folder/files";
  const struct {
    Request request;
    int status;
  } table[] = {
      {request_for(""), 0},
      {request_for("assets/a.js", {}, "HEAD"), 0},
      {request_for(files, own), 0},
      {request_for(files, {{"x-evalground", "1"}}), 0},
      {request_for(files, with({{"Host", "localhost:8750"}, {"Origin", "http://localhost:8750"}})), 0},
      {request_for(files, with({{"Sec-Fetch-Site", "same-origin"}})), 0},
      {request_for("", {{"Sec-Fetch-Site", "none"}}), 0},
      // Hosts
      {request_for("", {{"Host", "evil.example:8750"}}), 403},
      {request_for("", {{"Host", "127.0.0.1"}}), 403},
      {request_for("", {{"Host", "127.0.0.1:8751"}}), 403},
      {request_for("", {{"Host", "127.0.0.1:8750.evil.example"}}), 403},
      {request_for("", {{"Host", ""}}), 403},
      {request_for("", {{"Host", "127.0.0.1:8750"}, {"host", "evil.example"}}), 403},
      {Request{1, "GET", "/" + token + "/", {}, ""}, 403},
      // Origins
      {request_for("", {{"Origin", "https://evil.example"}}), 403},
      {request_for("", {{"Origin", "null"}}), 403},
      {request_for("", {{"Origin", ""}}), 403},
      {request_for("", {{"Origin", "https://127.0.0.1:8750"}}), 403},
      {request_for(files, with({{"Origin", "http://localhost:8750"}})), 403},
      {request_for(files, with({{"Origin", "http://127.0.0.1:9000"}})), 403},
      {request_for("", {{"Origin", "http://127.0.0.1:8750"}, {"Origin", "https://evil.example"}}), 403},
      // The browser's information about the origin
      {request_for("", {{"Sec-Fetch-Site", "cross-site"}}), 403},
      {request_for("", {{"Sec-Fetch-Site", "same-site"}}), 403},
      {request_for(files, with({{"Sec-Fetch-Site", "cross-site"}})), 403},
      {request_for(files, with({{"Sec-Fetch-Site", "none"}})), 403},
      {request_for("folder/save", with({{"Sec-Fetch-Site", "none"}, {"Content-Length", "2"}}), "POST"), 403},
      // Our own header
      {request_for(files), 403},
      {request_for(files, {{"X-Evalground", "2"}}), 403},
      {request_for("folder/save", {{"Content-Length", "2"}}, "POST"), 403},
      // Methods
      {request_for(files, own, "HEAD"), 405},
      {request_for(files, with({{"Content-Length", "2"}}), "POST"), 405},
      {request_for("folder/save", own), 405},
      {request_for("", {{"Content-Length", "2"}}, "POST"), 405},
      {request_for("", {}, "PUT"), 405},
      {request_for(files, own, "OPTIONS"), 405},
      {request_for(files, own, "DELETE"), 405},
      // Bodies
      {request_for("folder/save", with({{"Content-Length", "67108864"}}), "POST"), 0},
      {request_for("folder/save", with({{"Content-Length", "67108865"}}), "POST"), 413},
      {request_for("folder/save", with({{"Content-Length", "99999999999999999999999"}}), "POST"), 413},
      {request_for("folder/save", with({{"Content-Length", "-1"}}), "POST"), 400},
      {request_for("folder/save", with({{"Content-Length", "x"}}), "POST"), 400},
      {request_for("folder/save", with({{"Content-Length", "2"}, {"Content-Length", "3"}}), "POST"), 400},
      {request_for("folder/save", own, "POST"), 411},
      {request_for("folder/save", with({{"Transfer-Encoding", "chunked"}}), "POST"), 411},
      {request_for("folder/save", with({{"Transfer-Encoding", "chunked"}, {"Content-Length", "2"}}), "POST"), 411},
      {request_for("", {{"Transfer-Encoding", "identity"}}), 411},
      // Tokens and paths
      {Request{1, "GET", "/", {{"Host", "127.0.0.1:8750"}}, ""}, 404},
      {Request{1, "GET", "/" + token, {{"Host", "127.0.0.1:8750"}}, ""}, 404},
      {Request{1, "GET", "/" + token + "x/", {{"Host", "127.0.0.1:8750"}}, ""}, 404},
      {Request{1, "GET", "/" + token.substr(1) + "/", {{"Host", "127.0.0.1:8750"}}, ""}, 404},
      {Request{1, "GET", "//" + token + "/", {{"Host", "127.0.0.1:8750"}}, ""}, 404},
      {Request{1, "GET", "http://127.0.0.1:8750/" + token + "/", {{"Host", "127.0.0.1:8750"}}, ""}, 404},
      {Request{1, "GET", "/folder/files", {{"Host", "127.0.0.1:8750"}, {"X-Evalground", "1"}}, ""}, 404},
      {request_for("folder/other", own), 404},
      {request_for("folder/", own), 404},
  };
  for (const auto& [request, status] : table) {
    std::string shown = request.method + " " + request.target;
    for (const auto& [name, value] : request.headers) shown += " " + name + ": " + value;
    EXPECT_EQ(refused(request), status) << shown;
  }
}

TEST_F(Requests, GetTheSiteWithItsHeaders) {
  const auto page = asked(request_for("?dialect=yaql"));
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_EQ(page->body.find(R"(<html><head><meta name="evalground-folder" content="folder/"><title>)"), 0u);
  const auto header = [](const Response& response, std::string_view name) {
    std::string values;
    for (const auto& [each, value] : response.headers) values += each == name ? value : "";
    return values;
  };
  EXPECT_EQ(header(*page, "Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(header(*page, "X-Content-Type-Options"), "nosniff");
  EXPECT_TRUE(header(*page, "Content-Security-Policy").starts_with("default-src 'none'; script-src 'self'"));
  EXPECT_EQ(header(*page, "Strict-Transport-Security"), "");
  EXPECT_EQ(header(*asked(request_for("assets/a.js")), "Content-Type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(header(*asked(request_for("assets/a.wasm")), "Content-Type"), "application/wasm");
  EXPECT_EQ(header(*asked(request_for("assets/a.js")), "Access-Control-Allow-Origin"), "");
  EXPECT_EQ(asked(request_for("learn/"))->body, "<head></head>lessons");
  EXPECT_EQ(header(*asked(request_for("learn")), "Location"), "/" + token + "/learn/");
  for (const char* path : {"none", "sw.js", "..", "../secret", "%2e%2e/secret", "a/../../secret", "/etc/passwd", "%00",
                           "learn%0d%0ax", "..%2fsecret", "assets/", "a%5c..%5csecret"}) {
    const auto response = asked(request_for(path));
    EXPECT_EQ(response->status, 404) << path;
    EXPECT_EQ(response->body, "<head></head>nothing here") << path;
  }
}

TEST_F(Requests, WaitForTheNextChange) {
  const Headers own = {{"X-Evalground", "1"}};
  const Value files = json_of(asked(request_for("folder/files", own))->body);
  const std::string changes = "folder/changes?since=" + std::to_string(at(files, "revision").as_integer());
  Service::Answers answers;
  EXPECT_EQ(service_->tick(now_, answers), std::nullopt);
  EXPECT_FALSE(asked(request_for(changes, own)));
  Request second = request_for(changes, own);
  second.id = 2;
  EXPECT_FALSE(asked(second));
  EXPECT_TRUE(service_->tick(now_, answers));
  EXPECT_TRUE(answers.empty());
  put("root/a", "changed");
  for (int ticks = 0; ticks < 3 && answers.empty(); ++ticks)
    service_->tick(now_ += std::chrono::milliseconds(60), answers);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(at(at(at(json_of(answers[1].second.body), "files"), "a"), "text").as_string(), "changed");
  EXPECT_EQ(service_->tick(now_, answers), std::nullopt);
  // A change that has already happened is reported immediately.
  EXPECT_TRUE(asked(request_for(changes, own)));
}

TEST_F(Requests, WaitForTwentySecondsAtMost) {
  const Headers own = {{"X-Evalground", "1"}};
  const Value files = json_of(asked(request_for("folder/files", own))->body);
  Request wait = request_for("folder/changes?since=" + std::to_string(at(files, "revision").as_integer()), own);
  Service::Answers answers;
  service_->take(wait, now_, answers);
  service_->tick(now_ + std::chrono::seconds(19), answers);
  EXPECT_TRUE(answers.empty());
  service_->tick(now_ + std::chrono::seconds(20), answers);
  ASSERT_EQ(answers.size(), 1u);
  const Value none = json_of(answers[0].second.body);
  EXPECT_EQ(at(none, "files").as_map().size(), 0u);
  EXPECT_EQ(at(none, "revision").as_integer(), at(files, "revision").as_integer());
  // Many waiting pages soon give way to other requests.
  answers.clear();
  for (wait.id = 1; wait.id <= 6; ++wait.id) service_->take(wait, now_, answers);
  service_->forget(6);
  service_->tick(now_, answers);
  EXPECT_TRUE(answers.empty());
  service_->tick(now_ + std::chrono::seconds(1), answers);
  EXPECT_EQ(answers.size(), 5u);
}

TEST_F(Requests, AreToldThatTheFolderIsGoneUntilItIsBack) {
  const Headers own = {{"X-Evalground", "1"}};
  const Value files = json_of(asked(request_for("folder/files", own))->body);
  const Request wait = request_for("folder/changes?since=" + std::to_string(at(files, "revision").as_integer()), own);
  Service::Answers answers;
  service_->take(wait, now_, answers);
  service_->tick(now_, answers);
  EXPECT_TRUE(answers.empty());
  fs::rename(base_ / "root", base_ / "away");
  service_->tick(now_ += std::chrono::milliseconds(100), answers);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].second.status, 500);
  EXPECT_NE(answers[0].second.body.find("cannot be read: No such file or directory."), std::string::npos);
  EXPECT_EQ(asked(request_for("folder/files", own))->status, 500);
  fs::rename(base_ / "away", base_ / "root");
  answers.clear();
  service_->take(wait, now_ += std::chrono::seconds(1), answers);
  service_->tick(now_, answers);
  EXPECT_TRUE(answers.empty());
  EXPECT_EQ(asked(request_for("folder/files", own))->status, 200);
}

TEST(Token, HasRandomCharactersOfUrls) {
  const std::string one = random_token();
  EXPECT_EQ(one.size(), 22u);
  EXPECT_EQ(one.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
            std::string::npos);
  EXPECT_NE(one, random_token());
}

}  // namespace
}  // namespace evalground::cli
