// A word that Python must be asked for: thrown by whoever finds it odd, and caught by who learns words.
#pragma once

namespace tesla {

struct OddWord {};

}  // namespace tesla
