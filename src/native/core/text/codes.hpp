// Batch driver: encode texts to codes, each distinct text once, and compare pairs of codes to rows of
// numbers. The driver is compiled once and does not know the types of codes; an encoder derives from
// EncoderOf, a comparer is wrapped by `comparers`.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bounded_cache.hpp"
#include "base/namespaces.hpp"
#include "base/read_write_lock.hpp"

namespace tesla::text {

struct AnalysedText;

// An encoded text.
class AnyCode {
  public:
    virtual ~AnyCode() = default;
    virtual std::size_t bytes() const = 0;
};

template <class Value>
class Code final : public AnyCode {
  public:
    std::size_t bytes() const override { return value.bytes(); }

    Value value;
};

template <class Value>
Value& value_of(AnyCode& code) {
    return static_cast<Code<Value>&>(code).value;
}
template <class Value>
const Value& value_of(const AnyCode& code) {
    return static_cast<const Code<Value>&>(code).value;
}

// Reusable memory of one thread that encodes.
class AnyWorkspace {
  public:
    virtual ~AnyWorkspace() = default;
    virtual std::vector<std::string>& missing() = 0;  // chunks that were not in the lexicon
};

// Object pool: memory of codes that are no longer used. Most codes live for one batch only.
class Pool {
    struct PooledCode {
        std::unique_ptr<AnyCode> code;
        std::size_t bytes;
    };
    struct FreeList {
        FreeList() { codes.reserve(kMaxCodes); }
        void put(PooledCode released) noexcept;

        std::mutex mutex;
        std::vector<PooledCode> codes;
        std::size_t bytes = 0;
    };

  public:
    using NewCode = std::function<std::unique_ptr<AnyCode>()>;

    // Codes that are allocated together and return to the free list together.
    class Slab {
      public:
        explicit Slab(std::shared_ptr<FreeList> free_list) : free_list_(std::move(free_list)) {}
        Slab(const Slab&) = delete;
        Slab& operator=(const Slab&) = delete;
        ~Slab();
        AnyCode& operator[](std::size_t i) const { return *codes_[i].code; }

      private:
        friend class Pool;
        std::shared_ptr<FreeList> free_list_;
        std::vector<PooledCode> codes_;
    };

    // Take codes from the free list, or new ones. The content of used ones must be overwritten.
    std::shared_ptr<Slab> take(std::size_t count, const NewCode& new_code);

  private:
    static constexpr std::size_t kMaxCodes = 4096, kMaxBytes = 16 << 20;
    std::shared_ptr<FreeList> free_list_ = std::make_shared<FreeList>();
};

// The codes of a list of texts.
struct Codes {
    std::uint64_t encoder = 0;  // id of the encoder
    bool references = false;
    std::vector<std::shared_ptr<const AnyCode>> items;  // null if the text could not be encoded yet
    std::vector<std::string> missing;  // chunks that must be learned first, without duplicates
};

// Return the code with an index; throws std::out_of_range if there is none.
const AnyCode& code_at(const Codes& codes, std::int64_t index);

// Return pointers to the codes; null if a text could not be encoded yet.
template <class Value>
std::vector<const Value*> values_of(const Codes& codes) {
    std::vector<const Value*> values;
    for (const auto& item : codes.items) values.push_back(item ? &value_of<Value>(*item) : nullptr);
    return values;
}

// Return a process-wide unique id. Only codes of the same encoder can be compared.
std::uint64_t next_encoder_id();

class Encoder {
  public:
    // Codes of references take at most `max_cache_bytes`. If `sided`, codes of references differ from
    // codes of candidates.
    Encoder(std::size_t max_cache_bytes, bool sided) : sided(sided), cache(max_cache_bytes) {}
    virtual ~Encoder() = default;
    Encoder(const Encoder&) = delete;
    Encoder& operator=(const Encoder&) = delete;

    // The lock of the lexicon in which words are looked up.
    virtual ReadWriteLock& lexicon_lock() const = 0;
    // While the result lives, nothing changes that comparing reads.
    virtual ReadWriteLock::ReadGuard comparison_lock() { return {}; }
    // Whether the lexicon has grown since the last call of `learn`, which needs an exclusive lock.
    virtual bool is_outdated() const { return false; }
    virtual void learn() {}

