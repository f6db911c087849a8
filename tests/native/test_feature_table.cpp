#include <doctest/doctest.h>

#include <string>

#include "base/feature_table.hpp"

using namespace tesla;

TEST_CASE("feature table: strings by number, each once") {
    FeatureTable table;
    CHECK(table.find("", hash_text("")) == FeatureTable::npos);
    table.reserve(500, 5'000);
    for (std::uint32_t i = 0; i < 500; ++i) CHECK(table.add("f" + std::to_string(i * 7)) == i);
    CHECK(table.size() == 500);
    for (std::uint32_t i = 0; i < 500; ++i) {
        const std::string key = "f" + std::to_string(i * 7);
        CHECK(table.add(key) == i);
        CHECK(table.find(key, hash_text(key)) == i);
        CHECK(table.key(i) == key);
        CHECK(table.find(key + "|", hash_text(key + "|")) == FeatureTable::npos);
    }
}
