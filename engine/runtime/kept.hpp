// What a dialect keeps between evaluations of a prepared workspace, such as a parsed template.
#pragma once

#include <memory>

#include "runtime/host.hpp"

namespace evalground {

class Kept {
 public:
  virtual ~Kept() = default;
};

// The host of a prepared workspace, whose evaluations differ only in their values. It forwards requests to another
// host.
class KeepingHost final : public Host {
 public:
  // Both must outlive this object.
  KeepingHost(Host& host, std::unique_ptr<Kept>& kept_) : kept(kept_), host_(host) {}

  Value call(std::string_view service, const Map& request, Caller* caller) override {
    return host_.call(service, request, caller);
  }
  bool cancelled() override { return host_.cancelled(); }

  // Null until a dialect keeps something. The dialect takes it out during use.
  std::unique_ptr<Kept>& kept;

 private:
  Host& host_;
};

}  // namespace evalground
