// SPDX-License-Identifier: GPL-3.0-or-later
// What a device of each machine costs an hour, or draws, as it was typed once: kept between starts.
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

namespace shardscope::app {

class KnownPrices {
public:
    /// Prices are kept in the settings under \p key.
    explicit KnownPrices(QString key = QStringLiteral("search/prices"));

    /// Prices as the search takes them: "3" of one machine, "NAME=3,OTHER=1.5" of several; empty: none.
    [[nodiscard]] QString of(const QStringList& machines) const;
    /// All known prices, each behind its machine's name.
    [[nodiscard]] QString all() const;
    /// \p price: one for all \p machines, one for each, or NAME=PRICE,…; what is no number is left out.
    void learn(const QString& price, const QStringList& machines);
    /// \p price of \p machine; empty: its own again.
    void learnOne(const QString& machine, const QString& price);
    /// The machines that a price of NAME=PRICE,… names.
    [[nodiscard]] static QStringList named(const QString& price);

private:
    void keep() const;

    QString m_key;
    QMap<QString, QString> m_prices; ///< by machine
};

} // namespace shardscope::app
