// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/shell/job_list.h"
#include "app/desktop/theme/roles.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/theme/theme.h"
#include "app/session/text/messages.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr qint64 kLongMs = 300; ///< what is sooner done would only flicker
constexpr int kRefreshMs = 100;
constexpr int kWhole = 1000;
constexpr int kBarWidth = 160;

} // namespace

QString JobList::leftText(const JobNews& job)
{
    constexpr double kSure = 0.02; // of what is hardly begun nothing can be said
    constexpr double kMsPerSecond = 1000;
    if (job.fraction < kSure || job.fraction >= 1)
        return {};
    const double left = static_cast<double>(job.forMs) / kMsPerSecond * (1 - job.fraction) / job.fraction;
    return tr("%1 left").arg(quantityString(std::max(1.0, std::round(left)), core::kSecond, 2));
}

JobList::JobList(Jobs& jobs, QWidget* parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_first(makeRow(this))
    , m_more(new QPushButton(this))
    , m_list(new QFrame(this, Qt::Popup))
    , m_listLayout(new QVBoxLayout(m_list))
{
    m_list->setFrameShape(QFrame::StyledPanel);
    setRole(*m_more, Role::Link);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, metrics::kGrid, 0);
    row->addWidget(m_more);
    row->addWidget(m_first.text);
    row->addWidget(m_first.bar);
    row->addWidget(m_first.left);
    row->addWidget(m_first.stop);
    hide();
    connect(m_more, &QPushButton::clicked, this, &JobList::openList);
    connect(m_first.stop, &QPushButton::clicked, this, [this] { stop(m_firstSlot); });
    connect(&m_soon, &QTimer::timeout, this, &JobList::refresh);
    connect(&m_jobs, &Jobs::started, this, [this] {
        if (!m_soon.isActive())
            m_soon.start(kRefreshMs);
    });
    connect(&m_jobs, &Jobs::finished, this, &JobList::refresh);
    keepTranslated(*this, [this] { retranslate(); });
}

JobList::Row JobList::makeRow(QWidget* parent)
{
    const Row row{new QLabel(parent), new QProgressBar(parent), new QLabel(parent), new QPushButton(parent)};
    setRole(*row.left, Role::Dim);
    row.left->setMinimumWidth(row.left->fontMetrics().horizontalAdvance(QStringLiteral("00 min 00")));
    row.text->setTextFormat(Qt::PlainText);
    row.text->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    row.bar->setTextVisible(false);
    row.bar->setFixedWidth(kBarWidth);
    row.stop->setText(tr("Stop"));
    return row;
}

std::vector<JobNews> JobList::shown() const
{
    std::vector<JobNews> all = m_jobs.list();
    std::erase_if(all, [](const JobNews& job) { return job.forMs < kLongMs || job.title.isEmpty(); });
    return all;
}

QWidget* JobList::list() const { return m_list->isVisible() ? m_list : nullptr; }

void JobList::stop(const QString& slot)
{
    m_jobs.cancel(slot);
    emit stopped(slot);
    refresh();
}

void JobList::show(const Row& row, const JobNews& job)
{
    row.text->setText(job.stopping ? tr("Stopping: %1").arg(job.title) : job.title);
    row.left->setText(job.stopping ? QString() : leftText(job));
    row.bar->setRange(0, job.fraction < 0 ? 0 : kWhole);
    row.bar->setValue(static_cast<int>(job.fraction * kWhole));
    row.bar->setAccessibleName(job.stage.isEmpty() ? job.title : stageName(job.stage.toStdString()));
    row.stop->setEnabled(!job.stopping);
    row.stop->setAccessibleDescription(job.title);
}

void JobList::refresh()
{
    const std::vector<JobNews> all = shown();
    if (m_jobs.list().empty())
        m_soon.stop();
    setVisible(!all.empty());
    if (list())
        fillList(all);
    if (all.empty())
        return m_list->hide();
    // Jobs that are awaited come before those that only have to end.
    const auto first = std::ranges::find(all, false, &JobNews::stopping);
    const JobNews& told = first == all.end() ? all.front() : *first;
    m_firstSlot = told.slot;
    show(m_first, told);
    const int more = static_cast<int>(all.size()) - 1;
    m_more->setVisible(more > 0);
    m_more->setText(tr("%n more", nullptr, more));
    // Laid out at once: no text is seen cut.
    for (const QWidget* of :
         {static_cast<const QWidget*>(this), static_cast<const QWidget*>(parentWidget())}) {
        if (of != nullptr && of->layout() != nullptr)
            of->layout()->activate();
    }
}

void JobList::openList()
{
    fillList(shown());
    m_list->adjustSize();
    m_list->move(mapToGlobal(QPoint(width() - m_list->width(), -m_list->height())));
    m_list->show();
}

void JobList::fillList(const std::vector<JobNews>& all)
{
    while (m_rows.size() < all.size()) {
        const Row row = makeRow(m_list);
        auto* line = new QHBoxLayout;
        line->addWidget(row.text, 1);
        line->addWidget(row.bar);
        line->addWidget(row.left);
        line->addWidget(row.stop);
        m_listLayout->addLayout(line);
        connect(row.stop, &QPushButton::clicked, this, [this, at = m_rows.size()] { stop(m_rowSlots[at]); });
        m_rows.push_back(row);
        m_rowSlots.emplace_back();
    }
    for (std::size_t at = 0; at < m_rows.size(); ++at) {
        const bool used = at < all.size();
        for (QWidget* part : std::initializer_list<QWidget*>{m_rows[at].text, m_rows[at].bar, m_rows[at].left,
                                                             m_rows[at].stop})
            part->setVisible(used);
        if (!used)
            continue;
        m_rowSlots[at] = all[at].slot;
        show(m_rows[at], all[at]);
    }
}

void JobList::retranslate()
{
    m_first.stop->setText(tr("Stop"));
    for (const Row& row : m_rows)
        row.stop->setText(tr("Stop"));
    m_more->setToolTip(tr("All that the window is at work on"));
    m_list->setAccessibleName(tr("What the window is at work on"));
    refresh();
}

} // namespace shardscope::app
