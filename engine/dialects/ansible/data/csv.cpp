#include "dialects/ansible/data/csv.hpp"

#include "base/text/scanner.hpp"

namespace evalground::ansible {
namespace {

class CsvReader {
 public:
  CsvReader(std::string_view text, const CsvFormat& format, Budget& budget)
      : scanner_(text), format_(format), budget_(budget) {}

  CsvRows read() {
    while (!scanner_.at_end() && result_.error.empty()) read_row();
    return std::move(result_);
  }

 private:
  bool at_line_end() const { return scanner_.at_end() || scanner_.peek() == '\n' || scanner_.peek() == '\r'; }

  void read_row() {
    CsvRow& row = result_.rows.emplace_back();
    if (!at_line_end()) {
      do {
        budget_.step();
        row.push_back(read_field());
      } while (scanner_.take(format_.delimiter));
    }
    scanner_.take('\r');
    scanner_.take('\n');
  }

  std::string read_field() {
    if (format_.skip_initial_space) scanner_.skip_whitespace(" ");
    std::string field;
    if (scanner_.take('"')) read_quoted(field);
    // Text after the closing quote is only an error with is_strict.
    if (format_.is_strict && !at_line_end() && scanner_.peek() != format_.delimiter && scanner_.offset() != 0 &&
        was_quoted_) {
      result_.error = std::string("'") + format_.delimiter + "' is expected after '\"'";
    }
    was_quoted_ = false;
    field += scanner_.take_while([&](char c) { return c != format_.delimiter && c != '\n' && c != '\r'; });
    return field;
  }

  // Reads a quoted field after its opening quote. A doubled quote stands for one quote.
  void read_quoted(std::string& field) {
    was_quoted_ = true;
    while (true) {
      field += scanner_.take_while([](char c) { return c != '"'; });
      if (scanner_.at_end()) {
        if (format_.is_strict) result_.error = "the text ends within quotes";
        return;
      }
      scanner_.skip();
      if (!scanner_.take('"')) return;
      field += '"';
    }
  }

  Scanner scanner_;
  const CsvFormat& format_;
  Budget& budget_;
  CsvRows result_;
  bool was_quoted_ = false;
};

}  // namespace

CsvRows read_csv(std::string_view text, const CsvFormat& format, Budget& budget) {
  return CsvReader(text, format, budget).read();
}

}  // namespace evalground::ansible
