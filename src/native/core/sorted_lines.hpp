// Lines "key TAB value" in the order of their keys, looked up where they lie.
#pragma once

#include <optional>
#include <string_view>

namespace tesla {

class SortedLines {
  public:
    // The key of a line ends at its last tab. std::invalid_argument where there is none, or keys are
    // out of order or there twice. The text must live as long as this does.
    explicit SortedLines(std::string_view text);

    std::optional<std::string_view> find(std::string_view key) const;

  private:
    struct Line {
        std::string_view key, value;
        std::size_t next;  // where the line behind it begins
    };
    Line line(std::size_t start) const;

    std::string_view text_;
};

}  // namespace tesla
