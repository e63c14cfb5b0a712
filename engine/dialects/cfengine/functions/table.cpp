// Functions that read lines and fields: lists and arrays from texts and files.
//
//   parsestringarray("a", "x:1:2", "#.*", ":", 10, 100)       a[x][0] = x, a[x][1] = 1, a[x][2] = 2
//   parsestringarrayidx("a", "x:1:2", "#.*", ":", 10, 100)    a[0][0] = x, a[0][1] = 1, a[0][2] = 2
//
// Both set elements of a classic array in the bundle, and return the number of rows. Comments are removed from the
// whole text first, then lines are joined and split into fields. Empty lines do not count as rows.
#include <algorithm>
#include <utility>

#include "base/text/text.hpp"
#include "dialects/cfengine/agent/call.hpp"
#include "dialects/cfengine/data/documents.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/data/patterns.hpp"
#include "dialects/cfengine/functions/families.hpp"

namespace evalground::cfengine {
namespace table_family {
namespace {

// A file that must exist: a missing one is a failed call, which leaves the variable undefined.
std::string_view content_of(const PolicyCall& call, std::size_t index) {
  const std::optional<std::string_view> text = file_text(call.context, call.text(index));
  if (!text) call.fail("The file " + quote(call.text(index)) + " does not exist.");
  return *text;
}

// The text of a file that is read as a whole, up to a number of bytes; nothing when absent.
std::optional<std::string_view> read_text(const PolicyCall& call, std::size_t path, std::size_t bytes) {
  const std::optional<std::string_view> text = file_text(call.context, call.text(path));
  if (!text) return std::nullopt;
  return without_single_line_end(first_bytes(*text, call.integer(bytes)));
}

std::string_view required_text(const PolicyCall& call, std::size_t path, std::size_t bytes) {
  const std::optional<std::string_view> text = read_text(call, path, bytes);
  if (!text) call.fail("The file " + quote(call.text(path)) + " does not exist.");
  return *text;
}

std::uint64_t count_of(const PolicyCall& call, std::size_t index) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, call.integer(index)));
}

// A text without its comments.
// The comment pattern may match anywhere in the text, also across lines, so it is applied before the text is split.
std::string prepared(const PolicyCall& call, std::string_view text, std::size_t comment) {
  return without_matches(call.context, call.text(comment), text, call.where);
}

// The lines of a text. A backslash before a line end joins the line with the next.
// A line that is joined in this way contains the line end. A carriage return at the end of a line is dropped.
std::vector<std::string> joined_lines(std::string_view text) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at).starts_with("\\\n")) {
      line += text[++at];
    } else if (text[at] != '\n') {
      line += text[at];
    } else {
      lines.push_back(std::exchange(line, {}));
    }
  }
  lines.push_back(std::move(line));
  for (std::string& one : lines) {
    if (one.ends_with('\r')) one.pop_back();
  }
  return lines;
}

// The fields of each line, for at most `most` lines. An invalid separator is reported only if a line is split.  Blank
// fields are kept, so columns stay aligned.
std::vector<std::vector<std::string>> fields_of(const PolicyCall& call, std::string_view text,
                                                std::string_view separator, std::uint64_t most) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : joined_lines(text)) {
    call.budget().step();
    if (line.empty()) continue;
    if (rows.size() >= most) break;
    const auto fields = split_by_pattern(call.context, separator, line, ~0ULL, Blank::kept, call.where);
    rows.emplace_back(fields.begin(), fields.end());
  }
  return rows;
}

enum class Rows : std::uint8_t { by_first_field, by_number };

// The text of a field of that type: integers without blanks, other types unchanged. Nothing for an invalid number.
// "1k" as an integer becomes "1000". A real number keeps its text, with blanks.
std::optional<std::string> typed_text(const PolicyCall& call, DataType type, std::string_view text) {
  if (type == DataType::integer) {
    const std::optional<std::int64_t> number = call.evaluator.integer(trim(text));
    return number ? std::optional(std::to_string(*number)) : std::nullopt;
  }
  if (type == DataType::real && !real_of(trim(text))) return std::nullopt;
  return std::string(text);
}

std::string no_number(DataType type, std::string_view text) {
  return quote(text) + (type == DataType::integer ? " is no integer." : " is no number.");
}

