// SPDX-License-Identifier: GPL-3.0-or-later
// The guide as HTML, for readers without the window: guide_html GUIDE FOLDER makes FOLDER/LANGUAGE/PAGE.html
// of each GUIDE/LANGUAGE/PAGE.md.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QTextDocument>

namespace {

bool writeHtml(const QString& page, const QString& html, const QString& language)
{
    QFile in(page);
    QFile out(html);
    if (!in.open(QIODevice::ReadOnly) || !out.open(QIODevice::WriteOnly))
        return false;
    QString text = QString::fromUtf8(in.readAll());
    text.remove(
        QRegularExpression(QStringLiteral("<!--.*?-->\n?"), QRegularExpression::DotMatchesEverythingOption));
    text.remove(QRegularExpression(QStringLiteral(" ?\\[[^]]*\\]\\(window:[^)]*\\)"))); // leads nowhere here
    text.replace(QRegularExpression(QStringLiteral("\\]\\(([a-z_]+)\\.md\\)")),
                 QStringLiteral("](\\1.html)"));
    QTextDocument document;
    document.setMarkdown(text);
    QString made = document.toHtml();
    // A reader's browser chooses the letters, and lines are no longer than can be read.
    made.remove(QRegularExpression(QStringLiteral("font-family:[^;]*; ?|font-size:[^;]*; ?")));
    made.replace(QStringLiteral("<html>"), QStringLiteral("<html lang=\"%1\">").arg(language));
    made.replace(
        QStringLiteral("</head>"),
        QStringLiteral("<style>body { max-width: 50em; margin: 2em auto; font-family: sans-serif } "
                       "td, th { padding: 0.2em 0.6em } pre { background: #f2f2f2 }</style></head>"));
    return out.write(made.toUtf8()) > 0;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    const QStringList arguments = QGuiApplication::arguments();
    if (arguments.size() != 3)
        return 2;
    const QDir guide(arguments[1]);
    QDirIterator pages(guide.path(), {QStringLiteral("*.md")}, QDir::Files, QDirIterator::Subdirectories);
    while (pages.hasNext()) {
        const QString page = pages.next();
        const QString place = QDir(arguments[2]).filePath(guide.relativeFilePath(page)).chopped(3) + ".html";
        const QString language = QFileInfo(place).dir().dirName();
        if (!QDir().mkpath(QFileInfo(place).path()) || !writeHtml(page, place, language))
            return 2;
    }
    return 0;
}
