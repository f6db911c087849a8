#include "tag_blocks.hpp"

#include "graded_text.hpp"

namespace tesla {

// Numbers are alike by their forms alone, and so are words without a tag. Function words are worth
// something else to each other than to other words of their tag: they are a block by themselves.
std::uint32_t TagBlocks::block(const WordType& type) {
    if (type.tag < 0 || type.kind & kNumber) return 0;
    const std::size_t at = 2 * static_cast<std::size_t>(type.tag) + (type.function != 0);
    if (at >= blocks_.size()) blocks_.resize(at + 1);
    if (!blocks_[at]) {
        blocks_[at] = static_cast<std::uint32_t>(found_.levels.size());
        used_.push_back(static_cast<std::uint32_t>(at));
        found_.levels.push_back(type.function ? function_ : tag_);
    }
    return blocks_[at];
}

// Names of x share no tag.
void TagBlocks::find(const WordTypes& x, const WordTypes& y) {
    for (const auto at : used_) blocks_[at] = 0;
    used_.clear();
    found_.levels.assign(1, 0.0);
    found_.of_rows.clear();
    found_.of_columns.clear();
    for (const WordType& type : x.each) found_.of_rows.push_back(type.name ? 0 : block(type));
    for (const WordType& type : y.each) found_.of_columns.push_back(block(type));
}

}  // namespace tesla
