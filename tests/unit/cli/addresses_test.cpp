#include "cli/fetch/addresses.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "cli/fetch/interfaces.hpp"
#include "cli/process.hpp"

namespace evalground::cli {
namespace {

TEST(Addresses, OfThisMachineAndItsNetworkArePrivate) {
  for (const char* address : {"127.0.0.1",
                              "127.255.0.9",
                              "0.0.0.0",
                              "10.1.2.3",
                              "100.64.0.1",
                              "100.127.255.255",
                              "169.254.169.254",
                              "172.16.0.1",
                              "172.31.255.255",
                              "192.0.0.8",
                              "192.0.2.1",
                              "192.88.99.1",
                              "192.168.1.1",
                              "198.18.0.1",
                              "198.19.255.255",
                              "198.51.100.7",
                              "203.0.113.255",
                              "224.0.0.1",
                              "255.255.255.255",
                              "::",
                              "::1",
                              "::ffff:127.0.0.1",
                              "::ffff:a00:1",
                              "::127.0.0.1",
                              "64:ff9b::7f00:1",
                              "2002:7f00:1::",
                              "2001:0:1::",
                              "2001:2::1",
                              "2001:1ff::1",
                              "2001:db8::1",
                              "2002:c000:201::",
                              "64:ff9b:1::1",
                              "3fff:fff::1",
                              "5f00::1",
                              "100::1",
                              "fc00::1",
                              "fd12::1",
                              "fe80::1",
                              "ff02::1",
                              "127.1",
                              "localhost",
                              ""}) {
    EXPECT_TRUE(is_private_address(address)) << address;
  }
  for (const char* address :
       {"1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.0",
        "192.169.0.1", "198.20.0.0", "223.255.255.255", "2606:4700::1111", "192.0.3.0", "203.0.114.0", "2001:200::1",
        "3fff:1000::1", "64:ff9b::808:808", "2002:808:808::", "::ffff:8.8.8.8", "2001:4860:4860::8888"}) {
    EXPECT_FALSE(is_private_address(address)) << address;
  }
}

TEST(Addresses, OfInterfacesAreThoseOfThisMachine) {
  const std::vector<std::string> own = {"8.8.8.8", "2606:4700::1111"};
  for (const char* address : {"8.8.8.8", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::", "2606:4700:0::1111"})
    EXPECT_TRUE(is_one_of(address, own)) << address;
  for (const char* address : {"8.8.8.9", "2606:4700::1112", "", "8.8.8"})
    EXPECT_FALSE(is_one_of(address, own)) << address;
  const std::vector<std::string> found = interface_addresses();
  EXPECT_TRUE(std::all_of(found.begin(), found.end(), [&](const std::string& one) { return is_one_of(one, found); }));
}

TEST(Origin, IsReadInOneWayOnly) {
  const auto shown = [](const char* url) {
    const Origin origin = origin_of(url);
    return origin.host + " " + origin.port + (origin.is_number ? " number" : "");
  };
  EXPECT_EQ(shown("http://a.example/x:1@y"), "a.example 80");
  EXPECT_EQ(shown("https://a.example?http://b"), "a.example 443");
  EXPECT_EQ(shown("https://user:word@a.example:8443/"), "a.example 8443");
  EXPECT_EQ(shown("http://127.0.0.1:80#x"), "127.0.0.1 80 number");
  EXPECT_EQ(shown("http://[::1]:8000/"), "::1 8000 number");
  EXPECT_EQ(shown("http://a:/"), "a 80");
  for (const char* url :
       {"http://", "http:///x", "ftp://a", "HTTP://a", "http://a@b@c/", "http://a\\@b/", "http://a b/", "http://%61/",
        "http://a\tb/", "http://\xE2\x93\x9B/", "http://[::1", "http://[::1]x/", "http://[a.example]/", "http://a:0/",
        "http://a:65536/", "http://a:8x/", "http://a:80:90/", "http://{a,b}/"}) {
    EXPECT_THROW(origin_of(url), ProcessError) << url;
  }
}

}  // namespace
}  // namespace evalground::cli
