// Words with a text each, as simplemma packs them, looked up where they lie.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesla {

// A stream has its keys in order, each by what it shares with the one before, and its text by what that
// shares with the key. Reading it through finds where to begin: one place of many keys, so that loading
// takes a hundredth of the time that a table of all words takes, and no more memory than the stream.
class FrontCoded {
  public:
    // std::invalid_argument where it is no such stream, or damaged.
    explicit FrontCoded(std::string stream);

    std::optional<std::string> find(std::string_view word) const;
    std::size_t size() const { return size_; }
    // All of them, in the order of the stream.
    std::vector<std::string> words() const;

  private:
    // A key with its text, and where the next begins.
    struct Record {
        std::string key, text;
        std::size_t next = 0;
    };

    // The record behind this one; false: there is none.
    bool advance(Record& record) const;
    std::string shown(std::string_view text) const;

    std::string stream_;
    bool reversed_ = false;
    std::size_t size_ = 0, start_ = 0;
    std::vector<Record> places_;  // to begin at
};

}  // namespace tesla
