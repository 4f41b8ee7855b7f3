// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the window: ours and Qt's own texts, switched while it runs; and what else a widget is told
// that changes how it looks.
#pragma once

#include <QString>
#include <QStringList>
#include <QTranslator>

#include <functional>

class QWidget;

namespace shardscope::app {

class Language {
public:
    /// The languages there are: "en", "ja".
    [[nodiscard]] static QStringList known();
    /// The known language nearest to the system's.
    [[nodiscard]] static QString ofSystem();

    /// Installs \p code; widgets get QEvent::LanguageChange. Unknown codes change nothing and return false.
    bool choose(const QString& code);
    [[nodiscard]] const QString& current() const { return m_current; }

private:
    QString m_current;
    QTranslator m_ours;
    QTranslator m_qts;
};

/// Calls \p change whenever the language of \p widget changes.
void onLanguageChange(QWidget& widget, std::function<void()> change);
/// Calls \p change whenever what \p widget looks like changes: the language, the font, the colours.
void onLookChange(QWidget& widget, std::function<void()> change);
/// Calls \p shown whenever \p widget comes into sight.
void onShow(QWidget& widget, std::function<void()> shown);
/// Calls \p words now, and again whenever the language changes: what gives \p widget its texts.
void keepTranslated(QWidget& widget, std::function<void()> words);

} // namespace shardscope::app
