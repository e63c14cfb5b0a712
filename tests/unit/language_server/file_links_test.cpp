#include "language_server/file_links.hpp"

#include <gtest/gtest.h>

namespace evalground::language_server {
namespace {

// "word>target word>target"
std::string links(std::string_view text, std::string_view name, std::initializer_list<std::string_view> paths) {
  Map files;
  for (const std::string_view path : paths) files.set(path, Value::string(""));
  std::string all;
  for (const FileLink& link : file_links(text, name, files)) {
    all += (all.empty() ? "" : " ") + std::string(text.substr(link.begin, link.end - link.begin)) + ">" + link.target;
  }
  return all;
}

TEST(FileLinks, LeadToFilesOfTheFolder) {
  EXPECT_EQ(links("{% include 'a.j2' %}{% extends \"none.j2\" %}", "b.j2", {"a.j2", "b.j2"}), "a.j2>a.j2");
  EXPECT_EQ(links("type: lib/vm.yaml\nx: {get_file: ../boot.sh}", "stacks/a.yaml", {"stacks/lib/vm.yaml", "boot.sh"}),
            "lib/vm.yaml>stacks/lib/vm.yaml ../boot.sh>boot.sh");
  EXPECT_EQ(links("inputs => { \"$(sys.inputdir)/lib/x.cf\", \"y.cf\" };", "main.cf", {"lib/x.cf", "y.cf"}),
            "lib/x.cf>lib/x.cf y.cf>y.cf");
}

TEST(FileLinks, KnowTheFoldersOfARole) {
  const std::initializer_list<std::string_view> files = {"roles/web/templates/a.conf.j2", "roles/web/tasks/main.yml",
                                                         "roles/web/tasks/b.yml", "roles/web/files/c.txt"};
  EXPECT_EQ(links("- template: {src: a.conf.j2}\n- include_tasks: b.yml\n- copy: src=c.txt dest=/c.txt\n",
                  "roles/web/tasks/main.yml", files),
            "a.conf.j2>roles/web/templates/a.conf.j2 b.yml>roles/web/tasks/b.yml c.txt>roles/web/files/c.txt");
  EXPECT_EQ(links("{{ role_path }}/tasks/b.yml", "roles/web/tasks/main.yml", files),
            "tasks/b.yml>roles/web/tasks/b.yml");
}

TEST(FileLinks, StayWithinTheFolder) {
  EXPECT_EQ(links("../a.yml ../../../../a.yml /a.yml a.yml: ... b.yml", "x/b.yml", {"a.yml", "x/b.yml"}),
            "../a.yml>a.yml a.yml>a.yml");
}

}  // namespace
}  // namespace evalground::language_server
