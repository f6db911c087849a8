// Words with a text each: large tables of others, read once into a few stretches of memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesla {

class WordMap {
  public:
    // A stream of simplemma's: keys in order, each by what it shares with the one before, its text by
    // what that shares with the key. std::invalid_argument where it is none, or damaged.
    static WordMap of_front_coded(std::string_view stream);
    // Lines of a number, a tab, and words with a space between them: each has the number's digits.
    // std::invalid_argument where a word is there twice.
    static WordMap of_counts(std::string_view body);

    std::optional<std::string_view> find(std::string_view word) const;
    std::size_t size() const { return entries_.size(); }
    std::string_view word(std::size_t number) const;
    std::size_t bytes() const;

  private:
    struct Entry {
        std::size_t word, text;  // where each begins
        std::uint32_t word_size, text_size;
    };

    void reserve(std::size_t words);
    // Of a word that is there already, false; the text is `text` of what is kept.
    bool add(std::size_t word, std::size_t word_size, std::size_t text, std::size_t text_size);
    std::size_t keep(std::string_view text);
    std::string_view kept(std::size_t at, std::size_t size) const { return {&memory_[at], size}; }

    std::string memory_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> slots_;  // numbers of entries + 1; 0: empty
};

}  // namespace tesla
