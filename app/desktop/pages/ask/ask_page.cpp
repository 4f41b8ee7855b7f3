// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/ask/ask_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/pages/ask/ask_controls.h"
#include "app/desktop/pages/ask/shown_questions.h"
#include "app/desktop/pages/search/edited_search.h"
#include "app/desktop/pages/search/question_words.h"
#include "app/desktop/pages/search/search_page.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/workbench/found_plan.h"
#include "app/desktop/workbench/kept_question.h"
#include "core/base/text_mark.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace shardscope::app {
namespace {

constexpr int kSoonMs = 200;

} // namespace

AskPage::AskPage(Workbench& workbench, QWidget* parent)
    : Page(parent)
    , m_workbench(workbench)
    , m_controls(new AskControls(workbench, this))
    , m_question(new KeptQuestion(workbench.undoStack(), "Ask",
                                  {[this] { return m_controls->said(); },
                                   [this](const core::Value& said) { m_controls->say(said); },
                                   [this] { m_controls->letGo(); }},
                                  this))
    , m_soon(new QTimer(this))
{
    auto* body = new QWidget;
    auto* column = pageColumn(body, metrics::kGrid * 4);
    m_smallest.card = new QuestionCard(body);
    m_fastest.card = new QuestionCard(body);
    m_cost = new QuestionCard(body);
    for (QuestionCard* card : {m_smallest.card, m_fastest.card, m_cost})
        column->addWidget(card);
    column->addStretch(1);
    auto* row = rowIn(this, 0);
    row->addWidget(m_controls);
    row->addWidget(new PageScrollArea(body, this), 1);

    m_soon->setSingleShot(true);
    m_soon->setInterval(kSoonMs);
    connect(m_soon, &QTimer::timeout, this, &AskPage::ask);
    connect(m_controls, &AskControls::changed, this, [this] {
        if (isVisible())
            m_soon->start();
    });
    // An edit of the open machine is no other question, but has another answer.
    connect(&m_workbench, &Workbench::stateChanged, this, [this] {
        if (isVisible() && editsAsked(m_workbench, m_fastest.request) != m_fastest.edits)
            m_soon->start();
    });
    connect(m_controls, &AskControls::ownSaid, m_question, &KeptQuestion::keep);
    connect(m_controls, &AskControls::openFileRequested, this, &Page::openRequested);
    for (const Asked* asked : {&m_smallest, &m_fastest}) {
        connect(asked->card, &QuestionCard::openWanted, this, [this, asked] { openAsPlan(*asked); });
        connect(asked->card, &QuestionCard::copyWanted, this, [this, asked] { copyCommand(asked->request); });
    }
    connect(m_cost, &QuestionCard::openWanted, this, [this] { openAsPlan(m_fastest); });
    connect(m_cost, &QuestionCard::copyWanted, this, [this] { copyCommand(m_fastest.request); });
    onShow(*this, [this] { m_soon->start(); });
    keepTranslated(*this, [this] { showAll(); });
}

bool AskPage::asking() const
{
    return m_soon->isActive() || m_workbench.jobs().running(QString::fromLatin1(m_smallest.slot)) ||
           m_workbench.jobs().running(QString::fromLatin1(m_fastest.slot)) ||
           m_workbench.jobs().running(QString::fromLatin1(m_cheapest.slot));
}

QString AskPage::whyNoPicture() const
{
    if (m_smallest.answer || m_fastest.answer)
        return {};
    return asking() ? tr("The answers are still being searched for.") : tr("Nothing has been answered yet.");
}

QWidget& AskPage::front() { return m_controls->front(); }

std::vector<ShownQuestion> AskPage::shown() const
{
    std::vector<ShownQuestion> all;
    for (const QuestionCard* card : {m_smallest.card, m_fastest.card, m_cost}) {
        if (card->shown().answered)
            all.push_back(card->shown());
    }
    return all;
}

QString AskPage::modelName() const { return QString::fromStdString(m_smallest.request.model); }
QString AskPage::fastestCommand() const { return QString::fromStdString(searchCommand(m_fastest.request)); }

void AskPage::ask()
{
    const PlanSearchRequest smallest = m_controls->smallest();
    const PlanSearchRequest fastest = m_controls->fastest();
    askAgain(m_smallest, smallest, !smallest.model.empty());
    const bool complete = !fastest.model.empty() && !fastest.hardware.empty();
    askAgain(m_fastest, fastest, complete);
    PlanSearchRequest cheapest = fastest;
    cheapest.objective = "cost";
    askAgain(m_cheapest, cheapest, complete && !cheapest.price.empty());
    showAll();
}

