// Memory for the scores of words in a tagger: addresses are stable, and equal rows are stored once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/namespaces.hpp"
#include "base/string_table.hpp"

namespace tesla::text {

using Score = std::int16_t;

// Scores per cache line: rows are aligned to cache lines, and the most used scores are in the first one.
inline constexpr std::size_t kLine = 32;

// Arrays of scores, each aligned to a cache line.
class ScoreArena {
  public:
    Score* take(std::size_t count) {
        const std::size_t lines = std::max<std::size_t>((count + kLine - 1) / kLine, 1);
        if (lines > left_) {
            const std::size_t fresh = std::max(lines, kBlock);
            blocks_.push_back(std::make_unique<Line[]>(fresh));
            next_ = blocks_.back().get();
            left_ = fresh;
            bytes_ += fresh * sizeof(Line);
        }
        Score* found = next_->scores;
        next_ += lines;
        left_ -= lines;
        return found;
    }
    std::size_t bytes() const { return bytes_; }

  private:
    static constexpr std::size_t kBlock = 512;
    struct alignas(64) Line {
        Score scores[kLine] = {};
    };
    std::vector<std::unique_ptr<Line[]>> blocks_;
    Line* next_ = nullptr;
    std::size_t left_ = 0, bytes_ = 0;
};

// Rows of one length without duplicates: most late words give their neighbours the same scores as
// earlier ones.
class SharedRows {
  public:
    // Return the stored row that is equal to this one.
    const Score* keep(const std::vector<Score>& row) {
        if ((rows_.size() + 1) * 2 > slots_.size()) grow(row.size());
        std::size_t i = hash(row.data(), row.size()) & (slots_.size() - 1);
        for (; slots_[i]; i = (i + 1) & (slots_.size() - 1))
            if (std::equal(row.begin(), row.end(), slots_[i])) return slots_[i];
        Score* fresh = memory_.take(row.size());
        std::copy(row.begin(), row.end(), fresh);
        rows_.push_back(fresh);
        slots_[i] = fresh;
        return fresh;
    }
    std::size_t size() const { return rows_.size(); }
    std::size_t bytes() const {
        return memory_.bytes() + (slots_.capacity() + rows_.capacity()) * sizeof(Score*);
    }

  private:
    static std::uint64_t hash(const Score* row, std::size_t size) {
        return hash_text({reinterpret_cast<const char*>(row), size * sizeof(Score)});
    }
    void grow(std::size_t size) {
        std::vector<const Score*> larger(std::max<std::size_t>(64, slots_.size() * 2));
        for (const Score* row : rows_) {
            std::size_t i = hash(row, size) & (larger.size() - 1);
            while (larger[i]) i = (i + 1) & (larger.size() - 1);
            larger[i] = row;
        }
        slots_.swap(larger);
    }

    ScoreArena memory_;
    std::vector<const Score*> rows_, slots_;
};

}  // namespace tesla::text
