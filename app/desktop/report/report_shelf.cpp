// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/report/report_shelf.h"

#include "app/desktop/command/picture_inputs.h"
#include "app/desktop/report/slide_figure.h"
#include "app/session/study/study.h"
#include "core/base/text_mark.h"
#include "shardscope_config.h"

#include <QDate>

#include <array>

namespace shardscope::app {
namespace {

/// The item of StudyPage's question.
constexpr const char* kJobStudyName = "Study";

std::string today() { return QDate::currentDate().toString(Qt::ISODate).toStdString(); }

/// The parts of a memo, a slide each.
constexpr std::array kMemoFigures{"study.decision", "study.pareto",      "study.scenarios", "study.tornado",
                                  "study.risks",    "study.assumptions", "study.sources"};

} // namespace

ReportShelf::ReportShelf(Workbench& workbench, QObject* parent)
    : FigureTaker(parent)
    , m_workbench(workbench)
{
    connect(&workbench.undoStack(), &History::changed, this, &ReportShelf::refresh);
    refresh();
}

const Project& ReportShelf::project() const { return std::as_const(m_workbench.undoStack()).project(); }

std::optional<KeptPicture> ReportShelf::pictureOf(const Slide& slide) const
{
    return app::pictureOf(project(), slide);
}

void ReportShelf::refresh()
{
    std::vector<core::ItemPtr> items;
    for (const auto& [id, item] : project().items())
        items.push_back(item);
    if (items == m_items)
        return;
    m_items = std::move(items);
    std::map<core::ItemPtr, std::optional<Slide>> read;
    m_slides.clear();
    for (const core::ItemPtr& item : project().itemsOf(core::ItemKind::Slide)) {
        const auto known = m_read.find(item);
        const auto& slide = read[item] = known == m_read.end() ? slideIn(*item) : known->second;
        if (slide)
            m_slides.push_back(*slide);
    }
    m_read = std::move(read);
    inOrder(m_slides);
    emit changed();
}

core::ItemPtr ReportShelf::subjectItem(const std::string& figure) const
{
    const FigureKind* kind = figureKind(QString::fromStdString(figure));
    if (kind == nullptr || !kind->figure)
        return nullptr;
    switch (kind->need) {
    case Need::Study: {
        core::ItemPtr study = project().find(core::ItemKind::Study, kJobStudyName);
        return study && readStudy(subjectOf(project(), study), kJobStudyName).ok() ? study : nullptr;
    }
    case Need::Model:
    case Need::Hardware:
    case Need::Plan:
    case Need::Schedules: return PlanItems::openPlan(project());
    default: return nullptr;
    }
}

void ReportShelf::push(std::vector<core::ItemChange> changes, const StepName& name, int drag)
{
    if (changes.empty())
        return;
    if (const auto done = m_workbench.undoStack().push(std::move(changes), name, drag); !done.ok())
        m_workbench.fail(done.error());
}

void ReportShelf::add(std::vector<Slide> slides, std::vector<std::optional<KeptPicture>> pictures)
{
    for (Slide& slide : slides) {
        slide.asOf = today();
        slide.version = config::kVersion;
    }
    const bool several = slides.size() > 1;
    push(addedSlides(m_workbench.undoStack().project(), std::move(slides), std::move(pictures)),
         several ? N_("Fill the report from the study") : N_("Add a slide"));
    emit told(tr("In the report: slide %1").arg(m_slides.size()));
}

void ReportShelf::take(const Figure& figure)
{
    const std::string name = figure.name.toStdString();
    if (const core::ItemPtr item = subjectItem(name)) {
        Slide slide;
        slide.figure = name;
        slide.of = item->id;
        slide.subject = subjectOf(project(), item);
        if (figure.frames > 1)
            slide.frame = figure.frame;
        return add({std::move(slide)}, {});
    }
    if (figure.scene)
        keep(
            figure.title, [figure] { return keptPicture(figure); }, slideOfView(figure.name));
}

void ReportShelf::keep(const QString& title, std::function<KeptPicture()> picture, const Slide& slide)
{
    m_workbench.jobs().start(
        QStringLiteral("slide of ") + title, tr("Making a slide"),
        [picture = std::move(picture)](const core::Task&) { return picture(); },
        [this, slide](KeptPicture kept) {
            if (kept.svg.empty())
                return;
            std::vector<std::optional<KeptPicture>> pictures;
            pictures.emplace_back(std::move(kept));
            add({slide}, std::move(pictures));
        });
}

void ReportShelf::take(const FigureKind& kind, const Given& given)
{
    keep(
        kind.title(), [&kind, given] { return keptView(kind, given, {}); },
        slideOfView(QString::fromStdString(kind.name)));
}

std::optional<OpenView> ReportShelf::openView(const std::string& name) const
{
    const FigureKind* kind = m_open && !name.empty() ? figureKind(QString::fromStdString(name)) : nullptr;
    return kind ? m_open(*kind) : std::nullopt;
}

Slide ReportShelf::slideOfView(const QString& name) const
{
    Slide slide;
    if (auto open = openView(name.toStdString())) {
        slide.view = name.toStdString();
        slide.subject = std::move(open->subject);
    }
    return slide;
}

void ReportShelf::redraw(const Slide& slide)
{
    auto open = openView(slide.view);
    if (!open)
        return;
    const FigureKind& kind = *figureKind(QString::fromStdString(slide.view));
    m_workbench.jobs().start(
        QStringLiteral("slide %1").arg(slide.id.value), tr("Making a slide"),
        [&kind, &catalog = m_workbench.catalog(), given = std::move(open->given)](const core::Task& task) {
            Given now = given; // its page may not have been seen since the run was opened
            return askRunAnew(catalog, kind.need, now).ok() ? keptView(kind, now, task) : KeptPicture{};
        },
        [this, slide, subject = std::move(open->subject)](KeptPicture kept) {
            if (kept.svg.empty())
                return emit told(tr("What the slide shows is not open any more."));
            push(redrawnSlide(project(), slide, kept, subject, today()), N_("Update a slide"));
        });
}

bool ReportShelf::hasStudy() const { return subjectItem(kMemoFigures.front()) != nullptr; }

bool ReportShelf::fillFromStudy()
{
    const core::ItemPtr item = subjectItem(kMemoFigures.front());
    if (!item)
        return false;
    std::vector<Slide> slides;
    for (const char* figure : kMemoFigures) {
        Slide slide;
        slide.figure = figure;
        slide.of = item->id;
        slide.subject = subjectOf(project(), item);
        slides.push_back(std::move(slide));
    }
    add(std::move(slides), {});
    return true;
}

void ReportShelf::remove(std::size_t at)
{
    if (at < m_slides.size())
        push(removedSlide(project(), m_slides[at]), N_("Remove a slide"));
}

void ReportShelf::move(std::size_t from, std::size_t to)
{
    push(movedSlide(project(), from, to), N_("Move a slide"));
}

void ReportShelf::change(const Slide& slide, const StepName& name, int drag)
{
    push(rewrittenSlide(project(), slide), name, drag);
}

Since ReportShelf::since(const Slide& slide) const
{
    if (slide.view.empty())
        return app::since(project(), slide);
    const auto open = openView(slide.view);
    return open ? sinceView(slide, open->subject) : Since::Same;
}

std::vector<ChangedKey> ReportShelf::changes(const Slide& slide) const
{
    if (since(slide) != Since::Changed)
        return {};
    if (slide.view.empty())
        return changedKeys(slide.subject, subjectOf(project(), project().find(*slide.of)));
    const auto open = openView(slide.view);
    const core::Value* before = slide.subject.find("is");
    const core::Value* now = open ? open->subject.find("is") : nullptr;
    return before && now ? changedKeys(*before, *now) : std::vector<ChangedKey>();
}

void ReportShelf::update(std::optional<std::size_t> at)
{
    std::vector<core::ItemChange> changes;
    std::vector<Slide> redrawn;
    for (std::size_t number = 0; number < m_slides.size(); ++number) {
        if ((at && *at != number) || since(m_slides[number]) != Since::Changed)
            continue;
        if (!m_slides[number].view.empty()) {
            redrawn.push_back(m_slides[number]);
            continue;
        }
        std::ranges::move(rewrittenSlide(project(), updatedSlide(project(), m_slides[number], today())),
                          std::back_inserter(changes));
    }
    push(std::move(changes), at ? N_("Update a slide") : N_("Update all slides"));
    for (const Slide& slide : redrawn)
        redraw(slide);
}

} // namespace shardscope::app
