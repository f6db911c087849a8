#include "base/front_coded.hpp"

#include <algorithm>
#include <stdexcept>

namespace tesla {

namespace {

constexpr std::string_view kMagic = "SMFC1";
constexpr unsigned kReversed = 1, kSameText = 254, kWholeText = 255;
constexpr std::size_t kBetween = 32;  // keys between two sampled records

[[noreturn]] void damaged() { throw std::invalid_argument("a damaged stream of words"); }

// Reads the parts of a stream one by one.
class Parts {
  public:
    Parts(std::string_view stream, std::size_t at) : stream_(stream), at_(at) {}

    std::size_t at() const { return at_; }
    unsigned byte() {
        if (at_ >= stream_.size()) damaged();
        return static_cast<unsigned char>(stream_[at_++]);
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
        if (size > stream_.size() - at_) damaged();
        at_ += size;
        return stream_.substr(at_ - size, size);
    }

  private:
    std::string_view stream_;
    std::size_t at_;
};

}  // namespace

FrontCoded::FrontCoded(std::string stream) : stream_(std::move(stream)) {
    Parts in(stream_, 0);
    if (in.text(std::min(kMagic.size(), stream_.size())) != kMagic) damaged();
    reversed_ = in.byte() & kReversed;
    size_ = in.number();
    start_ = in.at();
    Record record{"", "", start_};
    std::size_t count = 0;
    for (; advance(record); ++count)
        if (count % kBetween == 0) places_.push_back(record);
    if (count != size_) damaged();
}

bool FrontCoded::advance(Record& record) const {
    if (record.next == stream_.size()) return false;
    Parts in(stream_, record.next);
    const std::size_t shared = in.number();
    const std::string_view rest = in.text(in.number());
    if (shared > record.key.size()) damaged();
    // Keys out of order could not be found.
    const bool first = record.next == start_;
    if (!first && rest <= std::string_view(record.key).substr(shared)) damaged();
    record.key.resize(shared);
    record.key += rest;
    const unsigned trim = in.byte();
    if (trim != kSameText) {
        const std::string_view end = in.text(in.number());
        if (trim != kWholeText && trim > record.key.size()) damaged();
        record.text.assign(record.key, 0, trim == kWholeText ? 0 : record.key.size() - trim);
        record.text += end;
    }
    record.next = in.at();
    return true;
}

std::optional<std::string> FrontCoded::find(std::string_view word) const {
    const std::string key = shown(word);
    const auto is_outdated =
        std::upper_bound(places_.begin(), places_.end(), key,
                         [](const std::string& own, const Record& place) { return own < place.key; });
    if (is_outdated == places_.begin()) return std::nullopt;
    Record record = *(is_outdated - 1);
    while (record.key < key)
        if (!advance(record)) return std::nullopt;
    if (record.key != key) return std::nullopt;
    return shown(record.text);
}

std::vector<std::string> FrontCoded::words() const {
    std::vector<std::string> words;
    words.reserve(size_);
    for (Record record{"", "", start_}; advance(record);) words.push_back(shown(record.key));
    return words;
}

std::string FrontCoded::shown(std::string_view text) const {
    std::string result(text);
    if (reversed_) std::reverse(result.begin(), result.end());
    return result;
}

}  // namespace tesla
