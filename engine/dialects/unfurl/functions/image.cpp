#include "dialects/unfurl/functions/image.hpp"

#include <functional>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"

namespace evalground::unfurl {

std::optional<ImageName> parse_image_name(std::string_view text) {
  ImageName image;
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const std::string_view first = text.substr(0, slash);
    if (first.find(':') != std::string_view::npos || text.find('/', slash + 1) != std::string_view::npos) {
      image.host = first;
      text.remove_prefix(slash + 1);
    }
  }
  const std::size_t at = text.find('@');
  if (at != std::string_view::npos) {
    std::string_view digest = text.substr(at + 1);
    if (digest.starts_with("sha256:")) digest.remove_prefix(7);
    image.digest = digest;
    text = text.substr(0, at);
  }
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos) {
    image.tag = text.substr(colon + 1);
    text = text.substr(0, colon);
  }
  image.name = to_lower(trim_start(text, "/"));
  if (image.name.empty()) return std::nullopt;
  return image;
}

std::string image_text(const ImageName& image) {
  std::string text = image.host.empty() ? image.name : image.host + "/" + image.name;
  if (!image.digest.empty()) return text.append("@sha256:").append(image.digest);
  if (!image.tag.empty()) text.append(":").append(image.tag);
  return text;
}

Value ContainerImage::resolve(Context&) {
  return Value::string(image_text(name_));
}

bool ContainerImage::equals(const Object& other) const {
  const auto* image = dynamic_cast<const ContainerImage*>(&other);
  return image != nullptr && image_text(image->name_) == image_text(name_);
}

std::size_t ContainerImage::hash() const {
  return std::hash<std::string>()(image_text(name_));
}

}  // namespace evalground::unfurl
