// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/machine/what_if_bar.h"

#include "app/desktop/base/language.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/flow_layout.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/text/words.h"
#include "core/base/text_mark.h"
#include "core/units/plain_number.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::app {
namespace {

constexpr int kStepsOfDouble = 4; ///< of a slider, from once to twice as much
constexpr int kSliderWidth = 112;

struct WhatIfKind {
    const char* what;
    const char* name;
    const char* help;
    double StudyWhatIf::*factor;
};
constexpr std::array kKinds{
    WhatIfKind{"network", N_("Network"), N_("Bandwidth of the links between nodes"), &StudyWhatIf::network},
    WhatIfKind{"memory", N_("Memory"), N_("Capacity of a device"), &StudyWhatIf::memory},
    WhatIfKind{"rate", N_("Rate"), N_("Peaks of a device's engines"), &StudyWhatIf::rate},
    WhatIfKind{"host", N_("Host"), N_("Bandwidth of the hosts' memory and NVMe"), &StudyWhatIf::host},
    WhatIfKind{"price", N_("Price of a device"), N_("Of an hour"), &StudyWhatIf::price},
    WhatIfKind{"failures", N_("Failures"), N_("Interruptions of a node and day"), &StudyWhatIf::failures}};
constexpr std::size_t kOfMachine = 4;

double factorAt(int position) { return std::exp2(static_cast<double>(position) / kStepsOfDouble); }
int positionOf(double factor)
{
    return static_cast<int>(std::lround(std::log2(std::max(factor, 1e-6)) * kStepsOfDouble));
}

} // namespace

WhatIfBar::WhatIfBar(Of of, QWidget* parent)
    : QWidget(parent)
    , m_of(of)
    , m_title(new QLabel)
    , m_answer(new QLabel)
    , m_keep(new QPushButton)
    , m_reset(new QPushButton)
{
    auto* column = columnIn(this, metrics::kGrid);
    setRole(*m_title, Role::CardTitle);
    column->addWidget(m_title);
    auto* sliders = new QWidget;
    auto* flow = new FlowLayout(2 * metrics::kGrid, metrics::kGrid);
    flow->setContentsMargins(0, 0, 0, 0);
    sliders->setLayout(flow);
    for (std::size_t at = 0; at < (of == Of::Machine ? kOfMachine : kKinds.size()); ++at) {
        Row row{QString::fromLatin1(kKinds[at].what), kKinds[at].factor, new QLabel,
                new QSlider(Qt::Horizontal), new QLabel};
        row.slider->setRange(-kStepsOfDouble, 2 * kStepsOfDouble);
        row.slider->setPageStep(kStepsOfDouble);
        row.slider->setFixedWidth(kSliderWidth);
        row.name->setBuddy(row.slider);
        setRole(*row.name, Role::SmallDim);
        auto* box = new QWidget;
        auto* parts = columnIn(box, 0);
        auto* head = new QWidget;
        auto* words = rowIn(head, metrics::kGrid);
        words->addWidget(row.name);
        words->addStretch(1);
        words->addWidget(row.value);
        parts->addWidget(head);
        parts->addWidget(row.slider);
        flow->addWidget(box);
        connect(row.slider, &QSlider::valueChanged, this, [this, at](int position) {
            m_asked.*m_rows[at].factor = factorAt(position);
            show(m_rows[at]);
            emit changed();
        });
        m_rows.push_back(row);
    }
    column->addWidget(sliders);
    wrapText(m_answer);
    m_answer->setTextFormat(Qt::PlainText);
    column->addWidget(m_answer);
    for (QPushButton* button : {m_keep, m_reset})
        setRole(*button, Role::Link);
    column->addWidget(controlBar({m_reset, m_keep}));
    connect(m_keep, &QPushButton::clicked, this, &WhatIfBar::kept);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        say({});
        emit changed();
    });
    say({});
    answer({});
    keepTranslated(*this, [this] { retranslate(); });
}

void WhatIfBar::hideTitle() { m_title->hide(); }

void WhatIfBar::say(const StudyWhatIf& asked)
{
    m_asked = asked;
    for (const Row& row : m_rows) {
        const QSignalBlocker quiet(row.slider);
        row.slider->setValue(positionOf(m_asked.*row.factor));
        show(row);
    }
}

void WhatIfBar::answer(const QString& sentence)
{
    m_answer->setText(sentence);
    m_answer->setVisible(!sentence.isEmpty());
}

QSlider* WhatIfBar::slider(const QString& what) const
{
    const auto row = std::ranges::find(m_rows, what, &Row::what);
    return row == m_rows.end() ? nullptr : row->slider;
}

void WhatIfBar::show(const Row& row) const
{
    const double factor = m_asked.*row.factor;
    row.value->setText(QStringLiteral("× ") + QString::fromStdString(core::numberText(factor, 3)));
    m_keep->setVisible(!m_asked.asksNothing());
    m_reset->setVisible(!m_asked.asksNothing());
}

void WhatIfBar::retranslate()
{
    for (std::size_t at = 0; at < m_rows.size(); ++at) {
        m_rows[at].name->setText(Words::tr(kKinds[at].name));
        m_rows[at].slider->setAccessibleName(Words::tr(kKinds[at].name));
        m_rows[at].slider->setToolTip(Words::tr(kKinds[at].help));
    }
    m_title->setText(tr("What if"));
    m_reset->setText(tr("As it is"));
    m_keep->setText(m_of == Of::Study ? tr("Search with it") : tr("Make it a copy"));
    m_keep->setToolTip(m_of == Of::Study ? tr("Each scenario takes it over and is searched anew")
                                         : tr("The open machine becomes a copy with these figures"));
}

} // namespace shardscope::app