    virtual std::unique_ptr<AnyCode> new_code() const = 0;
    virtual std::shared_ptr<const AnyCode> copy_code(const AnyCode& code) const = 0;
    virtual std::unique_ptr<AnyWorkspace> new_workspace() const = 0;
    // Fill the code; returns false if the text has unknown chunks.
    virtual bool fill_code(std::string_view text, AnyWorkspace& workspace, AnyCode& code) const = 0;
    virtual bool fill_code(const AnalysedText& text, AnyWorkspace& workspace, AnyCode& code) const = 0;
    // Complete the code of a reference.
    virtual void finish_code(AnyCode& code) const = 0;

    const std::uint64_t id = next_encoder_id();
    const bool sided;
    ReadWriteLock lock;
    BoundedCache<AnyCode> cache;  // codes of references, since the outputs of several systems share them
    Pool pool;
};

// Implements an encoder by its `Workspace`, `make(text, workspace, value)` and `finish(value)`. A class
// that derives from it has a destructor in its .cpp file, so that this is compiled there only.
template <class Derived, class Value>
class EncoderOf : public Encoder {
  public:
    using Encoder::Encoder;

    std::unique_ptr<AnyCode> new_code() const override { return std::make_unique<Code<Value>>(); }
    std::shared_ptr<const AnyCode> copy_code(const AnyCode& code) const override {
        return std::make_shared<const Code<Value>>(static_cast<const Code<Value>&>(code));
    }
    std::unique_ptr<AnyWorkspace> new_workspace() const override {
        return std::make_unique<BoxedWorkspace>();
    }
    bool fill_code(std::string_view text, AnyWorkspace& workspace, AnyCode& code) const override {
        return fill(text, workspace, code);
    }
    bool fill_code(const AnalysedText& text, AnyWorkspace& workspace, AnyCode& code) const override {
        return fill(text, workspace, code);
    }
    void finish_code(AnyCode& code) const override { derived().finish(value_of<Value>(code)); }

  private:
    class BoxedWorkspace final : public AnyWorkspace {
      public:
        std::vector<std::string>& missing() override { return value.missing(); }

        typename Derived::Workspace value;
    };

    const Derived& derived() const { return static_cast<const Derived&>(*this); }
    template <class Text>
    bool fill(const Text& text, AnyWorkspace& workspace, AnyCode& code) const {
        auto& memory = static_cast<BoxedWorkspace&>(workspace).value;
        return derived().make(text, memory, value_of<Value>(code));
    }
};

// Encode texts. Items that `codes` already has are kept. Throws std::invalid_argument if they are of
// another encoder.
void encode(Encoder& encoder, const std::vector<std::string_view>& texts, bool references,
            unsigned threads, Codes& codes);
void encode(Encoder& encoder, const std::vector<AnalysedText>& texts, bool references, unsigned threads,
            Codes& codes);

// Index pairs (reference, candidate).
struct Pairs {
    const std::int64_t *left, *right;
    std::size_t size;
};

// Compares two codes and writes a row of numbers. Each thread has its own.
using Comparer = std::function<void(const AnyCode& reference, const AnyCode& candidate, double* row)>;

// Wrap a function that makes comparers of two values.
template <class Value, class MakeComparer>
std::function<Comparer()> comparers(MakeComparer make) {
    return [make] {
        return [comparer = std::make_shared<decltype(make())>(make())](
                   const AnyCode& reference, const AnyCode& candidate, double* row) {
            (*comparer)(value_of<Value>(reference), value_of<Value>(candidate), row);
        };
    };
}

// Return a row of `width` numbers for each pair; `new_comparer()` is called once per thread.
std::vector<double> compare(const Encoder& encoder, const Codes& references, const Codes& candidates,
                            const Pairs& pairs, std::size_t width, unsigned threads,
                            const std::function<Comparer()>& new_comparer);

}  // namespace tesla::text
