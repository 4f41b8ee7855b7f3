// SPDX-License-Identifier: GPL-3.0-or-later
// Texts come from the derivation itself, never from a parallel description.
#include "app/desktop/widgets/derivation_panel.h"

#include "app/desktop/base/language.h"
#include "app/desktop/base/number_text.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"
#include "app/session/text/formula_words.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {

DerivationPanel::DerivationPanel(QWidget* parent)
    : QWidget(parent)
    , m_back(new QPushButton(this))
    , m_title(new QLabel(this))
    , m_value(new QLabel(this))
    , m_parts(new QTreeView(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::kGrid * 2, metrics::kGrid, metrics::kGrid * 2, metrics::kGrid);
    column->setSpacing(metrics::kHalfGrid);
    setRole(*m_back, Role::Link);
    wrap(m_title, Role::Heading);
    setRole(*m_value, Role::Title);
    m_value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_back, 0, Qt::AlignLeft);
    column->addWidget(m_title);
    column->addWidget(m_value);
    m_formula = addSection(m_formulaHeading);
    m_values = addSection(m_valuesHeading);
    setRole(*m_formula, Role::Formula);
    setRole(*m_values, Role::Formula);
    m_source = addSection(m_sourceHeading);
    m_partsHeading = new QLabel(this);
    setRole(*m_partsHeading, Role::Section);
    column->addSpacing(metrics::kGrid);
    column->addWidget(m_partsHeading);
    m_parts->setModel(&m_model);
    m_parts->setAlternatingRowColors(true);
    m_parts->setUniformRowHeights(true);
    m_parts->setRootIsDecorated(true);
    m_parts->setIndentation(14);
    m_parts->header()->setStretchLastSection(true);
    column->addWidget(m_parts, 1);
    connect(m_back, &QPushButton::clicked, this, &DerivationPanel::back);
    connect(m_parts, &QTreeView::activated, this,
            [this](const QModelIndex& index) { openPart(m_model.derivation(index)); });
    connect(m_parts, &QTreeView::doubleClicked, this,
            [this](const QModelIndex& index) { openPart(m_model.derivation(index)); });
    keepTranslated(*this, [this] { retranslate(); });
}

QLabel* DerivationPanel::addSection(QLabel*& heading)
{
    auto* column = qobject_cast<QVBoxLayout*>(layout());
    heading = new QLabel(this);
    setRole(*heading, Role::Section);
    auto* text = new QLabel(this);
    wrap(text);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addSpacing(metrics::kGrid);
    column->addWidget(heading);
    column->addWidget(text);
    return text;
}

void DerivationPanel::show(const QString& title, const core::DerivationPtr& root)
{
    m_rootTitle = title;
    m_path = {root};
    fill();
}

void DerivationPanel::update(const core::DerivationPtr& root)
{
    std::vector<core::DerivationPtr> path{root};
    for (std::size_t depth = 1; depth < m_path.size(); ++depth) {
        const auto parts = core::derivationParts(path.back());
        const auto same = std::ranges::find_if(
            parts, [&](const core::DerivationPtr& part) { return part->label == m_path[depth]->label; });
        if (same == parts.end())
            break;
        path.push_back(*same);
    }
    m_path = std::move(path);
    fill();
}

core::DerivationPtr DerivationPanel::current() const
{
    return m_path.empty() ? core::DerivationPtr() : m_path.back();
}

void DerivationPanel::openPart(const core::DerivationPtr& part)
{
    if (!part)
        return;
    m_path.push_back(part);
    fill();
}

void DerivationPanel::back()
{
    if (m_path.size() < 2)
        return;
    m_path.pop_back();
    fill();
}

void DerivationPanel::fill()
{
    const core::DerivationPtr node = current();
    if (!node)
        return;
    m_back->setVisible(m_path.size() > 1);
    if (m_path.size() > 1) {
        const QString before = m_path.size() == 2 ? m_rootTitle : labelText(m_path[m_path.size() - 2]->label);
        m_back->setText(QStringLiteral("\u2190 %1").arg(buttonText(before)));
    }
    m_title->setText(m_path.size() == 1 ? m_rootTitle : labelText(node->label));
    m_value->setText(quantityString(node->value, node->dimension));
    m_value->setToolTip(exactString(node->value, node->dimension));
    const bool isLeaf = node->operation == core::Operation::Leaf;
    for (QWidget* widget : {static_cast<QWidget*>(m_formulaHeading), static_cast<QWidget*>(m_formula),
                            static_cast<QWidget*>(m_valuesHeading), static_cast<QWidget*>(m_values),
                            static_cast<QWidget*>(m_partsHeading), static_cast<QWidget*>(m_parts)})
        widget->setVisible(!isLeaf);
    if (!isLeaf) {
        m_formula->setText(formulaWords(*node));
        m_values->setText(shownText(core::substitutedText(*node)));
    }
    const QString kind = sourceKindName(node->source);
    m_source->setText(node->citation.empty() ? kind : tr("%1: %2").arg(kind, citationText(node->citation)));
    m_model.setRoot(node);
    m_parts->header()->resizeSection(DerivationModel::LabelColumn, 140);
    m_parts->header()->resizeSection(DerivationModel::ValueColumn, 84);
}

void DerivationPanel::retranslate()
{
    m_formulaHeading->setText(tr("Formula"));
    m_valuesHeading->setText(tr("With values"));
    m_sourceHeading->setText(tr("Source"));
    m_partsHeading->setText(tr("Parts (double-click opens one)"));
    m_parts->setAccessibleName(tr("Parts"));
    fill();
}

} // namespace shardscope::app
