// The secrets in a workspace that is about to leave the machine: what its documents declare, what has the shape of a
// key or token, and what has the name of a password.
//
//   group_vars/all.yml:  db_password: hunter2     → name
//   id_rsa:  -----BEGIN OPENSSH PRIVATE KEY-----… → shape, "a private key"
//   main.yaml:  pw: {hidden: true, default: x}    → declared
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "value/map.hpp"

namespace evalground {

enum class SecretReason : std::uint8_t { declared, shape, name };

// A part of a file or value of the workspace: bytes, half open. A number is found whole, with `end` 0.
struct SecretFinding {
  std::vector<Value> path;  // of the file or value: "files", "group_vars/all.yml"
  std::uint32_t text = 0;   // the same number for all findings of one text
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  SecretReason reason = SecretReason::name;
  std::string name;       // of the value; empty if it has none
  std::string_view what;  // of a shape: "a private key"
};

struct SecretSearch {
  std::vector<SecretFinding> findings;  // by their places; none overlaps another
  std::size_t files = 0;                // texts that were searched
};

// A literal that a run found to be secret: UTF-16 units of a file, half open.
struct SecretMark {
  std::string file;
  std::uint64_t from;
  std::uint64_t to;
};

// `secrets` of the workspace are not looked at: they are withheld anyway.
SecretSearch find_secrets(const Map& workspace, const std::vector<SecretMark>& marks = {});

// The text that a path leads to; null if there is none.
const Value* value_at(const Map& workspace, const std::vector<Value>& path);

}  // namespace evalground