AskPage::Ask AskPage::answering(const Asked& asked)
{
    if (asked.request.smallestDevice) // of all the catalogue's
        return [catalog = m_workbench.catalog(), request = asked.request](const core::Task& task) {
            return smallestDevice(catalog, request, task);
        };
    return [prepared = prepareOnEdited(m_workbench, asked.request),
            request = asked.request](const core::Task& task) -> core::Result<PlanSearchAnswer> {
        if (!prepared.ok())
            return prepared.error();
        return answerSearch(*prepared, request, task);
    };
}

void AskPage::askAgain(Asked& asked, PlanSearchRequest request, bool complete)
{
    const QString slot = QString::fromLatin1(asked.slot);
    std::string edits = editsAsked(m_workbench, request);
    const bool same = searchCommand(request) == searchCommand(asked.request) && edits == asked.edits;
    if (complete && same && (asked.answer || asked.error || m_workbench.jobs().running(slot)))
        return;
    m_workbench.jobs().cancel(slot);
    asked.request = std::move(request);
    asked.edits = std::move(edits);
    asked.answer.reset();
    asked.error.reset();
    if (!complete)
        return;
    m_workbench.jobs().start(slot, tr("Searching for an answer"), answering(asked),
                             [this, &asked](core::Result<PlanSearchAnswer> found) {
                                 if (found.ok())
                                     asked.answer =
                                         std::make_shared<const PlanSearchAnswer>(std::move(found).value());
                                 else if (found.error().code != core::ErrorCode::Cancelled)
                                     asked.error = found.error();
                                 if (asked.answer && &asked == &m_fastest)
                                     m_controls->learnPrices();
                                 showAll();
                             });
}

void AskPage::showAsked(const Asked& asked, ShownQuestion shown, Answered answered)
{
    if (asked.error) {
        shown.answer = SearchPage::problemText(*asked.error);
        shown.answered = shown.bad = true;
    } else if (asked.answer) {
        shown = answered(*asked.answer);
    }
    if (shown.answered)
        shown.question = withQuestion(shown.question, asked.request);
    asked.card->setQuestion(std::move(shown));
}

/// The card's own question, and of what it was asked.
QString AskPage::withQuestion(const QString& question, const PlanSearchRequest& request)
{
    return QStringLiteral("%1  \u00b7  %2").arg(question, questionText(m_workbench, request));
}

void AskPage::showAll()
{
    const bool model = !m_smallest.request.model.empty();
    const QString working = tr("Searching…");
    showAsked(m_smallest,
              {smallestQuestion(),
               model ? working : tr("Choose a model on the left: the answer comes at once."),
               {},
               {}},
              answeredSmallest);
    showAsked(m_fastest,
              {fastestQuestion(),
               m_fastest.request.hardware.empty() ? tr("Tick the machines on the left.")
               : model                            ? working
                                                  : tr("Choose a model on the left."),
               {},
               {}},
              answeredFastest);
    showCost();
    emit canExportChanged();
}

void AskPage::showCost()
{
    const bool running = !m_fastest.answer && !m_fastest.error && !m_fastest.request.model.empty() &&
                         !m_fastest.request.hardware.empty();
    ShownQuestion shown{costQuestion(),
                        running ? tr("Searching…")
                                : tr("Tick a machine, say how many tokens the run sees and what a device "
                                     "costs an hour; the fastest plan and the cheapest answer."),
                        {},
                        {}};
    if (m_fastest.answer && !m_fastest.answer->best.empty()) {
        shown = answeredCost(*m_fastest.answer, m_cheapest.answer.get());
        shown.question = withQuestion(shown.question, m_fastest.request);
    }
    m_cost->setQuestion(std::move(shown));
}

void AskPage::openAsPlan(const Asked& asked)
{
    if (!asked.answer || asked.answer->best.empty())
        return;
    const PlanSearchAnswer& answer = *asked.answer;
    const planner::PlanHit& hit = answer.best.front().hit;
    m_workbench.edit(foundPlan(m_workbench.state(), answer.search, answer.names, hit),
                     N_("Open a plan that was found"));
    emit pageRequested(QStringLiteral("plan"));
}

void AskPage::copyCommand(const PlanSearchRequest& request)
{
    const QString command = QString::fromStdString(searchCommand(request));
    QGuiApplication::clipboard()->setText(command);
    emit hint(SearchPage::tr("Copied: %1").arg(command));
}

} // namespace shardscope::app
