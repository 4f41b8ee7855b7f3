// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/recommender/recommender_head.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/widgets/flow_layout.h"
#include "app/desktop/widgets/number_button.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/text/messages.h"
#include "app/session/text/recommender_words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {

RecommenderHead::RecommenderHead(QWidget* parent)
    : QFrame(parent)
    , m_subtitle(new QLabel(this))
    , m_chip(new QLabel(this))
    , m_verdict(new QLabel(this))
    , m_numbers(new QWidget(this))
    , m_tabs(new QTabBar(this))
{
    setRole(*this, Role::Head);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum); // what is said is never cut for the pictures
    auto* column = columnIn(this, metrics::kHalfGrid);
    column->setContentsMargins(metrics::kPageMargin, metrics::kGrid, metrics::kPageMargin, 0);
    wrapText(m_subtitle, Role::Dim);
    setRole(*m_chip, Role::Chip);
    wrapText(m_verdict);
    auto* said = new QHBoxLayout;
    said->setSpacing(metrics::kGrid);
    said->addWidget(m_chip, 0, Qt::AlignTop);
    said->addWidget(m_verdict, 1);
    auto* numbers = new FlowLayout(metrics::kPageMargin, metrics::kHalfGrid);
    numbers->setContentsMargins(0, 0, 0, 0);
    m_numbers->setLayout(numbers);
    for (NumberButton** number : {&m_step, &m_rate, &m_persia, &m_tables, &m_exposed}) {
        *number = new NumberButton(m_numbers);
        numbers->addWidget(*number);
        connect(*number, &NumberButton::activated, this, &RecommenderHead::explainRequested);
    }
    for (std::size_t tab = 0; tab < kRecommenderTabs; ++tab)
        m_tabs->addTab(QString());
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    column->addWidget(m_subtitle);
    column->addLayout(said);
    column->addWidget(m_numbers);
    column->addWidget(m_tabs);
    connect(m_tabs, &QTabBar::currentChanged, this, &RecommenderHead::tabChanged);
    setStudy(nullptr);
    keepTranslated(*this, [this] { retranslate(); });
}

void RecommenderHead::setStudy(const Study* study, const QString& instead)
{
    for (QWidget* part : {static_cast<QWidget*>(m_subtitle), static_cast<QWidget*>(m_chip), m_numbers,
                          static_cast<QWidget*>(m_tabs)})
        part->setVisible(study != nullptr);
    if (study == nullptr) {
        setRole(*m_verdict, Role::Plain);
        m_verdict->setText(instead);
        return;
    }
    const bool fits = studyFits(*study);
    m_subtitle->setText(studySubtitle(*study));
    setRole(*m_chip, fits ? Role::ChipGood : Role::ChipBad);
    m_chip->setText(fits ? tr("Fits") : tr("Does not fit"));
    setRole(*m_verdict, fits ? Role::Heading : Role::HeadingBad);
    m_verdict->setText(studySentence(*study));
    showNumbers(*study);
}

void RecommenderHead::showNumbers(const Study& study)
{
    const bool alone = study.request.alone;
    const auto rate = [](NumberButton* button, const QString& caption, double value, const QString& path) {
        button->setNumber(caption, countString(value), quantityString(value, core::kNumber, 6), path);
    };
    m_step->setVisible(!alone);
    m_rate->setVisible(!alone);
    m_exposed->setVisible(!alone);
    const planner::PersiaRate& persia = study.rate();
    rate(m_persia, tr("%1: samples a second").arg(modeName(study.request.choices.mode)),
         persia.samplesPerSecond,
         QStringLiteral("system.") + QString::fromLatin1(planner::nameOf(study.request.choices.mode).data()));
    m_persia->setBelow(tr("limited by %1").arg(roleName(persia.saturated)));
    if (alone) {
        const core::Bytes held = study.operations.memory.residentBytes;
        m_tables->setNumber(tr("Rows held"), quantityString(held), quantityString(held, 6), {});
        m_tables->setBelow(tr("of %1").arg(quantityString(study.operations.memory.addressableBytes)));
        return;
    }
    const planner::ZionexStep& step = study.step;
    m_step->setNumber(tr("ZionEX: time of a step"), quantityString(step.seconds),
                      quantityString(step.seconds, 6), QStringLiteral("zionex"));
    m_step->setBelow(tr("limited by %1").arg(boundName(step.bound)));
    rate(m_rate, tr("ZionEX: samples a second"), step.samplesPerSecond, QStringLiteral("zionex"));
    m_rate->setBelow(tr("on %1 accelerators").arg(integerString(study.placement.cluster.devices)));
    core::Bytes held;
    QStringList where;
    for (const TierShare& tier : study.tiers) {
        held = held + tier.held;
        if (tier.held.value() > 0)
            where << tr("%1 %2", "a memory, its bytes").arg(tierName(tier.tier), quantityString(tier.held));
    }
    m_tables->setNumber(tr("Tables"), quantityString(held), quantityString(held, 6), {});
    m_tables->setBelow(where.join(QStringLiteral(" \u00b7 ")));
    core::Seconds exposed;
    core::Seconds sent;
    for (const planner::RecommenderPart& part : step.parts) {
        if (part.key.find("all_to_all") == std::string::npos)
            continue;
        exposed = exposed + part.exposed;
        sent = sent + part.seconds;
    }
    m_exposed->setNumber(tr("Exposed all-to-all"), quantityString(exposed), quantityString(exposed, 6),
                         QStringLiteral("part.vector_all_to_all"));
    m_exposed->setBelow(tr("of %1").arg(quantityString(sent)));
}

QString RecommenderHead::verdict() const { return m_verdict->text(); }

RecommenderTab RecommenderHead::tab() const
{
    return static_cast<RecommenderTab>(std::max(0, m_tabs->currentIndex()));
}

void RecommenderHead::setTab(RecommenderTab tab) { m_tabs->setCurrentIndex(static_cast<int>(tab)); }

void RecommenderHead::setTabShown(RecommenderTab tab, bool shown)
{
    m_tabs->setTabVisible(static_cast<int>(tab), shown);
}

void RecommenderHead::retranslate()
{
    for (std::size_t tab = 0; tab < kRecommenderTabs; ++tab)
        m_tabs->setTabText(static_cast<int>(tab), tabName(static_cast<RecommenderTab>(tab)));
    m_tabs->setAccessibleName(tr("What the pictures are about"));
}

} // namespace shardscope::app