// In an array, an invalid number ends the run.
std::string array_text(const PolicyCall& call, DataType type, std::string_view text) {
  std::optional<std::string> typed = typed_text(call, type, text);
  if (!typed) call.evaluator.abort_run(call.where, no_number(type, text));
  return *std::move(typed);
}

// Sets array[row][field] from a text. The arguments from `first` on are the comment, the separator, and the limits of
// entries and bytes.
Value set_array(Call& call, std::string_view text, std::size_t first, Rows rows, DataType type) {
  PolicyCall& policy = policy_call(call);
  const std::string kept = prepared(policy, text, first);
  const auto table = fields_of(policy, kept, policy.text(first + 1), count_of(policy, first + 2));
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::string key = rows == Rows::by_number ? std::to_string(row) : array_text(policy, type, table[row][0]);
    for (std::size_t field = 0; field < table[row].size(); ++field) {
      policy.set_element(policy.text(0), "[" + key + "][" + std::to_string(field) + "]", type,
                         array_text(policy, type, table[row][field]));
    }
  }
  return Value::string(std::to_string(table.size()));
}

// Uses at most the given number of bytes of a text; 0 means no limit.
Value parse_array(Call& call, Rows rows, DataType type) {
  const PolicyCall& policy = policy_call(call);
  const std::string_view text = policy.text(1);
  const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(count_of(policy, 5), text.size()));
  return set_array(call, text.substr(0, bytes), 2, rows, type);
}

// A missing file has no lines.
Value read_array(Call& call, Rows rows, DataType type) {
  return set_array(call, read_text(policy_call(call), 1, 5).value_or(""), 2, rows, type);
}

Value parsestringarray(Call& call) {
  return parse_array(call, Rows::by_first_field, DataType::string);
}
Value parsestringarrayidx(Call& call) {
  return parse_array(call, Rows::by_number, DataType::string);
}
Value parseintarray(Call& call) {
  return parse_array(call, Rows::by_first_field, DataType::integer);
}
Value parserealarray(Call& call) {
  return parse_array(call, Rows::by_first_field, DataType::real);
}
Value readstringarray(Call& call) {
  return read_array(call, Rows::by_first_field, DataType::string);
}
Value readstringarrayidx(Call& call) {
  return read_array(call, Rows::by_number, DataType::string);
}
Value readintarray(Call& call) {
  return read_array(call, Rows::by_first_field, DataType::integer);
}
Value readrealarray(Call& call) {
  return read_array(call, Rows::by_first_field, DataType::real);
}

List texts_of(const std::vector<std::string>& pieces, std::size_t from) {
  List texts;
  for (std::size_t i = from; i < pieces.size(); ++i) texts.push_back(Value::string(pieces[i]));
  return texts;
}

// Gives a map from the first field to a list of the other fields. A later row with the same first field replaces an
// earlier one. data_readstringarrayidx gives a list of complete rows.
Value data_readstringarray(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::string kept = prepared(policy, required_text(policy, 0, 4), 1);
  Map rows;
  for (const auto& row : fields_of(policy, kept, policy.text(2), count_of(policy, 3))) {
    rows.set(row[0], Value::list(texts_of(row, 1)));
  }
  return Value::map(std::move(rows));
}

Value data_readstringarrayidx(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::string kept = prepared(policy, required_text(policy, 0, 4), 1);
  List rows;
  for (const auto& row : fields_of(policy, kept, policy.text(2), count_of(policy, 3)))
    rows.push_back(Value::list(texts_of(row, 0)));
  return Value::list(std::move(rows));
}

// Splits the whole text, not line by line, and drops blank pieces. An invalid number is a failed call here, while in an
// array it ends the run.
Value read_list(Call& call, DataType type) {
  const PolicyCall& policy = policy_call(call);
  const std::string kept = prepared(policy, required_text(policy, 0, 4), 1);
  List items;
  for (const std::string_view piece :
       split_by_pattern(call.context, policy.text(2), kept, count_of(policy, 3), Blank::dropped, call.where)) {
    policy.budget().step();
    if (!typed_text(policy, type, piece)) policy.fail(no_number(type, piece));
    items.push_back(Value::string(piece));
  }
  return Value::list(std::move(items));
}

Value readstringlist(Call& call) {
  return read_list(call, DataType::string);
}
Value readintlist(Call& call) {
  return read_list(call, DataType::integer);
}
Value readreallist(Call& call) {
  return read_list(call, DataType::real);
}

