// SPDX-License-Identifier: GPL-3.0-or-later
// speedscope's own JSON, as py-spy, rbspy and speedscope itself write it.
#pragma once

#include "profiler/import/importer.h"

namespace shardscope::profiler {

/// A track a profile. Evented profiles are slices as written; of sampled ones a frame is a slice for as long
/// as consecutive samples have it in the same place of their stacks. Profiles whose unit is no time are
/// counted and not shown. Layout: speedscope.app/file-format-schema.json (src/lib/file-format-spec.ts).
class SpeedscopeJsonImporter final : public Importer {
public:
    [[nodiscard]] std::string_view name() const override { return "speedscope JSON"; }
    [[nodiscard]] bool sniff(std::string_view firstBytes) const override;
    [[nodiscard]] core::Result<core::Done> read(ByteSource& source, ImportTarget& target,
                                                const core::Task& task) const override;
};

} // namespace shardscope::profiler
