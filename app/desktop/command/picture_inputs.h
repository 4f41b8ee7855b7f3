// SPDX-License-Identifier: GPL-3.0-or-later
// From what a command names to what a picture is made of: the plan is evaluated, the study made, the search
// searched, the traces read, as far as the picture needs it.
#pragma once

#include "app/desktop/command/options.h"
#include "app/desktop/export/given.h"
#include "core/catalog/catalog.h"

namespace shardscope::app {

struct PictureInputs {
    Given given;
    std::vector<core::Error> lost; ///< files of a run that could not be read
    bool part = false;             ///< some of the run is missing
};

/// Errors: MissingKey (--model, --hardware, --trace, --analysis), those of the files, of the evaluation, of
/// the search.
[[nodiscard]] core::Result<PictureInputs> pictureInputs(const core::Catalog& catalog, const Options& options,
                                                        Need need);

/// What \p need asks of the run in \p given beyond the run itself, worked out of it now: its overview, the
/// analysis that was shown, its memory. Errors: those of the analyses.
[[nodiscard]] core::Result<core::Done> askRunAnew(const core::Catalog& catalog, Need need, Given& given);

} // namespace shardscope::app
