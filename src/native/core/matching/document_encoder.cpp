#include "matching/document_encoder.hpp"

namespace tesla::matching {

DocumentEncoder::DocumentEncoder(const Lexicon& lexicon, const SkipSettings& settings,
                                 std::size_t max_cache_bytes)
    : EncoderOf(max_cache_bytes, false), settings(settings), lexicon_(lexicon) {}

DocumentEncoder::~DocumentEncoder() = default;

}  // namespace tesla::matching