// The lines of a file that match a pattern as a whole.
std::vector<std::string_view> matching_lines(const PolicyCall& call) {
  const Regex& regex = compile_pattern(call.context, call.text(0));
  std::vector<std::string_view> lines;
  for (const std::string_view line : lines_of(content_of(call, 1), LineEnd::newline)) {
    call.budget().step();
    if (regex.matches(line, RegexAnchor::both, call.budget())) lines.push_back(line);
  }
  return lines;
}

// A missing file has no lines.
Value countlinesmatching(Call& call) {
  const PolicyCall& policy = policy_call(call);
  compile_pattern(call.context, policy.text(0));  // throws for an invalid pattern
  if (is_folder(call.context, policy.text(1))) policy.fail(quote(policy.text(1)) + " is a folder.");
  if (!file_text(call.context, policy.text(1))) return Value::string("0");
  return Value::string(std::to_string(matching_lines(policy_call(call)).size()));
}

// True if any line matches as a whole. For a folder it is false, unlike for a missing file, which is a failed call.
Value regline(Call& call) {
  if (is_folder(call.context, policy_call(call).text(1))) return Value::boolean(false);
  return Value::boolean(!matching_lines(policy_call(call)).empty());
}

constexpr std::uint64_t most_fields = 31;

// Sets the fields of the first matching line, counted from 1, and returns the number of matching lines.
Value getfields(Call& call) {
  PolicyCall& policy = policy_call(call);
  const std::vector<std::string_view> lines = matching_lines(policy);
  if (!lines.empty()) {
    const auto fields = split_by_pattern(call.context, policy.text(2), lines[0], most_fields, Blank::kept, call.where);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      policy.set_element(policy.text(3), "[" + std::to_string(i + 1) + "]", DataType::string, fields[i]);
    }
  }
  return Value::string(std::to_string(lines.size()));
}

// The rows of a CSV file whose class expression, in one column, holds, without that column. Comments and empty lines
// are skipped. The first remaining row sets the number of columns, and rows with a different number are dropped.
Value classfiltercsv(Call& call) {
  const PolicyCall& policy = policy_call(call);
  const std::string_view text = is_folder(call.context, policy.text(0)) ? std::string_view() : content_of(policy, 0);
  const Value table = read_csv(text, policy.budget(), {.has_comments = true});
  const bool has_heading = policy.flag(1);
  const auto column = static_cast<std::uint64_t>(policy.integer(2));
  const std::int64_t order = policy.given(3) ? policy.integer(3) : -1;  // without it, rows keep their order
  const List* first = nullptr;
  std::vector<std::pair<std::string, Map>> kept;
  for (const Value& record : table.as_list()) {
    policy.budget().step();
    const List& row = record.as_list();
    if (row.size() == 1 && row[0].text_size() == 0) continue;
    if (first == nullptr) {
      if (column >= row.size()) policy.fail("The rows have no column " + std::to_string(column) + ".");
      first = &row;
      if (has_heading) continue;
    }
    if (row.size() != first->size()) continue;
    if (!policy.evaluator.holds(row[static_cast<std::size_t>(column)].as_string(), call.where)) continue;
    Map entry;
    std::string sort_key;
    std::int64_t place = 0;
    for (std::size_t at = 0; at < row.size(); ++at) {
      if (at == column) continue;
      entry.set(has_heading ? std::string((*first)[at].as_string()) : std::to_string(place), row[at]);
      ++place;
      if (static_cast<std::int64_t>(at) == order) sort_key = row[at].as_string();
    }
    kept.emplace_back(std::move(sort_key), std::move(entry));
  }
  // Without a column to sort by, all keys are empty and the order of the file remains.
  std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  List entries;
  for (auto& [key, entry] : kept) entries.push_back(Value::map(std::move(entry)));
  return Value::list(std::move(entries));
}

// The examples read the policy in which they run.
constexpr std::string_view two_lines = "# first\n# second\nbundle agent main\n{\n}\n";

