// SPDX-License-Identifier: GPL-3.0-or-later
// The Schedule page: its bar with the player, and what stands below the picture; schedule_page.cpp has the
// schedules drawn.
#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/charts/schedule/schedule_view.h"
#include "app/desktop/pages/schedule/schedule_bar.h"
#include "app/desktop/pages/schedule/schedule_controls.h"
#include "app/desktop/pages/schedule/schedule_page.h"
#include "app/desktop/widgets/degree_control.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr int kScrubSteps = 1000;
constexpr int kTableRows = 4;
constexpr int kRoomForFigures = 640; ///< pixels of the page: with less, the picture has all of it
constexpr int kScrubWidth = 100;
/// What goes where the bar has no room for all, the last of these first.
enum Leaves {
    kStagesLeave = 1,
    kMicroBatchesLeave,
    kScrubLeaves,
    kTimelineLeaves,
    kWholeLeaves,
    kTakeOverLeaves,
    kFiguresLeave,
    kWhatIfLeaves,
    kStepsLeave,
    kChunksLeave,
    kSpeedLeaves
};
/// How long the whole step is played, by the entry of the box.
constexpr double kPlaySeconds[] = {40, 20, 10, 5, 2.5};
constexpr int kUsualSpeed = 2;

} // namespace

void SchedulePage::makeBar()
{
    for (QPushButton** button :
         {&m_sheet, &m_whatIf, &m_play, &m_back, &m_forth, &m_timeline, &m_whole, &m_figuresButton})
        *button = new QPushButton;
    for (QPushButton* button : {m_sheet, m_whole, m_figuresButton})
        button->setCheckable(true);
    for (QPushButton* button : {m_back, m_forth})
        button->setFixedWidth(metrics::kControlHeight);
    m_scrub = new QSlider(Qt::Horizontal);
    m_scrub->setRange(0, kScrubSteps);
    m_scrub->setValue(kScrubSteps);
    m_scrub->setMinimumWidth(kScrubWidth);
    m_speed = new QComboBox;
    for (std::size_t entry = 0; entry < std::size(kPlaySeconds); ++entry)
        m_speed->addItem(QString());
    m_speed->setCurrentIndex(kUsualSpeed);
    m_bar->add(m_sheet);
    m_bar->add(&m_controls->pipeline(), kStagesLeave);
    m_bar->add(&m_controls->microBatches(), kMicroBatchesLeave);
    m_bar->add(&m_controls->virtualStages(), kChunksLeave);
    m_bar->add(&m_controls->takeOver(), kTakeOverLeaves);
    m_bar->add(m_whatIf, kWhatIfLeaves);
    m_bar->addStretch();
    m_bar->add(m_play);
    m_bar->add(m_back, kStepsLeave);
    m_bar->add(m_forth, kStepsLeave);
    m_bar->add(m_scrub, kScrubLeaves);
    m_bar->add(m_speed, kSpeedLeaves);
    m_bar->add(m_whole, kWholeLeaves);
    m_bar->add(m_figuresButton, kFiguresLeave);
    m_bar->add(m_timeline, kTimelineLeaves);
    connect(m_scrub, &QSlider::valueChanged, this,
            [this](int value) { m_view->setMoment(m_view->end() * value / kScrubSteps); });
    connect(m_speed, &QComboBox::currentIndexChanged, this, [this](int entry) {
        m_view->setPlayTime(kPlaySeconds[std::clamp<std::size_t>(static_cast<std::size_t>(entry), 0,
                                                                 std::size(kPlaySeconds) - 1)]);
    });
    connect(m_view, &ScheduleView::momentChanged, this, [this](double time) {
        const QSignalBlocker quiet(m_scrub);
        m_scrub->setValue(static_cast<int>(std::lround(time / m_view->end() * kScrubSteps)));
    });
    connect(m_sheet, &QPushButton::toggled, this, [this](bool shown) { m_controls->setVisible(shown); });
    connect(m_whatIf, &QPushButton::clicked, this, [this] {
        showSheet(true);
        m_controls->ensureWidgetVisible(&m_controls->whatIfBox());
        m_controls->whatIfBox().setFocus();
    });
    connect(m_whole, &QPushButton::clicked, this, [this](bool whole) {
        if (whole)
            m_view->showAll();
        else
            m_view->seeOpening();
    });
}

QWidget* SchedulePage::makeFigures()
{
    m_figures = new QWidget;
    auto* column = columnIn(m_figures, metrics::kGrid);
    wrapText(m_facts, Role::Dim);
    m_table->setRowsShown(kTableRows);
    column->addWidget(m_facts);
    column->addWidget(m_table);
    m_figures->hide();
    connect(m_figuresButton, &QPushButton::toggled, this,
            [this](bool shown) { m_figures->setVisible(shown); });
    connect(m_figuresButton, &QPushButton::clicked, this, [this] { m_figuresAsked = true; });
    return m_figures;
}

void SchedulePage::showSheet(bool shown) { m_sheet->setChecked(shown); }

void SchedulePage::resizeEvent(QResizeEvent*)
{
    if (!m_figuresAsked)
        m_figuresButton->setChecked(height() >= kRoomForFigures);
}

/// Names the buttons and presses those that belong to what is shown.
void SchedulePage::showBar()
{
    m_sheet->setText(tr("Schedules (%1)").arg(m_wanted.size()));
    const QSignalBlocker quiet(m_whole);
    m_whole->setChecked(m_view->seesAll());
    m_bar->fit();
}

void SchedulePage::retranslate()
{
    m_play->setText(m_view->playing() ? tr("Pause") : tr("Play"));
    m_play->setToolTip(tr("Plays the step; Space in the picture"));
    m_back->setText(QStringLiteral("\u2039"));
    m_back->setAccessibleName(tr("Step back"));
    m_back->setToolTip(tr("To where something began or ended before; comma in the picture"));
    m_forth->setText(QStringLiteral("\u203a"));
    m_forth->setAccessibleName(tr("Step"));
    m_forth->setToolTip(tr("To where something begins or ends next; full stop in the picture"));
    m_scrub->setAccessibleName(tr("Moment of the step"));
    m_scrub->setToolTip(tr("Moment of the step; what comes after it is veiled"));
    const QStringList speeds{tr("¼ speed"), tr("½ speed"), tr("normal speed"), tr("2 × speed"),
                             tr("4 × speed")};
    for (int entry = 0; entry < m_speed->count(); ++entry)
        m_speed->setItemText(entry, speeds.value(entry));
    m_speed->setAccessibleName(tr("Speed"));
    m_timeline->setText(tr("Show in Timeline"));
    m_sheet->setToolTip(tr("Which schedules stand one above the other, and what happens to the plan"));
    m_whatIf->setText(tr("What if…"));
    m_whatIf->setToolTip(tr("A slow device, a failure, durations that vary"));
    m_whole->setText(tr("Whole step"));
    m_whole->setToolTip(tr("All of the step, or its first passes as large as one can read them; F in the "
                           "picture sees all"));
    m_figuresButton->setText(tr("Figures"));
    m_figuresButton->setToolTip(tr("The figures of the schedules, and what they mean"));
    m_view->setAccessibleName(tr("Schedules: stages against time"));
    m_table->setAccessibleName(tr("Figures of the schedules"));
    m_legend->setAccessibleName(tr("What the colours stand for"));
    m_stale = true;
    follow();
}

} // namespace shardscope::app
