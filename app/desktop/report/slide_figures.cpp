// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/report/slide_figures.h"

#include <utility>

namespace shardscope::app {
namespace {

const QString kSlidesSlot = QStringLiteral("slides");

struct WantedSlide {
    std::string key;
    Slide slide;
    std::optional<KeptPicture> picture;
};

} // namespace

SlideFigures::SlideFigures(Workbench& workbench, ReportShelf& shelf, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
    , m_shelf(shelf)
    , m_maker(std::make_shared<SlideMaker>(workbench.catalog()))
{
}

std::string SlideFigures::keyOf(const Slide& slide) const
{
    const std::string kept = slide.picture ? std::to_string(slide.picture->value) : std::string();
    const std::string frame = slide.frame ? std::to_string(*slide.frame) : std::string();
    return slide.figure + "|" + frame + "|" + kept + "|" + core::jsonText(slide.subject, 0);
}

ShownSlide SlideFigures::shown(std::size_t at) const
{
    ShownSlide shown;
    shown.slide = m_shelf.slides()[at];
    shown.number = static_cast<int>(at) + 1;
    shown.count = static_cast<int>(m_shelf.slides().size());
    if (const auto found = m_made.find(keyOf(shown.slide)); found != m_made.end())
        shown.made = found->second;
    return shown;
}

void SlideFigures::want()
{
    if (m_workbench.jobs().running(kSlidesSlot))
        return; // asked again when it is done
    std::vector<WantedSlide> missing;
    for (const Slide& slide : m_shelf.slides()) {
        std::string key = keyOf(slide);
        if (!m_made.contains(key))
            missing.push_back({std::move(key), slide, m_shelf.pictureOf(slide)});
    }
    if (missing.empty())
        return;
    m_workbench.jobs().startWithNews(
        kSlidesSlot, tr("Drawing slides"),
        [this, maker = m_maker, missing = std::move(missing)](const core::Task& task,
                                                              const Jobs::Courier& courier) {
            for (std::size_t at = 0; at < missing.size(); ++at) {
                if (task.cancelled())
                    return false;
                task.report("slides", static_cast<double>(at) / static_cast<double>(missing.size()));
                SlideFigure made = maker->make(missing[at].slide, missing[at].picture, task);
                if (task.cancelled())
                    return false;
                courier([this, key = missing[at].key, made = std::move(made)] {
                    m_made[key] = made;
                    emit this->made();
                });
            }
            return true;
        },
        [this](bool all) {
            if (all)
                want(); // slides that came meanwhile
        });
}

void SlideFigures::forget()
{
    m_workbench.jobs().cancel(kSlidesSlot);
    m_made.clear();
    m_maker = std::make_shared<SlideMaker>(m_workbench.catalog());
}

} // namespace shardscope::app
