// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/valid_name.h"

#include "profiler/import/text/utf8.h"

namespace shardscope::profiler {

core::NameId validName(ImportTarget& target, std::string_view text)
{
    std::size_t good = 0;
    while (good < text.size()) {
        const std::size_t length = utf8SequenceLength(text, good);
        if (length == 0)
            break;
        good += length;
    }
    if (good == text.size())
        return target.builder.intern(text);
    target.remarks.note(RemarkKind::ReplacedBytes, 0);
    std::string valid(text.substr(0, good));
    for (std::size_t at = good; at < text.size();) {
        const std::size_t length = utf8SequenceLength(text, at);
        valid += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(at, length);
        at += length == 0 ? 1 : length;
    }
    return target.builder.intern(valid);
}

} // namespace shardscope::profiler
