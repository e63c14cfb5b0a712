#include "assist/names.hpp"

namespace evalground {

std::vector<std::uint32_t> files_in(const Language& language, Context& context) {
  std::vector<std::uint32_t> files;
  for (const auto& [name, content] : context.workspace.files) {
    if (!name.is_string() || !content.is_string() || !language.reads(name.as_string(), context.workspace)) continue;
    if (const auto number = context.files.source(name.as_string())) files.push_back(*number);
  }
  return files;
}

void read_names(const Language& language, Context& context, std::span<const std::uint32_t> files, Reading& reading) {
  const auto each = [&](void (Language::*add)(Context&, std::uint32_t, Reading&) const) {
    for (const std::uint32_t file : files) {
      recover(
          [&] {
            (language.*add)(context, file, reading);
            return true;
          },
          [](const Error&) { return false; });
    }
  };
  each(&Language::define);
  each(&Language::read);
  language.connect(context, reading);
}

std::optional<std::string> file_named(Context& context, std::string_view name, std::uint32_t from) {
  const std::string& path = context.sources.path(from);
  const std::size_t slash = path.rfind('/');
  const std::string folder =
      slash == std::string::npos ? std::string(Files::mount) : Files::absolute(path.substr(0, slash));
  for (const std::string_view directory : {std::string_view(folder), Files::mount}) {
    std::optional<std::string> found = Files::resolve(name, directory);
    if (found && context.files.find(*found) != nullptr) return found;
  }
  return std::nullopt;
}

}  // namespace evalground
