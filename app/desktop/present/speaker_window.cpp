// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/present/speaker_window.h"

#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

namespace shardscope::app {

SpeakerWindow::SpeakerWindow(QWidget& presenter, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_presenter(presenter)
    , m_clock(new QLabel(this))
    , m_title(new QLabel(this))
    , m_notes(new QLabel(this))
    , m_next(new QLabel(this))
{
    setObjectName(QStringLiteral("speaker"));
    setFocusPolicy(Qt::StrongFocus);
    setWindowTitle(tr("Notes and clock"));
    resize(640, 420);
    auto* column = columnIn(this, 2 * metrics::kGrid);
    column->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin,
                               metrics::kPageMargin);
    setRole(*m_clock, Role::Display);
    wrap(m_title, Role::Heading);
    wrap(m_notes, Role::Title); // large: it is read from where one stands
    wrap(m_next, Role::Dim);
    for (QLabel* label : {m_title, m_notes, m_next})
        label->setTextFormat(Qt::PlainText);
    column->addWidget(m_clock);
    column->addWidget(m_title);
    column->addWidget(m_notes, 1);
    column->addWidget(m_next);
    m_notes->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    constexpr int kTickMs = 500;
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, &SpeakerWindow::showTime);
    m_tick.start();
}

void SpeakerWindow::tell(const SpokenPart& part, qint64 elapsed)
{
    m_started = QDateTime::currentMSecsSinceEpoch() - elapsed;
    m_title->setText(part.where);
    m_notes->setText(part.notes);
    m_next->setText(part.next);
    showTime();
}

QString SpeakerWindow::notes() const { return m_notes->text(); }

void SpeakerWindow::showTime()
{
    constexpr int kSecondsPerMinute = 60;
    constexpr int kMsPerSecond = 1000;
    const qint64 seconds = (QDateTime::currentMSecsSinceEpoch() - m_started) / kMsPerSecond;
    m_clock->setText(QStringLiteral("%1:%2 · %3")
                         .arg(seconds / kSecondsPerMinute)
                         .arg(seconds % kSecondsPerMinute, 2, 10, QLatin1Char('0'))
                         .arg(QLocale().toString(QTime::currentTime(), QLocale::ShortFormat)));
}

void SpeakerWindow::keyPressEvent(QKeyEvent* event) { QCoreApplication::sendEvent(&m_presenter, event); }

} // namespace shardscope::app
