#include "text/frequencies.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace tesla::text {

namespace {

// Return where the empty line before the n-grams is.
std::size_t end_of_words(std::string_view body) {
    if (body.starts_with('\n')) return 0;
    return std::min(body.find("\n\n"), body.size());
}

}  // namespace

std::uint32_t next_character(const char*& at, const char* end) {
    const auto byte = static_cast<unsigned char>(*at++);
    if (byte < 0xC0) return byte;
    const int more = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
    std::uint32_t code = byte & (0x3Fu >> more);
    for (int i = 0; i < more && at < end && (static_cast<unsigned char>(*at) & 0xC0) == 0x80; ++i)
        code = code << 6 | (static_cast<unsigned char>(*at++) & 0x3F);
    return code;
}

void Frequencies::Table::add(std::uint64_t hash, double weight) {
    if (weights.size() == 1 || weights.back() != weight) weights.push_back(weight);
    if (weights.size() > HashNumbers::kMost) throw std::invalid_argument("too many numbers");
    numbers.add(hash, static_cast<std::uint32_t>(weights.size() - 1));
}

Frequencies::Frequencies(std::uint64_t sentences, std::string_view body) {
    const double all = static_cast<double>(sentences) + 1;
    const auto weight = [&](std::uint64_t df) {
        if (!sentences) return 1.0;
        return std::log(all / static_cast<double>(std::max<std::uint64_t>(df, 1))) / std::log(all);
    };
    bool words = true;
    const auto cut = body.begin() + static_cast<std::ptrdiff_t>(end_of_words(body));
    words_.numbers.reserve(static_cast<std::size_t>(std::count(body.begin(), cut, '\t')));
    grams_.numbers.reserve(static_cast<std::size_t>(std::count(cut, body.end(), '\t')));
    words_.weights[0] = grams_.weights[0] = weight(0);
    while (!body.empty()) {
        const std::size_t end = std::min(body.find('\n'), body.size());
        std::string_view line = body.substr(0, end);
        body.remove_prefix(std::min(end + 1, body.size()));
        if (line.empty()) {
            words = false;
            continue;
        }
        std::uint64_t df = 0;
        const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), df);
        if (error != std::errc()) throw std::invalid_argument("a line without a number");
        line.remove_prefix(static_cast<std::size_t>(rest - line.data()));
        const double own = words ? weight(df) : std::nearbyint(weight(df) * kGramUnits) / kGramUnits;
        while (!line.empty()) {
            line.remove_prefix(1);  // the tab
            const std::string_view key = line.substr(0, line.find('\t'));
            line.remove_prefix(key.size());
            if (words) {
                words_.add(hash_text(key), own);
            } else {
                std::uint64_t hash = kNoGram;
                for (const char *at = key.data(), *last = at + key.size(); at < last;)
                    hash = longer(hash, next_character(at, last));
                grams_.add(hash, own);
            }
        }
    }
}

}  // namespace tesla::text
