// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/follow/follow_page.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/figure_card.h"
#include "app/desktop/widgets/page_scroll_area.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/follow/followed_plan.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"
#include "core/base/text_mark.h"
#include "core/report/columns.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <limits>
#include <utility>

namespace shardscope::app {
namespace {

const QString kSlot = QStringLiteral("follow");
constexpr int kEveryMs = 2000; // as shardscope-cli follow does

} // namespace

/// What one look at the folder told, and where the follower is.
struct FollowPage::Look {
    std::shared_ptr<Follower> follower;
    core::Result<FollowNews> news;
    std::size_t files = 0;
    std::size_t unread = 0;
};

FollowPage::FollowPage(Workbench& workbench, QWidget* parent)
    : StackedPage(workbench, parent)
    , m_title(new QLabel)
    , m_status(new QLabel)
    , m_stop(new QPushButton)
    , m_other(new QPushButton)
    , m_picture(new SceneFigure)
    , m_card(new FigureCard(m_picture, nullptr))
    , m_findings(new TableView)
    , m_findingsCard(new FigureCard(m_findings, nullptr))
    , m_timer(new QTimer(this))
{
    auto* head = new QWidget;
    setRole(*head, Role::Head);
    auto* headColumn = columnIn(head, metrics::kHalfGrid);
    headColumn->setContentsMargins(metrics::kPageMargin, metrics::kGrid * 2, metrics::kPageMargin,
                                   metrics::kGrid * 2);
    auto* row = new QHBoxLayout;
    wrapText(m_title, Role::Title);
    row->addWidget(m_title, 1);
    row->addWidget(m_stop);
    row->addWidget(m_other);
    headColumn->addLayout(row);
    wrapText(m_status, Role::Dim);
    headColumn->addWidget(m_status);
    auto* cards = new QWidget;
    auto* column = pageColumn(cards, metrics::kGrid * 2);
    m_findings->setRowsShown(std::numeric_limits<int>::max()); // the page scrolls, no table in it does
    column->addWidget(m_card);
    column->addWidget(m_findingsCard);
    column->addStretch();
    auto* body = new QWidget;
    auto* bodyColumn = columnIn(body, 0);
    bodyColumn->addWidget(head);
    bodyColumn->addWidget(new PageScrollArea(cards), 1);
    m_stack->addWidget(body);
    fillPage();
    m_timer->setInterval(kEveryMs);
    connect(m_timer, &QTimer::timeout, this, &FollowPage::look);
    connect(m_stop, &QPushButton::clicked, this, [this] { follows() ? stop() : follow(m_folder); });
    connect(m_other, &QPushButton::clicked, this, &FollowPage::askForFolder);
    connect(m_picture, &FigureWidget::hovered, this, &Page::hint);
    connect(&m_workbench.jobs(), &Jobs::finished, this, [this](const QString& slot) {
        if (slot == kSlot)
            m_looking = false;
    });
    keepTranslated(*this, [this] { retranslate(); });
}

QString FollowPage::whyNoPicture() const { return tr("What is followed has no sheet of its own."); }

QWidget& FollowPage::contentFront() { return *m_stop; }

QString FollowPage::status() const { return m_status->text(); }

bool FollowPage::follows() const { return m_timer->isActive(); }

void FollowPage::setEvery(int ms) { m_timer->setInterval(ms); }

void FollowPage::askForFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Follow a folder"), m_folder);
    if (!folder.isEmpty())
        follow(folder);
}

void FollowPage::follow(const QString& folder)
{
    stop();
    m_folder = folder;
    m_job = {};
    m_files = 0;
    m_unread = 0;
    m_problem.clear();
    const PlanState& state = m_workbench.state();
    const auto& evaluation = m_workbench.evaluated().value;
    if (state.complete() && evaluation && !evaluation->step.empty())
        m_job.plan = followedPlan(*state.model, *state.hardware, *evaluation);
    m_follower = std::make_shared<Follower>(m_workbench.catalog(), folder.toStdString(), m_job.plan);
    m_timer->start();
    show();
    look();
}

void FollowPage::stop()
{
    m_timer->stop();
    m_workbench.jobs().cancel(kSlot);
    m_looking = false;
    show();
}

/// One look at a time: what takes longer than the time between two is awaited.
void FollowPage::look()
{
    if (m_looking || !m_follower)
        return;
    m_looking = true;
    m_workbench.jobs().start(
        kSlot, tr("Reading what is new in %1").arg(shownText(m_folder)),
        [follower = m_follower](const core::Task& task) {
            auto news = follower->look(false, Follower::Clock::now(), task);
            return std::make_shared<const Look>(
                Look{follower, std::move(news), follower->files(), follower->unread().size()});
        },
        [this](const std::shared_ptr<const Look>& look) { take(*look); });
}

void FollowPage::take(const Look& look)
{
    if (look.follower != m_follower || !follows())
        return;
    m_problem = look.news.ok() ? QString() : errorText(look.news.error());
    if (look.news.ok()) {
        for (const FollowedStep& step : look.news->steps)
            m_job.steps.take(step);
        m_job.findings.insert(m_job.findings.end(), look.news->findings.begin(), look.news->findings.end());
    }
    m_files = look.files;
    m_unread = look.unread;
    show();
}

void FollowPage::show()
{
    m_stack->setCurrentIndex(m_folder.isEmpty() ? 0 : 1);
    m_title->setText(follows() ? tr("Following %1").arg(shownText(m_folder))
                               : tr("%1 is not followed any more").arg(shownText(m_folder)));
    QStringList said;
    if (!m_problem.isEmpty())
        said << m_problem;
    said << tr("%1 steps seen in %2 files.").arg(integerString(m_job.steps.seen())).arg(m_files);
    if (m_unread > 0)
        said << tr("%n files wait: they cannot be read so far.", nullptr, static_cast<int>(m_unread));
    said << (m_job.plan ? tr("The open plan lies beneath as a band.")
                        : tr("No plan with a step was open: there is no band."));
    m_status->setText(said.join(QLatin1Char(' ')));
    m_stop->setText(follows() ? tr("Stop") : tr("Follow again"));
    m_picture->setMaker(
        [job = m_job](double width, const Theme& theme) { return followScene(job, width, theme); });
    core::Table table{"findings", N_("What was found"), {}, {}};
    table.columns = {core::integerColumn("since", N_("Since step")), core::integerColumn("rank", N_("Rank")),
                     core::textColumn("what", N_("Finding"))};
    for (const FollowFinding& finding : m_job.findings)
        table.rows.push_back({finding.since < 0 ? core::Cell() : core::Cell(finding.since),
                              finding.rank < 0 ? core::Cell() : core::Cell(std::int64_t{finding.rank}),
                              core::Cell(followSentence(finding).toStdString())});
    m_findings->setTable(std::move(table));
    m_findingsCard->setSentence(m_job.findings.empty() ? tr("Nothing so far: steps are as usual.")
                                                       : QString());
}

void FollowPage::retranslate()
{
    m_empty->setTexts(tr("Follow a running job"),
                      tr("Choose the folder that its ranks write traces, logs and dumps to. New steps are "
                         "drawn as they come, over the open plan, and what becomes of them is said with when "
                         "it began."),
                      tr("Follow a folder…"), QString());
    m_other->setText(tr("Another folder…"));
    m_card->setTitle(tr("Steps over time"));
    m_picture->setAccessibleName(tr("Steps over time"));
    m_findingsCard->setTitle(tr("What was found"));
    show();
}

} // namespace shardscope::app
