// SPDX-License-Identifier: GPL-3.0-or-later
// Translations are compiled into the session library: :/i18n/shardscope_CODE.qm.
#include "app/desktop/base/language.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLibraryInfo>
#include <QLocale>
#include <QWidget>

#include <utility>

namespace shardscope::app {
namespace {

class WordKeeper final : public QObject {
public:
    WordKeeper(QWidget& widget, std::function<void()> words)
        : QObject(&widget)
        , m_words(std::move(words))
    {
        widget.installEventFilter(this);
        m_words();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == parent() && event->type() == QEvent::LanguageChange)
            m_words();
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void()> m_words;
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

void keepTranslated(QWidget& widget, std::function<void()> words)
{
    new WordKeeper(widget, std::move(words));
}

} // namespace shardscope::app
