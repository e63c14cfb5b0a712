// PCRE2 within the budget.
//
// A backtracking matcher can take exponential time: `(a+)+b` against thirty a's. PCRE2's own limits are counts that
// mean nothing to a user and differ between versions. So PCRE2 calls back before every item of a pattern that it tries
// (AUTO_CALLOUT). The budget is charged for the items tried and the bytes of the subject read since. That is the same
// on every machine. Callbacks take most of a find's time. Where little can be tried (a short subject, an anchored
// pattern without references), a find omits them and bounds the work by PCRE2's match limit.
//
// Invariant: no exception passes through PCRE2's frames. A callback stores the LimitError and tells PCRE2 to stop.
#include "base/regex/regex.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <pcre2.h>

#include "base/regex/translator.hpp"
#include "base/text/utf8.hpp"

namespace evalground {
namespace {

// Items tried or bytes read per step of the budget.
constexpr std::uint64_t work_per_step = 4;
// The work to accumulate before the budget is charged.
constexpr std::uint64_t work_at_once = 4096;
// Subjects of up to this many bytes may be matched without callbacks, once a pattern has been used this often.
constexpr std::size_t short_subject = 64;
constexpr std::uint32_t often = 8;
// A match that needed more memory than this frees it.
constexpr std::size_t most_kept_memory = 256 * 1024;
constexpr std::uint32_t heap_limit_in_kib = 1024 * 1024;  // the limit of counted memory is reached first

// Every block of PCRE2 begins with its size. The caller is C code, so nothing may be thrown: PCRE2 reports null as an
// error of its own.
constexpr std::size_t header = alignof(std::max_align_t);

// `largest` stores the size of the largest block.
void* allocate_for_pcre(PCRE2_SIZE size, void* largest) {
  try {
    char* memory = static_cast<char*>(allocate_counted(size + header));
    std::memcpy(memory, &size, sizeof size);
    *static_cast<std::size_t*>(largest) = std::max(*static_cast<std::size_t*>(largest), size);
    return memory + header;
  } catch (const std::exception&) {
    return nullptr;
  }
}

void free_for_pcre(void* memory, void*) {
  if (memory == nullptr) return;
  char* block = static_cast<char*>(memory) - header;
  PCRE2_SIZE size = 0;
  std::memcpy(&size, block, sizeof size);
  free_counted(block, size + header);
}

[[noreturn]] void fail_out_of_memory() {
  MemoryAccount::charge(std::numeric_limits<std::size_t>::max());  // throws LimitError if there is an account
  throw std::bad_alloc();
}

// Counts the work of one find.
struct Work {
  Budget& budget;
  std::uint64_t per_callout;  // an item may compare or repeat this much without calling back
  std::uint64_t done = 0;
  std::size_t position = 0;
  std::optional<LimitError> error;

