// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/workbench/known_prices.h"

#include <QSettings>

#include <utility>

namespace shardscope::app {

KnownPrices::KnownPrices(QString key)
    : m_key(std::move(key))
{
    const QVariantMap kept = QSettings().value(m_key).toMap();
    for (auto one = kept.begin(); one != kept.end(); ++one)
        m_prices[one.key()] = one.value().toString();
}

void KnownPrices::keep() const
{
    QVariantMap kept;
    for (auto one = m_prices.begin(); one != m_prices.end(); ++one)
        kept[one.key()] = one.value();
    QSettings().setValue(m_key, kept);
}

void KnownPrices::learnOne(const QString& machine, const QString& price)
{
    if (price.isEmpty())
        m_prices.remove(machine);
    else
        m_prices[machine] = price;
    keep();
}

QString KnownPrices::of(const QStringList& machines) const
{
    QStringList said;
    for (const QString& machine : machines) {
        const QString price = m_prices.value(machine);
        if (price.isEmpty())
            return {};
        said << (machines.size() == 1 ? price : machine + QLatin1Char('=') + price);
    }
    return said.join(QLatin1Char(','));
}

QString KnownPrices::all() const
{
    QStringList said;
    for (auto one = m_prices.begin(); one != m_prices.end(); ++one)
        said << one.key() + QLatin1Char('=') + one.value();
    return said.join(QLatin1Char(','));
}

void KnownPrices::learn(const QString& price, const QStringList& machines)
{
    const QStringList said = price.split(QLatin1Char(','), Qt::SkipEmptyParts);
    const auto learnt = [this](const QString& machine, const QString& text) {
        bool number = false;
        if (text.toDouble(&number) > 0 && number)
            m_prices[machine] = text;
    };
    for (const QString& one : said) {
        if (one.contains(QLatin1Char('=')))
            learnt(one.section(QLatin1Char('='), 0, 0).trimmed(), one.section(QLatin1Char('='), 1).trimmed());
    }
    const bool each = said.size() == machines.size();
    for (qsizetype i = 0; i < machines.size() && (each || said.size() == 1); ++i)
        learnt(machines[i], said[each ? i : 0].trimmed());
    keep();
}

QStringList KnownPrices::named(const QString& price)
{
    QStringList machines;
    for (const QString& one : price.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (one.contains(QLatin1Char('=')))
            machines << one.section(QLatin1Char('='), 0, 0).trimmed();
    }
    return machines;
}

} // namespace shardscope::app
