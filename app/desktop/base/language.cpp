// SPDX-License-Identifier: GPL-3.0-or-later
// Translations are compiled into the session library: :/i18n/shardscope_CODE.qm.
#include "app/desktop/base/language.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLibraryInfo>
#include <QList>
#include <QLocale>
#include <QWidget>

#include <utility>

namespace shardscope::app {
namespace {

class ChangeWatcher final : public QObject {
public:
    ChangeWatcher(QWidget& widget, std::initializer_list<QEvent::Type> kinds, std::function<void()> change)
        : QObject(&widget)
        , m_kinds(kinds)
        , m_change(std::move(change))
    {
        widget.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == parent() && m_kinds.contains(event->type()))
            m_change();
        return QObject::eventFilter(watched, event);
    }

private:
    QList<QEvent::Type> m_kinds;
    std::function<void()> m_change;
};

} // namespace

QStringList Language::known() { return {QStringLiteral("en"), QStringLiteral("ja")}; }

QString Language::ofSystem()
{
    return QLocale::system().language() == QLocale::Japanese ? QStringLiteral("ja") : QStringLiteral("en");
}

bool Language::choose(const QString& code)
{
    if (!known().contains(code))
        return false;
    m_current = code;
    QLocale::setDefault(QLocale(code));
    QCoreApplication::removeTranslator(&m_ours);
    QCoreApplication::removeTranslator(&m_qts);
    // English is the source text; its file holds the plural forms only.
    if (m_ours.load(QStringLiteral(":/i18n/shardscope_%1.qm").arg(code)))
        QCoreApplication::installTranslator(&m_ours);
    if (m_qts.load(QStringLiteral("qtbase_%1").arg(code), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qts);
    return true;
}

void onLanguageChange(QWidget& widget, std::function<void()> change)
{
    new ChangeWatcher(widget, {QEvent::LanguageChange}, std::move(change));
}

void onLookChange(QWidget& widget, std::function<void()> change)
{
    new ChangeWatcher(widget, {QEvent::LanguageChange, QEvent::FontChange, QEvent::PaletteChange},
                      std::move(change));
}

void onShow(QWidget& widget, std::function<void()> shown)
{
    new ChangeWatcher(widget, {QEvent::Show}, std::move(shown));
}

void keepTranslated(QWidget& widget, std::function<void()> words)
{
    words();
    onLanguageChange(widget, std::move(words));
}

} // namespace shardscope::app
