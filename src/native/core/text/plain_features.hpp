// The tagging features of ASCII words, generated one by one without allocation: the same as in
// text/tagging/features.py, in the same order within each group.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/namespaces.hpp"

namespace tesla::text {

inline constexpr unsigned kFirstLetter = 'A';

// `listed`: the lemmatiser knows the form; `kind`: how neighbours see the word.
struct PlainWord {
    std::string_view form, lemma;
    bool listed;
    std::string_view kind;
};

// For which neighbour a feature is used: see WordFeatures.
enum class FeatureGroup : std::uint8_t {
    own,
    inside,
    first,
    before,
    before2,
    after,
    after2,
    with_previous,
    with_next
};

// Lower case, all digits equal, straight apostrophes.
std::string normal_form(std::string_view form);
// Upper case X, lower case x, digits 0, runs collapsed.
std::string shape_of(std::string_view form);
// The change of the word ending by lemmatisation.
std::string ending_change(std::string_view form, std::string_view lemma);

inline std::string_view last_of(std::string_view text, std::size_t n) {
    return text.substr(text.size() - (n < text.size() ? n : text.size()));
}

// Calls `visit(group, feature)`; the feature is valid during the call only.
template <class Visit>
class FeatureGenerator {
  public:
    explicit FeatureGenerator(Visit visit) : visit_(std::move(visit)) {}

    void tell(const PlainWord& word) {
        low_ = normal_form(word.form);
        shaped_ = shape_of(word.form);
        tell_own(word);
        using enum FeatureGroup;
        const std::string_view end = last_of(low_, 2), tail = last_of(low_, 3);
        say(inside, "ix", shaped_);
        say(inside, "iy", shaped_, end);
        say(first, "fx", shaped_);
        say(first, "fy", shaped_, end);
        const std::pair<char, std::string_view> near[] = {
            {'s', tail}, {'k', word.kind}, {'x', shaped_}, {'w', low_}, {'l', word.lemma}};
        for (const auto& [mark, rest] : near) {
            say(before, {'p', mark}, rest);
            say(after, {'n', mark}, rest);
        }
        for (const auto& [mark, rest] : {near[1], near[3]}) {
            say(before2, {'q', mark}, rest);
            say(after2, {'m', mark}, rest);
        }
        for (const auto& [mark, rest] : {near[0], near[2], near[3]})
            say(with_previous, {'t', mark}, rest);
        say(with_next, "as", end);
        say(with_next, "aw", low_);
    }

  private:
    // The first two characters of a feature.
    struct Head {
        Head(char a, char b) : text{a, b} {}
        Head(const char (&two)[3]) : text{two[0], two[1]} {}
        char text[2];
    };

    void tell_own(const PlainWord& word) {
        using enum FeatureGroup;
        const std::string_view low = low_;
        visit_(own, std::string_view("ob"));
        for (std::size_t n = 1; n <= 5 && n < low.size(); ++n)
            say(own, {'o', static_cast<char>('0' + n)}, last_of(low, n));
        for (std::size_t n = 1; n <= 4 && n < low.size(); ++n) say(own, "o^", low.substr(0, n));
        say(own, "oc", ending_change(low, word.lemma));
        say(own, "ok", word.kind);
        say(own, "od", word.listed ? "1" : "0", shaped_);
        if (low.size() > 2 && low.substr(1, low.size() - 2).find('-') != std::string_view::npos)
            say(own, "o-", low.substr(low.rfind('-') + 1));
        say(own, "ow", low);
        say(own, "ol", word.lemma);
    }

    void say(FeatureGroup group, Head head, std::string_view rest, std::string_view more = {}) {
        text_.assign(head.text, 2);
        text_.append(rest);
        text_.append(more);
        visit_(group, std::string_view(text_));
    }

    Visit visit_;
    std::string low_, shaped_, text_;
};

}  // namespace tesla::text
