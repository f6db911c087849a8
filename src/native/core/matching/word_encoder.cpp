#include "matching/word_encoder.hpp"

namespace tesla::matching {

WordEncoder::WordEncoder(const Lexicon& lexicon, std::size_t max_cache_bytes)
    : EncoderOf(max_cache_bytes, false), lexicon_(lexicon) {}

WordEncoder::~WordEncoder() = default;

}  // namespace tesla::matching
