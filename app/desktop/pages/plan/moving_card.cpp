// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/plan/moving_card.h"

#include "app/desktop/charts/scene_figure.h"
#include "app/desktop/moving/moving_figures.h"
#include "app/desktop/pages/plan/live_plan.h"
#include "app/desktop/theme/tokens.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/text/messages.h"

#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>

namespace shardscope::app {
namespace {

constexpr int kFrameMs = 1'200; ///< long enough to read what a frame says
constexpr int kMovingRowsShown = 12;
constexpr int kMovingQuiet = 200; ///< ms

} // namespace

MovingCard::MovingCard(Workbench& workbench, QWidget* parent)
    : FigureCard(new SceneFigure, new TableView, parent)
    , m_workbench(workbench)
    , m_picture(figure<SceneFigure>())
    , m_table(twin<TableView>())
    , m_which(new QComboBox(this))
    , m_steps(new QWidget(this))
    , m_slider(new QSlider(Qt::Horizontal, m_steps))
    , m_where(new QLabel(m_steps))
    , m_play(new QPushButton(m_steps))
{
    m_table->setRowsShown(kMovingRowsShown);
    m_which->setObjectName(QStringLiteral("movingFigure"));
    m_which->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_which->setMinimumContentsLength(24);
    addControl(m_which);
    auto* row = rowIn(m_steps, metrics::kGrid);
    row->addWidget(m_play);
    row->addWidget(m_slider, 1);
    row->addWidget(m_where);
    m_slider->setPageStep(1);
    addRow(m_steps);
    m_picture->hide();
    m_steps->hide();
    m_timer.setInterval(kFrameMs);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_figure.frame + 1 < m_figure.frames)
            return showFrame(m_figure.frame + 1);
        m_timer.stop();
        retranslate();
    });
    connect(m_play, &QPushButton::clicked, this, &MovingCard::play);
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int frame) { showFrame(static_cast<std::size_t>(frame)); });
    connect(m_picture, &FigureWidget::hovered, this, &MovingCard::hint);
    connect(&m_workbench, &Workbench::evaluationChanged, this, [this] {
        const PlanState& state = m_workbench.state();
        setVisible(m_workbench.evaluated().value && state.model && state.model->recommender() == nullptr);
    });
    auto* live = new LivePlan(*this, workbench, "moving figure", LivePlan::Of::Figures, kMovingQuiet);
    connect(m_which, &QComboBox::currentIndexChanged, live, [this, live] {
        m_timer.stop();
        live->askAgain();
    });
    live->set([] { return tr("Drawing the plan step by step"); },
              [this] {
                  return [state = m_workbench.state(), evaluation = m_workbench.evaluated().value,
                          chosen = m_which->currentIndex() - 1](const core::Task& task) {
                      return make(state, evaluation, chosen, task);
                  };
              },
              [this](Made made) { show(std::move(made)); });
    retranslate();
}

MovingCard::Made MovingCard::make(const PlanState& state, std::shared_ptr<const core::Evaluation> evaluation,
                                  int chosen, const core::Task& task)
{
    if (chosen < 0)
        return {};
    auto made = makeMoving(movingFigures()[static_cast<std::size_t>(chosen)],
                           {state, std::move(evaluation), std::nullopt}, task);
    return made.ok() ? Made{std::move(made).value(), {}} : Made{{}, sentence(made.error())};
}

void MovingCard::choose(const QString& name)
{
    int index = 0;
    for (std::size_t at = 0; at < movingFigures().size(); ++at)
        index = name == QLatin1String(movingFigures()[at].name) ? static_cast<int>(at) + 1 : index;
    m_which->setCurrentIndex(index);
}

void MovingCard::show(Made made)
{
    // If the plan was changed, the reader looks at the same moment of it.
    if (made.figure.name == m_figure.name && made.figure.frames > 1 &&
        made.figure.frames == m_figure.frames) {
        made.figure.frame = m_figure.frame;
        made.figure.scene = made.figure.at(made.figure.frame);
    }
    m_figure = std::move(made.figure);
    m_problem = made.problem;
    m_table->setTable(m_figure.table);
    showSteps();
    retranslate();
}

void MovingCard::showSteps()
{
    m_picture->setMaker(m_figure.scene);
    m_picture->setVisible(m_figure.scene && !showsTable());
    setMoving(m_figure);
    m_steps->setVisible(m_figure.scene && m_figure.frames > 1);
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, static_cast<int>(m_figure.frames) - 1);
    m_slider->setValue(static_cast<int>(m_figure.frame));
    m_where->setText(tr("%1 of %2").arg(m_figure.frame + 1).arg(m_figure.frames));
}

void MovingCard::showFrame(std::size_t frame)
{
    if (frame >= m_figure.frames || !m_figure.at)
        return;
    m_figure.frame = frame;
    m_figure.scene = m_figure.at(frame);
    showSteps();
}

void MovingCard::play()
{
    if (m_timer.isActive()) {
        m_timer.stop();
    } else {
        showFrame(m_figure.frame + 1 < m_figure.frames ? m_figure.frame + 1 : 0);
        if (QApplication::isEffectEnabled(Qt::UI_General) && m_figure.frames > 1)
            m_timer.start();
    }
    retranslate();
}

void MovingCard::retranslate()
{
    FigureCard::retranslate();
    setTitle(m_figure.scene ? m_figure.title : tr("Step by step"));
    setSentence(!m_problem.isEmpty() ? m_problem
                : m_figure.scene     ? QString()
                                 : tr("How the model is cut, how a collective goes round, who waits in the "
                                      "pipeline: choose a picture, and play it."));
    m_picture->setAccessibleName(m_figure.title);
    m_which->setAccessibleName(tr("The picture that goes step by step"));
    m_slider->setAccessibleName(tr("Moment"));
    m_play->setText(m_timer.isActive() ? tr("Stop") : tr("Play"));
    const QSignalBlocker quiet(m_which);
    const int chosen = std::max(0, m_which->currentIndex());
    m_which->clear();
    m_which->addItem(tr("Choose a picture"));
    for (const MovingFigure& one : movingFigures())
        m_which->addItem(one.title());
    m_which->setCurrentIndex(chosen);
}

} // namespace shardscope::app
