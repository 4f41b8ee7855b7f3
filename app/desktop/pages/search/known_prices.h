// SPDX-License-Identifier: GPL-3.0-or-later
// What a device of each machine costs an hour, as it was typed once: kept between starts.
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

namespace shardscope::app {

class KnownPrices {
public:
    KnownPrices();

    /// As the search takes it: "3" of one machine, "NAME=3,OTHER=1.5" of several; empty where one has none.
    [[nodiscard]] QString of(const QStringList& machines) const;
    /// Of all that have one, each by its name.
    [[nodiscard]] QString all() const;
    /// \p price: one for all \p machines, one for each, or NAME=PRICE,…; what is no number is left out.
    void learn(const QString& price, const QStringList& machines);
    /// The machines that a price of NAME=PRICE,… names.
    [[nodiscard]] static QStringList named(const QString& price);

private:
    QMap<QString, QString> m_prices; ///< by machine
};

} // namespace shardscope::app
