// N-grams of tokens as strings: which are equal, and which are in the dictionary.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/columns.hpp"
#include "base/lists.hpp"
#include "base/namespaces.hpp"
#include "base/no_index.hpp"
#include "base/read_write_lock.hpp"

namespace tesla::celab {

// A hash of a string that can be extended to longer strings; strings are always compared in the end.
struct TextHash {
    std::uint64_t value = 0, power = 1;

    static TextHash of(std::string_view text) {
        TextHash hash;
        for (const char c : text) {
            hash.value = hash.value * kBase + static_cast<unsigned char>(c) + 1;
            hash.power *= kBase;
        }
        return hash;
    }
    TextHash operator+(const TextHash& next) const {
        return {value * next.power + next.value, power * next.power};
    }
    std::uint64_t mixed() const {
        const std::uint64_t mixed = (value ^ value >> 29) * 0xBF58476D1CE4E5B9ULL;
        return mixed ^ mixed >> 32;
    }

  private:
    static constexpr std::uint64_t kBase = 0x9E3779B97F4A7C15ULL;
};

// Token ids, and the dictionary words that sequences of tokens form.
class Phrases {
  public:
    // `joint` is the string between tokens in an n-gram; `spellings` are the ones in words of the
    // dictionary.
    Phrases(std::string joint, const std::vector<std::string>& spellings);

    // Encoding and comparing take a read lock, adding a write lock.
    mutable ReadWriteLock lock;

    std::uint32_t add_token(std::string_view token, std::string_view folded);
    // Add a word, normalised like tokens; duplicates are ignored.
    void add_word(std::string_view word, const std::vector<std::uint32_t>& synsets);
    // Add lines `word<TAB>number number ...`.
    void add_words(std::string_view lines);
    std::size_t tokens() const { return tokens_.size(); }

    struct Token {
        std::string text, folded;
        TextHash hash, folded_hash;
    };
    const Token& token(std::uint32_t number) const { return tokens_[number]; }
    const TextHash& joint() const { return joint_hash_; }
    // Append the synsets of an n-gram.
    void synsets(const std::uint32_t* first, std::uint32_t n, std::vector<std::uint32_t>& found) const;
    bool same_string(const std::uint32_t* a, std::uint32_t n, const std::uint32_t* b,
                     std::uint32_t m) const;

  private:
    struct Word {
        std::uint32_t begin, size;  // in letters_
    };
    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t word = kNoIndex;
    };
    struct Spelling {
        std::string text;
        TextHash hash;
    };

    std::string_view letters(const Word& word) const {
        return std::string_view(letters_).substr(word.begin, word.size);
    }
    bool matches(const Word& word, const std::uint32_t* first, std::uint32_t n,
                 std::string_view between) const;
    void grow();
    void place(std::uint64_t hash, std::uint32_t word);
    void note_prefixes(std::string_view word);
    bool may_begin(std::uint64_t hash) const {
        return prefixes_[hash >> 6 & (prefixes_.size() - 1)] >> (hash & 63) & 1;
    }

    std::string joint_;
    TextHash joint_hash_;
    std::vector<Spelling> spellings_;
    std::vector<Token> tokens_;
    std::string letters_;
    std::vector<Word> words_;
    ListColumn<std::uint32_t> word_synsets_;  // by word id
    std::vector<Slot> slots_;
    std::vector<std::uint64_t> prefixes_;  // a Bloom filter of the prefixes of words
};

}  // namespace tesla::celab
