// Front-coded dictionaries of simplemma (one text per word), searched in place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesla {

// The keys of a stream are sorted; each is stored by what it shares with the previous key, and its text
// by what that shares with the key. One pass over the stream samples records to start a search from, so
// that loading takes a hundredth of the time of building a hash table and needs no more memory than the
// stream.
class FrontCoded {
  public:
    // Throws std::invalid_argument if it is not such a stream, or damaged.
    explicit FrontCoded(std::string stream);

    std::optional<std::string> find(std::string_view word) const;
    std::size_t size() const { return size_; }
    // All words, in the order of the stream.
    std::vector<std::string> words() const;

  private:
    // A key with its text, and where the next record begins.
    struct Record {
        std::string key, text;
        std::size_t next = 0;
    };

    // Read the next record; returns false at the end.
    bool advance(Record& record) const;
    std::string shown(std::string_view text) const;

    std::string stream_;
    bool reversed_ = false;
    std::size_t size_ = 0, start_ = 0;
    std::vector<Record> places_;  // sampled, to start a search from
};

}  // namespace tesla
