// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of a JSON document share, whose events' arguments are the objects themselves: remarks that
// point into it, and how reading ends.
#pragma once

#include "profiler/import/arguments/text_arguments.h"
#include "profiler/import/bytes/whole_text.h"
#include "profiler/import/importer.h"
#include "profiler/import/text/json_walk.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace shardscope::profiler {

class DocumentReader {
protected:
    DocumentReader(const json::Document& document, ImportTarget& target, const core::Task& task)
        : m_document(document)
        , m_target(target)
        , m_task(task)
        , m_builder(target.builder)
    {
    }

    /// The levels around the place where a text ends are cut short as well: one remark.
    void note(const json::Walked& walked) const;
    void note(RemarkKind kind, std::string_view at, std::uint64_t times = 1) const
    {
        m_target.remarks.note(kind, m_document.offsetOf(at), times);
    }
    [[nodiscard]] std::uint64_t placeOf(std::string_view at) const
    {
        return profiler::placeOf(m_target.source, m_document.offsetOf(at));
    }
    /// Asked before each of many events.
    [[nodiscard]] bool stopped() const { return (m_target.tally.events & 0xFFFF) == 0 && m_task.cancelled(); }
    /// Errors: FormatUnknown where \p root was not \p found, so that this is no \p format; Cancelled.
    [[nodiscard]] core::Result<core::Done> ended(bool found, std::string_view root,
                                                 std::string_view format) const;

    const json::Document& m_document;
    ImportTarget& m_target;
    const core::Task& m_task;
    core::TimelineBuilder& m_builder;
};

/// Has all of \p source read by a \p Reader.
template <class Reader>
core::Result<core::Done> readDocument(ByteSource& source, ImportTarget& target, const core::Task& task)
{
    SHARDSCOPE_TRY(std::string text, readWhole(source, task));
    const json::Document document(std::move(text));
    target.arguments = makeObjectArguments(source.randomText());
    return Reader(document, target, task).read();
}

} // namespace shardscope::profiler
