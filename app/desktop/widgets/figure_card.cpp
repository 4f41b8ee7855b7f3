// SPDX-License-Identifier: GPL-3.0-or-later
// Picture and table take turns.
#include "app/desktop/widgets/figure_card.h"

#include "app/desktop/base/language.h"
#include "app/desktop/theme/stale_veil.h"
#include "app/desktop/theme/strokes.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/figure_tools.h"
#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace shardscope::app {

FigureCard::FigureCard(QWidget* figure, QWidget* twin, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_sentence(new QLabel(this))
    , m_tools(new FigureTools([this] { return shownFigure(); }, this))
    , m_controls(new QHBoxLayout)
    , m_switch(new QPushButton(this))
    , m_figure(figure)
    , m_twin(twin)
{
    setRole(*m_title, Role::CardTitle);
    setRole(*m_switch, Role::Link);
    m_switch->setVisible(twin != nullptr);
    auto* head = new QHBoxLayout;
    constexpr int kHeadHeight = 24; // of one line: title, link and tools stand on it
    m_title->setMinimumHeight(kHeadHeight);
    m_switch->setFixedHeight(kHeadHeight);
    m_tools->setFixedSize(kHeadHeight + metrics::kHalfGrid, kHeadHeight);
    m_title->setWordWrap(true); // a long title must not push the card beside it off the page
    head->addWidget(m_title, 1);
    head->addWidget(m_switch, 0, Qt::AlignTop);
    head->addWidget(m_tools, 0, Qt::AlignTop);
    wrap(m_sentence, Role::SmallDim);
    m_sentence->hide();
    m_controls->addStretch();
    auto* column = columnIn(this, metrics::kGrid);
    column->setContentsMargins(metrics::kCardPadding, metrics::kCardPadding - 2, metrics::kCardPadding,
                               metrics::kCardPadding);
    column->addLayout(head);
    column->addWidget(m_sentence);
    column->addLayout(m_controls);
    column->addWidget(figure, 1);
    if (twin) {
        column->addWidget(twin, 1);
        twin->hide();
    }
    column->addStretch();
    m_veil = new StaleVeil(*this);
    connect(m_switch, &QPushButton::clicked, this, [this] { setShowsTable(!m_showsTable); });
    keepTranslated(*this, [this] { retranslate(); });
}

void FigureCard::setTitle(const QString& title)
{
    m_title->setText(title);
    m_switch->setAccessibleDescription(title);
    m_tools->setAccessibleDescription(title);
}

void FigureCard::setSentence(const QString& sentence)
{
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
}

Figure FigureCard::shownFigure() const
{
    const auto* table = qobject_cast<const TableView*>(m_showsTable ? m_twin : m_figure);
    return {m_title->text(),
            m_sentence->text(),
            shownIn(m_showsTable ? *m_twin : *m_figure),
            table ? table->table() : nullptr,
            {},
            m_showsTable ? QString() : m_name,
            m_frames,
            m_frame};
}

void FigureCard::setMoving(const Figure& figure)
{
    m_name = figure.name;
    m_frames = figure.frames;
    m_frame = figure.frame;
}

void FigureCard::addControl(QWidget* control) { m_controls->insertWidget(m_controls->count() - 1, control); }

void FigureCard::addRow(QWidget* row)
{
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_figure), row);
}

void FigureCard::setShowsTable(bool table)
{
    if (!m_twin)
        return;
    m_showsTable = table;
    m_figure->setVisible(!table);
    m_twin->setVisible(table);
    FigureCard::retranslate();
    emit switched();
}

void FigureCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintCard(painter, rect(), themeOf(this));
}

void FigureCard::setStale(bool stale) { m_veil->setStale(stale); }
bool FigureCard::stale() const { return m_veil->stale(); }

void FigureCard::retranslate()
{
    m_switch->setText(m_showsTable ? tr("Show as picture") : tr("Show as table"));
}

} // namespace shardscope::app
