// What an editor says about a variable of a host.
#include "workspaces/host_values.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace evalground {
namespace {

Map repository() {
  return {{"dialect", Value::string("jinja2")},
          {"main", Value::string("site.yml")},
          {"options", Value::map({{"flavor", Value::string("ansible")},
                                  {"inventory", Value::string("hosts")},
                                  {"host", Value::string("web1")}})},
          {"files", Value::map({{"hosts", Value::string("[web]\nweb1 port=81\nweb2\n")},
                                {"site.yml", Value::string("- hosts: web2\n")},
                                {"group_vars/web.yml", Value::string("port: 80\nurl: 'http://x:{{ port }}'\n")}})}};
}

TEST(HostValues, NamesTheWinnerItsPlaceAndWhatItOverrides) {
  const Map values = host_values(repository(), {"port", "url", "absent"});
  EXPECT_EQ(values.size(), 2U);
  const Map& port = values.find("port")->as_map();
  EXPECT_EQ(
      described_variable("web1", port),
      "for `web1`: `81`, from `hosts`, level inventory host\n\noverrides\n- `80` from `group_vars/web.yml`, level "
      "group vars play web");
  EXPECT_EQ(remark_on_variable("group_vars/web.yml", port), "overridden in hosts: 81");
  EXPECT_EQ(remark_on_variable("hosts", port), "");
  const Map& url = values.find("url")->as_map();
  EXPECT_EQ(remark_on_variable("group_vars/web.yml", url), "= \"http://x:81\"");
}

std::vector<std::string> names(const std::vector<RepositoryHost>& hosts) {
  return hosts_reading("site.yml", hosts);
}

TEST(HostValues, HostsAreThoseOfThePlay) {
  Map workspace = repository();
  EXPECT_EQ(names(hosts_of(workspace)), (std::vector<std::string>{"web1", "web2"}));
  EXPECT_EQ(hosts_of(workspace)[0].groups, std::vector<std::string>{"web"});
  Map options = workspace.find("options")->as_map();
  options.set("play", Value::string("site.yml"));
  workspace.set("options", Value::map(std::move(options)));
  EXPECT_EQ(names(hosts_of(workspace)), (std::vector<std::string>{"web2"}));
  workspace.set("files", Value::map());
  EXPECT_TRUE(hosts_of(workspace).empty());
}

TEST(HostValues, AFileIsReadForTheHostsThatItsNameSays) {
  const std::vector<RepositoryHost> hosts = {{"web1", {"web", "prod"}}, {"db1.test", {"db"}}};
  const std::vector<std::string> all = {"web1", "db1.test"};
  EXPECT_EQ(hosts_reading("group_vars/web.yml", hosts), std::vector<std::string>{"web1"});
  EXPECT_EQ(hosts_reading("inventories/a/group_vars/prod/vault.yml", hosts), std::vector<std::string>{"web1"});
  EXPECT_EQ(hosts_reading("host_vars/db1.test", hosts), std::vector<std::string>{"db1.test"});
  EXPECT_EQ(hosts_reading("host_vars/db1.test.json", hosts), std::vector<std::string>{"db1.test"});
  EXPECT_EQ(hosts_reading("group_vars/all/main.yml", hosts), all);
  EXPECT_EQ(hosts_reading("my_group_vars/web.yml", hosts), all);
  EXPECT_EQ(hosts_reading("group_vars/mail.yml", hosts), std::vector<std::string>());
}

}  // namespace
}  // namespace evalground
