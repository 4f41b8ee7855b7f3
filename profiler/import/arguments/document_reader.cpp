// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/arguments/document_reader.h"

#include "core/base/phrase.h"

namespace shardscope::profiler {

void DocumentReader::note(const json::Walked& walked) const
{
    if (walked.at == nullptr || walked.outcome == json::Outcome::Ok)
        return; // null: there was nothing to walk over
    const RemarkKind kind =
        walked.outcome == json::Outcome::Broken ? RemarkKind::BrokenText : RemarkKind::TruncatedText;
    if (m_target.remarks.count(kind) == 0)
        m_target.remarks.note(kind, m_document.offsetOf(walked.at));
}

core::Result<core::Done> DocumentReader::ended(bool found, std::string_view root,
                                               std::string_view format) const
{
    if (!found)
        return core::Error{
            core::ErrorCode::FormatUnknown,
            {core::phrase(W_("JSON without \"%1\""), {std::string(root)}), std::string(format)}};
    SHARDSCOPE_TRY_DONE(m_task.checkCancelled());
    return core::Done{};
}

} // namespace shardscope::profiler
