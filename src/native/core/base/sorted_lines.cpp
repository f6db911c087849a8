#include "base/sorted_lines.hpp"

#include <algorithm>
#include <stdexcept>

namespace tesla {

SortedLines::SortedLines(std::string_view text) : text_(text) {
    std::string_view before;
    for (std::size_t at = 0; at < text.size();) {
        const Line own = line(at);
        if (at && own.key <= before) throw std::invalid_argument("lines out of order");
        before = own.key;
        at = own.next;
    }
}

SortedLines::Line SortedLines::line(std::size_t start) const {
    const std::size_t end = std::min(text_.find('\n', start), text_.size());
    const std::string_view whole = text_.substr(start, end - start);
    const std::size_t tab = whole.rfind('\t');
    if (tab == std::string_view::npos) throw std::invalid_argument("a line without a tab");
    return {whole.substr(0, tab), whole.substr(tab + 1), std::min(end + 1, text_.size())};
}

std::optional<std::string_view> SortedLines::find(std::string_view key) const {
    // Lines begin at `from` and at `to`; the line of the key is between them, if it exists.
    std::size_t from = 0, to = text_.size();
    while (from < to) {
        const std::size_t middle = from + (to - from) / 2;
        const std::size_t end = middle > from ? text_.rfind('\n', middle - 1) : from;
        const std::size_t start =
            end == std::string_view::npos || end < from || middle == from ? from : end + 1;
        const Line own = line(start);
        if (own.key == key) return own.value;
        if (own.key < key)
            from = own.next;
        else
            to = start;
    }
    return std::nullopt;
}

}  // namespace tesla
