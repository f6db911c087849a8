// The namespaces of the core, one per folder, and which of them use which.
#pragma once

namespace tesla {

namespace text {}
namespace matching {
using namespace text;
}
namespace graded {
using namespace matching;
using namespace text;
}  // namespace graded
namespace celab {
using namespace text;
}
namespace pivot {
using namespace text;
}
namespace parsing {}
namespace peers {
using namespace text;
}
namespace tuning {}

}  // namespace tesla