  // Returns false once the budget is exceeded.
  bool charge() {
    try {
      budget.step(done / work_per_step);
      done %= work_per_step;
      return true;
    } catch (const LimitError& limit) {
      error = limit;
      return false;
    }
  }
};

// Called by PCRE2 for every item tried. Moving on in the subject is work as well: `.*` may read a megabyte between two
// items. Charging in portions keeps the callback short.
int count_work(pcre2_callout_block* block, void* data) {
  Work& work = *static_cast<Work*>(data);
  const std::size_t position = block->current_position;
  work.done += work.per_callout + (position > work.position ? position - work.position : 0);
  work.position = position;
  return work.done < work_at_once || work.charge() ? 0 : PCRE2_ERROR_CALLOUT;
}

// The largest count of repetitions in the pattern, "{3,100}": PCRE2 may repeat a single item that often before it calls
// back.
std::uint64_t largest_count(std::string_view pattern) {
  std::uint64_t largest = 0;
  for (std::size_t at = pattern.find('{'); at != std::string_view::npos; at = pattern.find('{', at)) {
    std::uint64_t number = 0;
    for (++at; at < pattern.size() && pattern[at] >= '0' && pattern[at] <= '9'; ++at) {
      number = std::min<std::uint64_t>(number * 10 + static_cast<std::uint64_t>(pattern[at] - '0'), 65'535);
    }
    largest = std::max(largest, number);
  }
  return largest;
}

// The options make PCRE2 mean what each syntax means: `$` before a final line break (Python only), `\d` for all scripts
// (UCP), a reference to a group that did not take part (matches the empty text in ECMAScript only). \C would split a
// code point, and is never allowed.
std::uint32_t options_of(RegexSyntax syntax, const RegexFlags& flags) {
  std::uint32_t options = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_AUTO_CALLOUT | PCRE2_NEVER_BACKSLASH_C;
  if (flags.ignore_case) options |= PCRE2_CASELESS;
  if (flags.multi_line) options |= PCRE2_MULTILINE;
  if (flags.dot_all) options |= PCRE2_DOTALL;
  switch (syntax) {
    case RegexSyntax::python:
      options |= PCRE2_ALT_CIRCUMFLEX;
      if (!flags.ascii) options |= PCRE2_UCP;
      break;
    case RegexSyntax::re2:
    case RegexSyntax::i_regexp: options |= PCRE2_ALT_CIRCUMFLEX | PCRE2_DOLLAR_ENDONLY; break;
    case RegexSyntax::ecmascript:
      options |= PCRE2_ALT_CIRCUMFLEX | PCRE2_DOLLAR_ENDONLY | PCRE2_ALLOW_EMPTY_CLASS | PCRE2_MATCH_UNSET_BACKREF;
      break;
    case RegexSyntax::pcre:
      if (flags.verbose) options |= PCRE2_EXTENDED;
      break;
  }
  return options;
}

// The place is that of the last item which began before PCRE2's offset in the translated pattern.
RegexError error_of(int code, std::size_t offset, const RegexTranslation& translation, RegexSyntax syntax) {
  PCRE2_UCHAR buffer[160];
  const int length = pcre2_get_error_message(code, buffer, sizeof buffer);
  std::string message(reinterpret_cast<const char*>(buffer), static_cast<std::size_t>(std::max(length, 0)));
  constexpr int lookbehind_not_fixed = 125;
  if (syntax == RegexSyntax::python && code == lookbehind_not_fixed) {
    message = "look-behind requires fixed-width pattern";
  }
  if (syntax == RegexSyntax::pcre) return {std::move(message), offset};
  std::size_t place = 0;
  for (const auto& [translated, original] : translation.places) {
    if (translated < offset) place = original;
  }
  return {std::move(message), place};
}

}  // namespace

// PCRE2's side of a Regex. Match data is kept between finds, because creating it costs more than a short match.
struct Regex::Code {
  pcre2_general_context* general = nullptr;
  pcre2_code* code = nullptr;
  pcre2_match_context* context = nullptr;
  pcre2_match_data* data = nullptr;
  std::uint64_t per_callout = 1;
  bool has_references = false;
  std::size_t largest_block = 0;

  // The same pattern without callbacks, compiled after frequent use, and its source.
  pcre2_code* quick = nullptr;
  std::string pattern;
  std::uint32_t options = 0;
  std::uint32_t short_finds = 0;
  bool is_anchored = false;  // tried at a single place of the subject

  pcre2_code* compile(std::uint32_t compile_options, int& error, PCRE2_SIZE& offset) const;
  std::optional<int> match_quickly(std::string_view text, std::size_t start, std::uint32_t match_options);

  Code() = default;
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;
  ~Code() {
    pcre2_match_data_free(data);
    pcre2_match_context_free(context);
    pcre2_code_free(quick);
    pcre2_code_free(code);
    pcre2_general_context_free(general);
  }
};

// Null for an error.
pcre2_code* Regex::Code::compile(std::uint32_t compile_options, int& error, PCRE2_SIZE& offset) const {
  pcre2_compile_context* compile_context = pcre2_compile_context_create(general);
  if (compile_context == nullptr) fail_out_of_memory();
  pcre2_set_newline(compile_context, PCRE2_NEWLINE_LF);
  pcre2_code* result = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(), compile_options,
                                     &error, &offset, compile_context);
  pcre2_compile_context_free(compile_context);
  return result;
}

// Matches a short subject at a single place, within PCRE2's own backtracking limit, so the work is proportional to the
// subject. Nothing when that limit is exceeded, or does not bound the work.
std::optional<int> Regex::Code::match_quickly(std::string_view text, std::size_t start, std::uint32_t match_options) {
  if (text.size() > short_subject || has_references || per_callout > 1) return std::nullopt;
  if (!is_anchored && (match_options & PCRE2_ANCHORED) == 0) return std::nullopt;
  if (quick == nullptr) {
    if (short_finds > often || ++short_finds <= often) return std::nullopt;
    int error = 0;
    PCRE2_SIZE offset = 0;
    quick = compile(options & ~PCRE2_AUTO_CALLOUT, error, offset);
    if (quick == nullptr) return std::nullopt;
  }
  pcre2_set_callout(context, nullptr, nullptr);
  pcre2_set_match_limit(context, static_cast<std::uint32_t>(16 + text.size()));
  const int result = pcre2_match(quick, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), start,
                                 match_options | PCRE2_NO_UTF_CHECK, data, context);
  if (result == PCRE2_ERROR_MATCHLIMIT) return std::nullopt;
  return result;
}

