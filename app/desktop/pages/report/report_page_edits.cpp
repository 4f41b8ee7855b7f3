// SPDX-License-Identifier: GPL-3.0-or-later
// What is done with the slides of the page, its words, and its files.
#include "app/desktop/base/language.h"
#include "app/desktop/base/unbroken.h"
#include "app/desktop/pages/report/growing_field.h"
#include "app/desktop/pages/report/report_page.h"
#include "app/desktop/pages/report/slide_canvas.h"
#include "app/desktop/pages/report/slide_list.h"
#include "app/desktop/report/presenter.h"
#include "app/desktop/report/slides_file.h"
#include "app/session/text/shown_text.h"
#include "core/base/text_mark.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include <iterator>

namespace shardscope::app {

namespace {

QString changedSentence(Need need)
{
    switch (need) {
    case Need::Study: return ReportPage::tr("The study has changed since.");
    case Need::Search: return ReportPage::tr("The search has another answer now.");
    case Need::Run:
    case Need::Overview:
    case Need::Analysis:
    case Need::Memory: return ReportPage::tr("The recording has changed since.");
    default: return ReportPage::tr("The plan has changed since.");
    }
}

constexpr qsizetype kMostChanges = 3;    ///< that are told
constexpr qsizetype kLongestChange = 40; ///< letters of a value

/// "tensor: 4 → 8; rts: – → 2; 3 more", in the words of files.
QString changesText(const std::vector<ChangedKey>& changes)
{
    const auto shown = [](const std::string& value) {
        const QString text = shownText(value);
        return text.isEmpty()                 ? QStringLiteral("–")
               : text.size() > kLongestChange ? text.left(kLongestChange) + QChar(0x2026)
                                              : text;
    };
    QStringList told;
    for (const ChangedKey& one : changes) {
        if (told.size() == kMostChanges) {
            told << ReportPage::tr("%1 more").arg(std::ssize(changes) - kMostChanges);
            break;
        }
        told << QStringLiteral("%1: %2 → %3").arg(shownText(one.key), shown(one.before), shown(one.now));
    }
    return told.join(QStringLiteral("; "));
}

} // namespace

void ReportPage::edit(const std::function<void(Slide&)>& edit, const StepName& name, int drag)
{
    if (slide() == nullptr)
        return;
    Slide next = *slide();
    edit(next);
    m_shelf->change(next, name, drag);
}

void ReportPage::typed()
{
    if (m_showing || slide() == nullptr)
        return;
    if (m_typingDrag == 0)
        m_typingDrag = m_workbench.newDrag();
    m_typing.start();
}

void ReportPage::keepTyped()
{
    m_typing.stop();
    if (m_typingDrag == 0 || slide() == nullptr)
        return;
    const int mark = m_canvas->mark();
    edit(
        [this, mark](Slide& slide) {
            slide.title = m_title->text().trimmed().toStdString();
            slide.caption = m_caption->text().trimmed().toStdString();
            slide.notes = m_notes->toPlainText().toStdString();
            if (m_words->isVisibleTo(this) && mark >= 0 && mark < static_cast<int>(slide.marks.size()))
                slide.marks[static_cast<std::size_t>(mark)].words = m_words->text().toStdString();
        },
        N_("Write on a slide"), m_typingDrag);
}

void ReportPage::addMark(MarkKind kind)
{
    if (slide() == nullptr)
        return;
    SlideMark mark{kind, 0.4, 0.4, 0.6, 0.55, {}};
    if (kind == MarkKind::Text)
        mark.words = tr("Text").toStdString();
    const int at = static_cast<int>(slide()->marks.size());
    edit([&mark](Slide& slide) { slide.marks.push_back(mark); }, N_("Add a mark"));
    m_canvas->setMark(at);
    if (kind == MarkKind::Text) {
        m_words->setFocus(Qt::OtherFocusReason);
        m_words->selectAll();
    } else {
        m_canvas->setFocus(Qt::OtherFocusReason);
    }
}

void ReportPage::removeMark()
{
    const int mark = m_canvas->mark();
    if (mark < 0)
        return;
    m_canvas->setMark(-1);
    edit(
        [mark](Slide& slide) {
            if (mark < static_cast<int>(slide.marks.size()))
                slide.marks.erase(slide.marks.begin() + mark);
        },
        N_("Remove a mark"));
}

QString ReportPage::about() const
{
    const Slide* of = slide();
    if (of == nullptr)
        return {};
    const QString when = QString::fromStdString(of->asOf);
    const FigureKind* kind = figureKind(QString::fromStdString(of->figure));
    const FigureKind* view = figureKind(QString::fromStdString(of->view));
    QString text = kind   ? tr("%1, as of %2.").arg(kind->title(), when)
                   : view ? tr("%1, as it was seen on %2.").arg(view->title(), when)
                          : tr("A picture as it was seen on %1; it does not change.").arg(when);
    switch (m_shelf->since(*of)) {
    case Since::Same: break;
    case Since::Changed:
        text += QLatin1Char(' ') + changedSentence(kind ? kind->need : view ? view->need : Need::Plan);
        text += QLatin1Char(' ') + changesText(m_shelf->changes(*of));
        break;
    case Since::Gone: text += QLatin1Char(' ') + tr("What it was taken of is not in the project any more.");
    }
    return unbroken(text);
}

Presenter* ReportPage::present()
{
    if (slide() == nullptr)
        return nullptr;
    keepTyped();
    m_figures->want();
    if (!m_presenter) {
        m_presenter = new Presenter(*m_shelf, *m_figures, window());
        connect(m_presenter, &Presenter::closed, this, [this](std::size_t at) {
            select(at);
            m_list->setFocus(Qt::OtherFocusReason);
        });
    }
    m_presenter->start(m_current);
    return m_presenter;
}

void ReportPage::writeTo(const QString& file)
{
    keepTyped();
    std::vector<SlideToWrite> slides;
    for (const Slide& slide : m_shelf->slides())
        slides.push_back({slide, m_shelf->pictureOf(slide)});
    const QString language =
        QLocale().language() == QLocale::Japanese ? QStringLiteral("ja") : QStringLiteral("en");
    m_workbench.jobs().write(file, tr("Writing the report"),
                             [&catalog = m_workbench.catalog(), slides = std::move(slides), file,
                              language](const core::Task& task) -> core::Result<core::Done> {
                                 SHARDSCOPE_TRY(const std::vector<ShownSlide> made,
                                                madeSlides(catalog, slides, task));
                                 return writeSlides(made, file, {language}, task);
                             });
}

void ReportPage::askToWrite(const QString& suffix)
{
    QString file;
    if (suffix.isEmpty())
        file = QFileDialog::getExistingDirectory(this, tr("A folder for pictures and tables"));
    else if (suffix == QLatin1String("pdf"))
        file = QFileDialog::getSaveFileName(this, tr("Save the slides"), QStringLiteral("slides.pdf"),
                                            tr("PDF, a page a slide (*.pdf);;One HTML file (*.html)"));
    else
        file = QFileDialog::getSaveFileName(this, tr("Save the slides"), QStringLiteral("slides.html"),
                                            tr("One HTML file (*.html)"));
    if (file.isEmpty())
        return;
    if (!suffix.isEmpty() && QFileInfo(file).suffix().isEmpty())
        file += QLatin1Char('.') + suffix;
    writeTo(file);
}

QString ReportPage::whyNoPicture() const
{
    return m_shelf->slides().empty() ? tr("There is no slide yet.") : QString();
}

void ReportPage::startFromEmpty()
{
    if (!m_shelf->fillFromStudy())
        emit pageRequested(QStringLiteral("plan"));
}

void ReportPage::retranslate()
{
    const bool study = m_shelf->hasStudy();
    m_empty->setTexts(
        tr("Slides of what you found"),
        tr("\"Add to the report\" is among the tools of every figure and table: each becomes a slide with a "
           "title, "
           "a caption and notes, which says when it was made and what has changed since. Present them, or "
           "hand them out as PDF or one HTML file."),
        study ? tr("Fill from the study") : tr("Go to the plan"), QString());
    m_list->setAccessibleName(tr("Slides"));
    m_canvas->setAccessibleName(tr("The slide"));
    m_back->setText(QStringLiteral("←"));
    m_back->setAccessibleName(tr("The slide before"));
    m_next->setText(QStringLiteral("→"));
    m_next->setAccessibleName(tr("The next slide"));
    m_text->setText(tr("Add a text"));
    m_arrow->setText(tr("Add an arrow"));
    m_frame->setText(tr("Add a frame"));
    m_removeMark->setText(tr("Remove the mark"));
    m_heading->setText(tr("This slide"));
    m_update->setText(tr("Update"));
    m_updateAll->setText(tr("Update all"));
    m_titleLabel->setText(tr("Title"));
    m_title->setAccessibleName(tr("Title"));
    m_captionLabel->setText(tr("Caption"));
    m_caption->setAccessibleName(tr("Caption"));
    m_markLabel->setText(tr("Words of the mark"));
    m_words->setAccessibleName(tr("Words of the mark"));
    m_notesLabel->setText(tr("Speaker's notes"));
    m_notes->setAccessibleName(tr("Speaker's notes"));
    m_up->setText(tr("Move up"));
    m_down->setText(tr("Move down"));
    m_remove->setText(tr("Remove"));
    m_remove->setAccessibleDescription(tr("The slide"));
    m_handOut->setText(tr("Present and hand out"));
    m_present->setText(tr("Present"));
    m_fill->setText(tr("Fill from the study"));
    m_pdf->setText(tr("PDF, slides"));
    m_html->setText(tr("One HTML file"));
    m_files->setText(tr("Pictures and tables"));
}

} // namespace shardscope::app
