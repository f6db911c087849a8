#include "text/related_word_table.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace tesla::text {

namespace {

// Call visit(word, partner) for all pairs in the content of a file; partners include their prefix.
template <class Visit>
void each_pair(std::string_view body, Visit visit) {
    while (!body.empty()) {
        const std::size_t end = std::min(body.find('\n'), body.size());
        std::string_view line = body.substr(0, end);
        body.remove_prefix(std::min(end + 1, body.size()));
        const std::string_view word = line.substr(0, line.find('\t'));
        line.remove_prefix(word.size());
        while (!line.empty()) {
            line.remove_prefix(1);  // the tab
            const std::string_view partner = line.substr(0, line.find('\t'));
            line.remove_prefix(partner.size());
            visit(word, partner);
        }
    }
}

}  // namespace

RelatedWordTable::RelatedWordTable(std::string_view paraphrases, std::string_view relations) {
    each_pair(paraphrases, [&](std::string_view word, std::string_view partner) {
        std::uint8_t hundredths = 0;
        const auto [rest, error] =
            std::from_chars(partner.data(), partner.data() + partner.size(), hundredths);
        const auto digits = static_cast<std::size_t>(rest - partner.data());
        if (error != std::errc() || digits >= partner.size())
            throw std::invalid_argument("a paraphrase without its strength");
        add(word, 0);
        add(partner.substr(digits + 1), 1);
        kinds_.push_back(std::min(hundredths, kStrongest));
    });
    each_pair(relations, [&](std::string_view word, std::string_view partner) {
        if (partner.size() < 2 || (partner[0] != '+' && partner[0] != '-'))
            throw std::invalid_argument("a relative without its mark");
        add(word, 0);
        add(partner.substr(1), 1);
        kinds_.push_back(partner[0] == '+' ? kDerived : kOpposite);
    });
}

// Add a word to the current pair.
void RelatedWordTable::add(std::string_view word, int side) {
    const std::uint32_t index = words_.add(word);
    if (index == partners_.size()) partners_.emplace_back();
    partners_[index].push_back(static_cast<std::int32_t>(2 * kinds_.size()) + side);
}

}  // namespace tesla::text
