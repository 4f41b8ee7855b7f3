// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/pages/compare/matching_dialog.h"

#include "app/desktop/widgets/parts.h"
#include "app/desktop/widgets/table_view.h"
#include "app/session/compare/difference_views.h"
#include "app/session/compare/rank_pairs.h"
#include "app/session/text/messages.h"
#include "app/session/text/shown_text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace shardscope::app {

namespace {

/// "tensor,replica,pipeline" as a reader says it.
QString orderText(const std::string& order)
{
    QString text;
    for (const QString& axis : QString::fromStdString(order).split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString name = axis == QLatin1String("tensor")    ? MatchingDialog::tr("tensor")
                             : axis == QLatin1String("context") ? MatchingDialog::tr("context")
                             : axis == QLatin1String("replica") ? MatchingDialog::tr("replica")
                                                                : MatchingDialog::tr("stage");
        text = text.isEmpty() ? name : MatchingDialog::tr("%1, then %2").arg(text, name);
    }
    return text;
}

} // namespace

MatchingDialog::MatchingDialog(const SideDifference& difference, const std::string& order, QWidget* parent)
    : QDialog(parent)
    , m_numberingLabel(new QLabel(tr("Ranks are numbered by")))
    , m_numbering(new QComboBox)
    , m_column(new QVBoxLayout(this))
{
    setWindowTitle(tr("What was matched how"));
    resize(860, 560);
    m_numbering->setAccessibleName(tr("By which axes the recording's ranks are numbered"));
    m_numbering->setToolTip(tr("The axis named first changes from one rank to the next"));
    m_numberingLabel->setBuddy(m_numbering);
    connect(m_numbering, &QComboBox::activated, this,
            [this](int index) { emit orderChosen(m_numbering->itemData(index).toString()); });
    m_column->addWidget(controlBar({m_numberingLabel, m_numbering}));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_column->addWidget(buttons);
    showDifference(difference, order);
}

void MatchingDialog::showDifference(const SideDifference& difference, const std::string& order)
{
    delete m_told;
    delete m_tables;
    m_told = new QWidget;
    auto* told = new QVBoxLayout(m_told);
    told->setContentsMargins({});
    const auto say = [](QVBoxLayout* column, const QString& text, Role role) {
        column->addWidget(sentenceLabel(text, role));
    };
    say(told, QStringLiteral("A: %1").arg(shownText(difference.a.label)), Role::Plain);
    say(told, QStringLiteral("B: %1").arg(shownText(difference.b.label)), Role::Plain);
    for (const QString& line : obstacleLines(difference))
        say(told, line, Role::Bad);
    if (difference.obstacles.empty())
        say(told, tr("Model, batch, precision, device and number of ranks agree, as far as both tell them."),
            Role::Dim);
    if (difference.steps.aloneA + difference.steps.aloneB > 0)
        say(told,
            tr("Devices without a partner: %1 of A, %2 of B.")
                .arg(difference.steps.aloneA)
                .arg(difference.steps.aloneB),
            Role::Dim);
    m_tables = new QWidget;
    auto* tables = new QVBoxLayout(m_tables);
    tables->setContentsMargins({});
    for (core::Table& table : matchingTables(difference)) {
        say(tables, translated(table.title), Role::Heading);
        auto* view = new TableView;
        view->setAccessibleName(translated(table.title));
        view->setTable(std::move(table));
        tables->addWidget(view, 1);
    }
    m_column->insertWidget(0, m_told);
    constexpr int kBehindNumbering = 2;
    m_column->insertWidget(kBehindNumbering, m_tables, 1);
    fillNumbering(difference, order);
}

void MatchingDialog::fillNumbering(const SideDifference& difference, const std::string& order)
{
    const std::vector<std::string> orders = rankOrders(difference);
    m_numbering->clear();
    m_numbering->addItem(tr("what the recording tells"), QString());
    for (const std::string& one : orders)
        m_numbering->addItem(orderText(one), QString::fromStdString(one));
    const int chosen = m_numbering->findData(QString::fromStdString(order));
    m_numbering->setCurrentIndex(std::max(0, chosen));
    m_numbering->parentWidget()->setVisible(!orders.empty());
}

} // namespace shardscope::app
