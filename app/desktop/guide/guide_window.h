// SPDX-License-Identifier: GPL-3.0-or-later
// The guide (docs/guide) in a window of its own, beside the one that it tells of.
#pragma once

#include <QDialog>
#include <QStringList>
#include <QUrl>

class QListWidget;
class QTextBrowser;

namespace shardscope::app {

class GuideWindow final : public QDialog {
    Q_OBJECT

public:
    explicit GuideWindow(QWidget* parent = nullptr);
    /// The page of the guide that tells of the window's page \p key, in \p language. A page of the guide says
    /// in its first line of which pages it tells; what none tells of is answered by the contents.
    void showFor(const QString& key, const QString& language);
    /// What others wrote and we use, with its licences.
    void showLicences();
    /// The page in sight: its file's name without ".md".
    [[nodiscard]] const QString& shown() const { return m_shown; }
    [[nodiscard]] QTextBrowser& text() const { return *m_text; }

    /// The names of the guide's pages, in the order of its contents.
    [[nodiscard]] static QStringList pages();
    /// The guide's page about the window's page \p key.
    [[nodiscard]] static QString pageFor(const QString& key);

signals:
    /// A link "window:PAGE?KEY=VALUE&…" of the guide was followed: the window is to show that (MainWindow).
    void windowWanted(const QUrl& link);

private:
    void showPage(const QString& name);
    /// Puts the page in sight into the document, in the colours of the moment.
    void read();

    QString m_language = QStringLiteral("en");
    QString m_shown;
    QListWidget* m_contents;
    QTextBrowser* m_text;
};

/// The guide beside \p window; one for each.
[[nodiscard]] GuideWindow& guideOf(QWidget& window);

} // namespace shardscope::app
