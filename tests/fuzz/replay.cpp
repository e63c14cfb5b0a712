// The main of a fuzz target without libFuzzer: gives it every file of the folders named as arguments, in the order of
// their names, so that what was once found is tested for good.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** arguments) {
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < count; ++i) {
    std::error_code missing;  // a target may have no corpus yet
    for (const auto& entry : std::filesystem::recursive_directory_iterator(arguments[i], missing)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    std::fprintf(stderr, "%s\n", file.c_str());  // the last one printed is the one that crashed
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  std::printf("%zu inputs replayed\n", files.size());
  return 0;
}
