// Lines "key TAB value" sorted by key, searched in place.
#pragma once

#include <optional>
#include <string_view>

namespace tesla {

class SortedLines {
  public:
    // The key of a line ends at its last tab. Throws std::invalid_argument if a line has no tab, or keys
    // are not in order or not unique. The text must outlive this object.
    explicit SortedLines(std::string_view text);

    std::optional<std::string_view> find(std::string_view key) const;

  private:
    struct Line {
        std::string_view key, value;
        std::size_t next;  // where the next line begins
    };
    Line line(std::size_t start) const;

    std::string_view text_;
};

}  // namespace tesla
