#include "word_map.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "text.hpp"

namespace tesla {

namespace {

constexpr std::string_view kMagic = "SMFC1";
constexpr unsigned kReversed = 1, kSameText = 254, kWholeText = 255;
// No word of a language has as many bytes; a stream that says so would fill the memory.
constexpr std::size_t kLongest = 1 << 16;

[[noreturn]] void damaged() { throw std::invalid_argument("a damaged stream of words"); }

// Reads the parts of a front-coded stream one by one.
class Stream {
  public:
    explicit Stream(std::string_view left) : left_(left) {}

    bool done() const { return left_.empty(); }
    unsigned byte() {
        if (left_.empty()) damaged();
        const auto found = static_cast<unsigned char>(left_.front());
        left_.remove_prefix(1);
        return found;
    }
    std::size_t number() {
        std::size_t value = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const unsigned part = byte();
            value |= static_cast<std::size_t>(part & 0x7F) << shift;
            if (part < 0x80) return value;
        }
        damaged();
    }
    std::string_view text(std::size_t size) {
        if (size > left_.size()) damaged();
        const std::string_view found = left_.substr(0, size);
        left_.remove_prefix(size);
        return found;
    }

  private:
    std::string_view left_;
};

}  // namespace

WordMap WordMap::of_front_coded(std::string_view stream) {
    Stream in(stream);
    if (in.text(std::min(kMagic.size(), stream.size())) != kMagic) damaged();
    const bool reversed = in.byte() & kReversed;
    const std::size_t count = in.number();
    if (count > stream.size()) damaged();
    WordMap found;
    found.reserve(count);
    std::string key, text;
    while (!in.done()) {
        const std::size_t shared = in.number();
        const std::string_view rest = in.text(in.number());
        if (shared > key.size() || shared + rest.size() > kLongest) damaged();
        key.resize(shared);
        key += rest;
        const unsigned trim = in.byte();
        if (trim != kSameText) {
            const std::string_view end = in.text(in.number());
            if (trim != kWholeText && trim > key.size()) damaged();
            text.assign(key, 0, trim == kWholeText ? 0 : key.size() - trim);
            text += end;
        }
        const std::size_t at = found.keep(key), of_text = found.keep(text);
        if (reversed) {
            std::reverse(found.memory_.begin() + static_cast<std::ptrdiff_t>(at),
                         found.memory_.begin() + static_cast<std::ptrdiff_t>(of_text));
            std::reverse(found.memory_.begin() + static_cast<std::ptrdiff_t>(of_text),
                         found.memory_.end());
        }
        if (found.size() == count || !found.add(at, key.size(), of_text, text.size())) damaged();
    }
    if (found.size() != count) damaged();
    return found;
}

WordMap WordMap::of_counts(std::string_view body) {
    WordMap found;
    const auto lines = std::count(body.begin(), body.end(), '\n');
    const auto spaces = std::count(body.begin(), body.end(), ' ');
    found.reserve(static_cast<std::size_t>(lines + spaces));
    found.memory_ = body;
    for (std::size_t at = 0; at < body.size();) {
        const std::size_t end = std::min(body.find('\n', at), body.size());
        const std::size_t tab = body.find('\t', at);
        if (tab >= end) throw std::invalid_argument("a line without a count");
        for (std::size_t word = tab + 1; word < end;) {
            const std::size_t stop = std::min(body.find(' ', word), end);
            if (!found.add(word, stop - word, at, tab - at))
                throw std::invalid_argument("a word twice");
            word = stop + 1;
        }
        at = end + 1;
    }
    return found;
}

std::optional<std::string_view> WordMap::find(std::string_view word) const {
    if (slots_.empty()) return std::nullopt;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = hash_text(word) & mask; slots_[i]; i = (i + 1) & mask) {
        const Entry& entry = entries_[slots_[i] - 1];
        if (kept(entry.word, entry.word_size) == word) return kept(entry.text, entry.text_size);
    }
    return std::nullopt;
}

std::string_view WordMap::word(std::size_t number) const {
    return kept(entries_[number].word, entries_[number].word_size);
}

std::size_t WordMap::bytes() const {
    return memory_.capacity() + entries_.capacity() * sizeof(Entry) +
           slots_.capacity() * sizeof(slots_[0]);
}

void WordMap::reserve(std::size_t words) {
    if (words >= std::numeric_limits<std::uint32_t>::max() / 2) damaged();
    std::size_t size = 16;
    while (size < words + words / 2) size *= 2;
    slots_.assign(size, 0);
    entries_.reserve(words);
}

bool WordMap::add(std::size_t word, std::size_t word_size, std::size_t text, std::size_t text_size) {
    const std::size_t mask = slots_.size() - 1;
    const std::string_view own = kept(word, word_size);
    std::size_t i = hash_text(own) & mask;
    for (; slots_[i]; i = (i + 1) & mask) {
        const Entry& entry = entries_[slots_[i] - 1];
        if (kept(entry.word, entry.word_size) == own) return false;
    }
    entries_.push_back({word, text, static_cast<std::uint32_t>(word_size),
                        static_cast<std::uint32_t>(text_size)});
    slots_[i] = static_cast<std::uint32_t>(entries_.size());
    return true;
}

std::size_t WordMap::keep(std::string_view text) {
    const std::size_t at = memory_.size();
    memory_ += text;
    return at;
}

}  // namespace tesla
