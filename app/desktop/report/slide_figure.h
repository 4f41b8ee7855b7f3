// SPDX-License-Identifier: GPL-3.0-or-later
// What a slide shows: its figure made of what it keeps, on a worker, in the reader's language.
#pragma once

#include "app/desktop/charts/schedule/schedule_geometry.h"
#include "app/desktop/export/figure_kinds.h"
#include "app/desktop/figures/figure.h"
#include "app/session/report/slide.h"
#include "core/base/task.h"
#include "core/catalog/catalog.h"

#include <map>
#include <memory>
#include <mutex>

namespace shardscope::app {

struct SlideFigure {
    Figure figure{};                        ///< without a scene where \c problem says why
    QString problem{};                      ///< empty: it is there
    QString source{};                       ///< model, machine, plan, calibration, interval
    std::vector<ShownSchedule> schedules{}; ///< that are played in time; empty: none

    /// A schedule in time, or what goes step by step.
    [[nodiscard]] bool moves() const { return !schedules.empty() || figure.frames > 1; }
    /// The scene when it was played to \p moment, a fraction of the whole; at 1 it stands as it was kept.
    [[nodiscard]] SceneMaker sceneAt(double moment) const;
    /// The moment behind or before \p moment at which something else is seen.
    [[nodiscard]] double nextMoment(double moment, bool forward) const;
};

/// Makes the figures of slides. What several slides are of, a solved study, is computed once. May be used by
/// several workers.
class SlideMaker {
public:
    explicit SlideMaker(const core::Catalog& catalog)
        : m_catalog(catalog)
    {
    }
    /// \p picture: what was kept of it, where its figure cannot be made again.
    [[nodiscard]] SlideFigure make(const Slide& slide, const std::optional<KeptPicture>& picture,
                                   const core::Task& task = {});

private:
    core::Result<SlideFigure> made(const Slide& slide, const core::Task& task);
    core::Result<std::shared_ptr<const Given>> given(const Slide& slide, Need need, const core::Task& task);

    const core::Catalog& m_catalog;
    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<const Given>> m_given; ///< by need and subject
};

/// The picture that a slide of \p figure keeps, drawn on paper.
[[nodiscard]] KeptPicture keptPicture(const Figure& figure);
[[nodiscard]] KeptPicture keptDrawing(const QString& title, const QString& sentence, const Drawing& drawing);
/// What \p kind shows of \p given, likewise; without a picture where it shows nothing.
[[nodiscard]] KeptPicture keptView(const FigureKind& kind, const Given& given, const core::Task& task);
/// Makes a scene of that picture, at any width; null if it cannot be read.
[[nodiscard]] SceneMaker keptScene(const KeptPicture& picture);
/// The picture that is kept of \p slide; none: it is made anew.
[[nodiscard]] std::optional<KeptPicture> pictureOf(const Project& project, const Slide& slide);

} // namespace shardscope::app
