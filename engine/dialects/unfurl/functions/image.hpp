// Names of container images: "registry.example.com/lib/app:1.2".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dialects/unfurl/values/external.hpp"

namespace evalground::unfurl {

// The parts of "[host/]name[:tag][@digest]"; absent parts are empty. A tag is ignored when there is a digest.
struct ImageName {
  std::string host;
  std::string name;  // in lower case
  std::string tag;
  std::string digest;  // without "sha256:"
};

// Nothing for text without a name. The part before the first slash is a host if it has a colon, or if more slashes
// follow.
std::optional<ImageName> parse_image_name(std::string_view text);

// "host/name:tag", or "host/name@sha256:digest".
std::string image_text(const ImageName& image);

// A container image. Used as a plain value, it is its text.
class ContainerImage final : public External {
 public:
  explicit ContainerImage(ImageName name) : name_(std::move(name)) {}

  std::string_view type_name() const override { return "container image"; }
  Value resolve(Context& context) override;
  std::string python_repr() const override { return image_text(name_); }
  bool equals(const Object& other) const override;
  std::size_t hash() const override;

 private:
  ImageName name_;
};

}  // namespace evalground::unfurl
