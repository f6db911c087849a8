#include "text/tag_candidates.hpp"

#include <array>
#include <numeric>
#include <stdexcept>

#include "base/ascii.hpp"
#include "text/plain_features.hpp"

namespace tesla::text {

namespace {

// How neighbours see words that are not listed.
constexpr std::array<const char*, 4> kUnlisted{"?X", "?x", "?0", "?."};

std::size_t unlisted_kind(std::string_view form) {
    for (const char c : form) {
        if (is_letter(c)) return is_upper(c) ? 0 : 1;
        if (is_digit(c)) return 2;
    }
    return 3;
}

std::string listed_kind(const std::vector<std::uint8_t>& labels) {
    std::string kind;
    for (const auto label : labels) kind += (kind.empty() ? "" : ",") + std::to_string(label);
    return kind;
}

}  // namespace

TagCandidates::TagCandidates(std::string_view lines, std::size_t labels)
    : lines_(lines), labels_(labels) {
    if (labels > 255) throw std::invalid_argument("more labels than the native core tags with");
    for (const std::string kind : kUnlisted)
        unlisted_.push_back({labels_of(lines_.find("open\t" + kind).value_or("")), kind});
}

TagCandidates::Candidates TagCandidates::find(std::string_view form) const {
    const auto letters = lines_.find("word\t" + normal_form(form));
    if (!letters) return unlisted_[unlisted_kind(form)];
    Candidates candidates{labels_of(*letters), ""};
    if (!letters->empty()) candidates.kind = listed_kind(candidates.labels);
    return candidates;
}

// The letter of a label is the character 'A' + its index, in one or two bytes of UTF-8. No letter: any
// label.
std::vector<std::uint8_t> TagCandidates::labels_of(std::string_view letters) const {
    std::vector<std::uint8_t> labels;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        unsigned letter = static_cast<unsigned char>(letters[i]);
        if (letter >= 0x80 && i + 1 < letters.size())
            letter = (letter & 0x1F) << 6 | (static_cast<unsigned char>(letters[++i]) & 0x3F);
        if (letter - kFirstLetter >= labels_) throw std::invalid_argument("a label that is not there");
        labels.push_back(static_cast<std::uint8_t>(letter - kFirstLetter));
    }
    if (labels.empty()) {
        labels.resize(labels_);
        std::iota(labels.begin(), labels.end(), std::uint8_t{0});
    }
    return labels;
}

}  // namespace tesla::text