// PCRE2 is told that the subject is valid UTF-8, and would read beyond it otherwise. Invalid bytes are replaced one for
// one, so all offsets stay right.
RegexSubject::RegexSubject(std::string_view text) : text_(text) {
  std::optional<std::size_t> invalid = find_invalid_utf8(text);
  if (!invalid) return;
  constexpr char substitute = '\x1A';
  repaired_ = text;
  for (std::size_t at = *invalid; at < repaired_.size();) {
    const CodePoint next = decode_code_point(repaired_, at);
    if (!next.valid()) repaired_[at] = substitute;
    at += next.size;
  }
}

CompiledRegex Regex::compile(RegexSyntax syntax, std::string_view pattern, RegexFlags flags) {
  RegexTranslation translation;
  if (syntax == RegexSyntax::pcre) {
    translation.pattern = RegexSubject(pattern).valid_text();
    translation.flags = flags;
  } else {
    translation = translate_regex(syntax, RegexSubject(pattern).valid_text(), flags);
    if (translation.error) return {nullptr, *translation.error};
  }
  // Compile, with every block counted.
  const Ref<Regex> regex(new Regex);
  regex->code_ = std::make_unique<Code>();
  Code& code = *regex->code_;
  code.general = pcre2_general_context_create(allocate_for_pcre, free_for_pcre, &code.largest_block);
  if (code.general == nullptr) fail_out_of_memory();
  code.pattern = std::move(translation.pattern);
  code.options = options_of(syntax, translation.flags);
  int error = 0;
  PCRE2_SIZE offset = 0;
  code.code = code.compile(code.options, error, offset);
  constexpr int no_memory = 121;
  if (code.code == nullptr) {
    if (error == no_memory) fail_out_of_memory();
    return {nullptr, error_of(error, offset, translation, syntax)};
  }
  code.context = pcre2_match_context_create(code.general);
  if (code.context == nullptr) fail_out_of_memory();
  pcre2_set_heap_limit(code.context, heap_limit_in_kib);
  code.per_callout += largest_count(code.pattern) / 64;

  // Read what every find needs: whether its work is bounded, and the groups.
  std::uint32_t count = 0;
  pcre2_pattern_info(code.code, PCRE2_INFO_ALLOPTIONS, &count);
  code.is_anchored = (count & PCRE2_ANCHORED) != 0;
  pcre2_pattern_info(code.code, PCRE2_INFO_BACKREFMAX, &count);
  code.has_references = count != 0;
  pcre2_pattern_info(code.code, PCRE2_INFO_CAPTURECOUNT, &count);
  regex->group_count_ = count;
  regex->names_ = std::move(translation.names);
  if (syntax == RegexSyntax::pcre) {
    std::uint32_t entry_size = 0;
    PCRE2_SPTR table = nullptr;
    pcre2_pattern_info(code.code, PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(code.code, PCRE2_INFO_NAMEENTRYSIZE, &entry_size);
    pcre2_pattern_info(code.code, PCRE2_INFO_NAMETABLE, &table);
    for (std::uint32_t index = 0; index < count; ++index, table += entry_size) {
      const std::size_t number = static_cast<std::size_t>(table[0]) << 8 | table[1];
      regex->names_.emplace_back(reinterpret_cast<const char*>(table + 2), number);
    }
  }
  std::sort(regex->names_.begin(), regex->names_.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  regex->pattern_ = pattern;
  regex->flags_ = translation.flags;
  return {Ref<const Regex>(regex), {}};
}

Regex::Regex() = default;
Regex::~Regex() = default;

// The quick match is tried first, and costs what it may do at most. When it gives up, the careful match starts from the
// beginning, so a result never depends on which of them found it.
bool Regex::run(const RegexSubject& subject, std::size_t start, std::uint32_t options, RegexMatch* match,
                Budget& budget) const {
  const std::string_view text = subject.valid_text();
  if (code_->data == nullptr) code_->data = pcre2_match_data_create_from_pattern(code_->code, code_->general);
  if (code_->data == nullptr) fail_out_of_memory();
  Work work{budget, code_->per_callout + (code_->has_references ? text.size() / 256 : 0)};
  work.done = work_per_step;  // a find is at least one step
  work.position = start;
  int result = 0;
  if (const std::optional<int> quick = code_->match_quickly(text, start, options)) {
    result = *quick;
    work.done += text.size() - start;
  } else {
    pcre2_set_callout(code_->context, count_work, &work);
    pcre2_set_match_limit(code_->context, std::numeric_limits<std::uint32_t>::max());
    result = pcre2_match(code_->code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), start,
                         options | PCRE2_NO_UTF_CHECK, code_->data, code_->context);
  }
  const bool is_spent = work.error || !work.charge();
  if (result > 0 && match != nullptr && !is_spent) {
    const PCRE2_SIZE* offsets = pcre2_get_ovector_pointer(code_->data);
    match->subject_ = subject.text();
    match->groups_.assign(group_count_ + 1, RegexRange());
    for (std::size_t group = 0; group < static_cast<std::size_t>(result); ++group) {
      if (offsets[2 * group] == PCRE2_UNSET) continue;
      // A \K in a look-ahead can put the beginning after the end.
      match->groups_[group] = {std::min(offsets[2 * group], offsets[2 * group + 1]), offsets[2 * group + 1]};
    }
  }
  if (code_->largest_block > most_kept_memory) {
    pcre2_match_data_free(code_->data);
    code_->data = nullptr;
    code_->largest_block = 0;
  }
  if (work.error) throw LimitError(*work.error);
  if (result > 0) return true;
  if (result == PCRE2_ERROR_NOMATCH) return false;
  if (result == PCRE2_ERROR_NOMEMORY || result == PCRE2_ERROR_HEAPLIMIT) fail_out_of_memory();
  // PCRE2's own limits of nesting and of recursion without progress, or (?C) in a hostile pattern.
  throw LimitError(Limit::depth, budget.limits().depth);
}

bool Regex::find(const RegexSubject& subject, std::size_t start, RegexAnchor anchor, RegexMatch& match,
                 Budget& budget) const {
  const std::uint32_t options = anchor == RegexAnchor::none    ? 0
                                : anchor == RegexAnchor::start ? PCRE2_ANCHORED
                                                               : PCRE2_ANCHORED | PCRE2_ENDANCHORED;
  return run(subject, start, options, &match, budget);
}

bool Regex::find_not_empty_at(const RegexSubject& subject, std::size_t start, RegexMatch& match, Budget& budget) const {
  return run(subject, start, PCRE2_NOTEMPTY_ATSTART, &match, budget);
}

bool Regex::matches(const RegexSubject& subject, RegexAnchor anchor, Budget& budget) const {
  RegexMatch match;
  return find(subject, 0, anchor, match, budget);
}

std::optional<std::size_t> Regex::group_number(std::string_view name) const {
  for (const auto& [known, number] : names_) {
    if (known == name) return number;
  }
  return std::nullopt;
}

// Errors are cached like patterns: a loop with a wrong pattern parses it once.
CompiledRegex RegexCache::compile(RegexSyntax syntax, std::string_view pattern, RegexFlags flags) {
  const unsigned bits = (flags.ignore_case ? 1U : 0U) | (flags.multi_line ? 2U : 0U) | (flags.dot_all ? 4U : 0U) |
                        (flags.verbose ? 8U : 0U) | (flags.ascii ? 16U : 0U);
  const auto [place, is_new] = compiled_.try_emplace(Key(syntax, bits, std::string(pattern)));
  if (is_new) place->second = Regex::compile(syntax, pattern, flags);
  return place->second;
}

std::string escape_regex(std::string_view text) {
  constexpr std::string_view special = "()[]{}?*+-|^$\\.&~# \t\n\r\v\f";
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string python_error_text(const RegexError& error, std::string_view pattern) {
  std::string text = error.message + " at position " + std::to_string(code_points_before(pattern, error.offset));
  const std::string_view before = pattern.substr(0, std::min(error.offset, pattern.size()));
  if (pattern.find('\n') == std::string_view::npos) return text;
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t newline = before.rfind('\n');
  const std::string_view on_line = newline == std::string_view::npos ? before : before.substr(newline + 1);
  return text + " (line " + std::to_string(line) + ", column " + std::to_string(count_code_points(on_line) + 1) + ")";
}

}  // namespace evalground
