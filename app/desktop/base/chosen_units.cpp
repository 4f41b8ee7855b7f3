// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/chosen_units.h"

#include <QApplication>
#include <QEvent>
#include <QSettings>
#include <QWidget>

#include <string>
#include <string_view>

namespace shardscope::app {
namespace {

const QString kBytes = QStringLiteral("units/bytes");
const QString kTime = QStringLiteral("units/time");
const QString kRate = QStringLiteral("units/rate");

QString wordOf(std::string_view name)
{
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

template <typename Enum>
Enum kept(const QString& key, Enum otherwise)
{
    const std::string word = QSettings().value(key).toString().toStdString();
    return core::fromName<Enum>(word).value_or(otherwise);
}

} // namespace

void startUnits()
{
    core::ReaderUnits units;
    const QString bytes = QSettings().value(kBytes).toString();
    if (bytes == QLatin1String("decimal"))
        units.bytes = core::BytePrefix::Decimal;
    units.time = kept(kTime, units.time);
    units.rate = kept(kRate, units.rate);
    core::setReaderUnits(units);
}

void chooseUnits(const core::ReaderUnits& units)
{
    if (units == core::readerUnits())
        return;
    core::setReaderUnits(units);
    QSettings settings;
    settings.setValue(kBytes, units.bytes == core::BytePrefix::Decimal ? QStringLiteral("decimal")
                                                                       : QStringLiteral("binary"));
    settings.setValue(kTime, wordOf(core::nameOf(units.time)));
    settings.setValue(kRate, wordOf(core::nameOf(units.rate)));
    QEvent change(QEvent::LanguageChange);
    for (QWidget* const window : QApplication::topLevelWidgets())
        QCoreApplication::sendEvent(window, &change);
}

} // namespace shardscope::app
