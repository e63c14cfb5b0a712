// Addresses and networks: parsing, printing and arithmetic.
#include "dialects/ansible/data/ip_address.hpp"

#include <gtest/gtest.h>

namespace evalground::ansible {
namespace {

std::string again(std::string_view text) {
  const auto network = read_ip_network(text);
  return network ? network->text() : "none";
}

TEST(IpAddress, WritesTheShortestText) {
  EXPECT_EQ(again("192.168.1.5"), "192.168.1.5/32");
  EXPECT_EQ(again("2001:DB8:0:0:1:0:0:1"), "2001:db8::1:0:0:1/128");
  EXPECT_EQ(again("::"), "::/128");
  EXPECT_EQ(again("1:0:0:2:0:0:0:3"), "1:0:0:2::3/128");
  EXPECT_EQ(again("::ffff:1.2.3.4"), "::ffff:1.2.3.4/128");
  EXPECT_EQ(again("::1.2.3.4"), "::1.2.3.4/128");
  EXPECT_EQ(again("1:2:3:4:5:6:7::"), "1:2:3:4:5:6:7:0/128");
}

TEST(IpAddress, ReadsMasksAndShortForms) {
  EXPECT_EQ(again("10.1/16"), "10.1.0.0/16");
  EXPECT_EQ(again("01.2.003.4"), "1.2.3.4/32");
  EXPECT_EQ(again("10.0.0.0/255.255.0.0"), "10.0.0.0/16");
  EXPECT_EQ(again("10.0.0.0/0.0.0.255"), "10.0.0.0/24");
}

TEST(IpAddress, RefusesWhatIsNone) {
  for (const std::string_view text : {"", "x", "300.1.1.1", "1.2.3.4.5", "1.2.3.4/33", "1.2.3.4/255.0.255.0", "::g",
                                      "1::2::3", "1:2:3", "12345::", "::1/129", "1.2.3.4/"}) {
    EXPECT_EQ(again(text), "none") << text;
  }
}

TEST(IpAddress, KnowsItsBounds) {
  const IpNetwork network = *read_ip_network("192.168.1.5/24");
  EXPECT_EQ(ip_text(4, network.first()), "192.168.1.0");
  EXPECT_EQ(ip_text(4, network.last()), "192.168.1.255");
  EXPECT_EQ(ip_text(4, network.mask()), "255.255.255.0");
  EXPECT_TRUE(network.contains(*read_ip_network("192.168.1.128/25")));
  EXPECT_FALSE(network.contains(*read_ip_network("192.168.0.0/16")));
  const IpNetwork all = *read_ip_network("::/0");
  EXPECT_EQ(ip_text(6, all.last()), "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");
}

TEST(IpAddress, MergesNetworks) {
  std::vector<IpNetwork> networks;
  for (const std::string_view text : {"1.1.1.128/25", "1.1.0.0/24", "1.1.1.0/25", "1.1.1.3", "::1"}) {
    networks.push_back(*read_ip_network(text));
  }
  std::string texts;
  for (const IpNetwork& network : merge_networks(networks)) texts += network.text() + " ";
  EXPECT_EQ(texts, "1.1.0.0/23 ::1/128 ");
  EXPECT_FALSE(spanning_network(networks));
  networks.pop_back();
  EXPECT_EQ(spanning_network(networks)->text(), "1.1.0.0/23");
}

TEST(IpAddress, ReadsNumbersOf128Bits) {
  EXPECT_EQ(uint128_text(*read_uint128("340282366920938463463374607431768211455")),
            "340282366920938463463374607431768211455");
  EXPECT_FALSE(read_uint128("999999999999999999999999999999999999999"));
  EXPECT_FALSE(read_uint128("-1"));
}

TEST(HardwareAddress, ReadsAllForms) {
  for (const std::string_view text :
       {"1a:2b:3c:4d:5e:6f", "1A-2B-3C-4D-5E-6F", "1a2b.3c4d.5e6f", "1a2b3c:4d5e6f", "1a2b3c4d5e6f"}) {
    ASSERT_TRUE(read_hardware_address(text)) << text;
    EXPECT_EQ(read_hardware_address(text)->text(2, ":", false), "1a:2b:3c:4d:5e:6f") << text;
  }
  EXPECT_EQ(read_hardware_address("0:1:2:3:4:5")->text(2, "-", true), "00-01-02-03-04-05");
  EXPECT_EQ(read_hardware_address("1a:2b:3c:4d:5e:6f:70:81")->bits, 64);
}

TEST(HardwareAddress, RefusesWhatIsNone) {
  for (const std::string_view text :
       {"", "x", "1a:2b:3c:4d:5e", "1a:2b:3c:4d:5e:6g", "1a2b3c4d5e", "1a:2b:3c:4d:5e:6f:"}) {
    EXPECT_FALSE(read_hardware_address(text)) << text;
  }
}

}  // namespace
}  // namespace evalground::ansible