constexpr Example parse_examples[] = {
    {R"x(parsestringarray("a", "k1:x$(const.n)k2:y", "#.*", ":", 10, 1000))x", "", R"("2")"}};
constexpr Example parse_index_examples[] = {
    {R"x(parsestringarrayidx("a", "k1:x$(const.n)k2:y", "#.*", ":", 10, 1000))x", "", R"("2")"}};
constexpr Example parse_int_examples[] = {
    {R"x(parseintarray("a", "1:10$(const.n)2:20", "#.*", ":", 10, 1000))x", "", R"("2")"}};
constexpr Example parse_real_examples[] = {{R"x(parserealarray("a", "1:1.5", "#.*", ":", 10, 1000))x", "", R"("1")"}};
constexpr Example read_examples[] = {
    {R"x(readstringarray("a", "/workspace/main.cf", "#[^\n]*", " ", 10, 1000))x", two_lines, R"("3")"}};
constexpr Example read_index_examples[] = {
    {R"x(readstringarrayidx("a", "/workspace/main.cf", "#[^\n]*", " ", 10, 1000))x", two_lines, R"("3")"}};
constexpr Example read_int_examples[] = {
    {R"x(readintarray("a", "/workspace/main.cf", "[^\n]+", " ", 10, 1000))x", two_lines, R"("0")"}};
constexpr Example read_real_examples[] = {
    {R"x(readrealarray("a", "/workspace/main.cf", "[^\n]+", " ", 10, 1000))x", two_lines, R"("0")"}};
constexpr Example data_read_examples[] = {{R"x(data_readstringarray("/workspace/main.cf", "#[^\n]*", " ", 1, 1000))x",
                                           two_lines, R"({"bundle": ["agent", "main"]})"}};
constexpr Example data_read_index_examples[] = {
    {R"x(data_readstringarrayidx("/workspace/main.cf", "#[^\n]*", " ", 1, 1000))x", two_lines,
     R"([["bundle", "agent", "main"]])"}};
constexpr Example stringlist_examples[] = {
    {R"x(readstringlist("/workspace/main.cf", "#[^\n]*", "[\n ]", 2, 1000))x", two_lines, R"(["bundle", "agent"])"}};
constexpr Example intlist_examples[] = {
    {R"x(readintlist("/workspace/main.cf", "[^\n]+", "\n", 9, 1000))x", two_lines, R"([])"}};
constexpr Example reallist_examples[] = {
    {R"x(readreallist("/workspace/main.cf", "[^\n]+", "\n", 9, 1000))x", two_lines, R"([])"}};
constexpr Example countlines_examples[] = {
    {R"x(countlinesmatching("#.*", "/workspace/main.cf"))x", two_lines, R"("2")"}};
constexpr Example regline_examples[] = {{R"x(regline("bundle .*", "/workspace/main.cf"))x", two_lines, R"("any")"}};
constexpr Example getfields_examples[] = {
    {R"x(getfields("#.*", "/workspace/main.cf", " ", "f"))x", two_lines, R"("2")"}};
constexpr Example classfilter_examples[] = {{R"x(classfiltercsv("/workspace/main.cf", "false", 1))x",
                                             "bundle agent main { } # web,linux\r\n# db,linux\r\n",
                                             R"([{"0": "bundle agent main { } # web"}])"}};

}  // namespace
}  // namespace table_family

std::span<const Function> table_functions() {
  using namespace table_family;
  static constexpr Function all[] = {
      {.kind = "function",
       .signature =
           "parsestringarray(array: id, text: text, comment: text, separator: text, entries: int[0,inf], bytes: "
           "int[0,inf]) -> int",
       .summary = "Sets `array[first field][n]` for each line of a text; gives the number of lines.",
       .examples = parse_examples,
       .call = parsestringarray},
      {.kind = "function",
       .signature =
           "parsestringarrayidx(array: id, text: text, comment: text, separator: text, entries: int[0,inf], bytes: "
           "int[0,inf]) -> int",
       .summary = "Sets `array[line][n]` for each line of a text; gives the number of lines.",
       .examples = parse_index_examples,
       .call = parsestringarrayidx},
      {.kind = "function",
       .signature = "parseintarray(array: id, text: text, comment: text, separator: text, entries: int[0,inf], bytes: "
                    "int[0,inf]) -> int",
       .summary = "Like `parsestringarray`, for integers.",
       .examples = parse_int_examples,
       .call = parseintarray},
      {.kind = "function",
       .signature = "parserealarray(array: id, text: text, comment: text, separator: text, entries: int[0,inf], bytes: "
                    "int[0,inf]) -> int",
       .summary = "Like `parsestringarray`, for real numbers.",
       .examples = parse_real_examples,
       .call = parserealarray},
      {.kind = "function",
       .signature =
           "readstringarray(array: id, file: path, comment: text, separator: text, entries: int[0,inf], bytes: "
           "int[0,inf]) -> int",
       .summary = "`parsestringarray` of a file.",
       .effects = Effects::reads_files,
       .examples = read_examples,
       .call = readstringarray},
      {.kind = "function",
       .signature =
           "readstringarrayidx(array: id, file: path, comment: text, separator: text, entries: int[0,inf], bytes: "
           "int[0,inf]) -> int",
       .summary = "`parsestringarrayidx` of a file.",
       .effects = Effects::reads_files,
       .examples = read_index_examples,
       .call = readstringarrayidx},
      {.kind = "function",
       .signature = "readintarray(array: id, file: path, comment: text, separator: text, entries: int[0,inf], bytes: "
                    "int[0,inf]) -> int",
       .summary = "`parseintarray` of a file.",
       .effects = Effects::reads_files,
       .examples = read_int_examples,
       .call = readintarray},
      {.kind = "function",
       .signature = "readrealarray(array: id, file: path, comment: text, separator: text, entries: int[0,inf], bytes: "
                    "int[0,inf]) -> int",
       .summary = "`parserealarray` of a file.",
       .effects = Effects::reads_files,
       .examples = read_real_examples,
       .call = readrealarray},
      {.kind = "function",
       .signature =
           "data_readstringarray(file: path, comment: text, separator: text, entries: int[0,inf], bytes: int[0,inf]) "
           "-> data",
       .summary = "An object from the first field of each line to the list of the others.",
       .effects = Effects::reads_files,
       .examples = data_read_examples,
       .call = data_readstringarray},
      {.kind = "function",
       .signature = "data_readstringarrayidx(file: path, comment: text, separator: text, entries: int[0,inf], bytes: "
                    "int[0,inf]) -> data",
       .summary = "The fields of each line, as a list of lists.",
       .effects = Effects::reads_files,
       .examples = data_read_index_examples,
       .call = data_readstringarrayidx},
      {.kind = "function",
       .signature = "readstringlist(file: path, comment: text, separator: text, entries: int[0,inf], bytes: "
                    "int[0,inf]) -> slist",
       .summary = "The texts between separators in a file, without comments and empty ones.",
       .effects = Effects::reads_files,
       .examples = stringlist_examples,
       .call = readstringlist},
      {.kind = "function",
       .signature =
           "readintlist(file: path, comment: text, separator: text, entries: int[0,inf], bytes: int[0,inf]) -> ilist",
       .summary = "Like `readstringlist`, for integers.",
       .effects = Effects::reads_files,
       .examples = intlist_examples,
       .call = readintlist},
      {.kind = "function",
       .signature =
           "readreallist(file: path, comment: text, separator: text, entries: int[0,inf], bytes: int[0,inf]) -> rlist",
       .summary = "Like `readstringlist`, for real numbers.",
       .effects = Effects::reads_files,
       .examples = reallist_examples,
       .call = readreallist},
      {.kind = "function",
       .signature = "countlinesmatching(pattern: text, file: path) -> int",
       .summary = "How many lines of a file match a pattern.",
       .effects = Effects::reads_files,
       .examples = countlines_examples,
       .call = countlinesmatching},
      {.kind = "function",
       .signature = "regline(pattern: text, file: text) -> context",
       .summary = "True when a line of a file matches a pattern.",
       .effects = Effects::reads_files,
       .examples = regline_examples,
       .call = regline},
      {.kind = "function",
       .signature = "getfields(pattern: text, file: path, separator: text, array: text) -> int",
       .summary = "Splits the first line that matches into `array[1]`, …; gives the number of matching lines.",
       .effects = Effects::reads_files,
       .examples = getfields_examples,
       .call = getfields},
      {.kind = "function",
       .signature =
           "classfiltercsv(file: path, has_heading: boolean, column: int[0,inf], order: int[0,inf] = '') -> data",
       .summary = "The rows of a CSV file whose class expression, in one column, holds.",
       .effects = Effects::reads_files,
       .examples = classfilter_examples,
       .call = classfiltercsv},
  };
  return all;
}

}  // namespace evalground::cfengine
