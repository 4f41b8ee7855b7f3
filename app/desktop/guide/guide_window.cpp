// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/guide/guide_window.h"

#include "app/desktop/base/language.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"

#include <QFile>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextTable>
#include <QVBoxLayout>

namespace shardscope::app {
namespace {

const QString kLicences = QStringLiteral("licences");

QString textOf(const QString& resource)
{
    QFile file(resource);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString pageText(const QString& language, const QString& name)
{
    return textOf(QStringLiteral(":/guide/%1/%2.md").arg(language, name));
}

/// "# Title" is a page's title.
QString titleOf(const QString& text)
{
    static const QRegularExpression heading(QStringLiteral("^# (.*)$"), QRegularExpression::MultilineOption);
    return heading.match(text).captured(1);
}

/// The text without its comments, which are for tools.
QString toBeRead(QString text)
{
    static const QRegularExpression comment(QStringLiteral("<!--.*?-->\\n?"),
                                            QRegularExpression::DotMatchesEverythingOption);
    return text.remove(comment);
}

/// Whether the block belongs to a fence of code of this language ("sh": a command; "text": what it answers).
bool isCodeIn(const QTextBlock& block, const QString& language)
{
    return block.isValid() && block.blockFormat().hasProperty(QTextFormat::BlockCodeFence) &&
           block.blockFormat().stringProperty(QTextFormat::BlockCodeLanguage) == language;
}

/// Room between paragraphs, commands in their own letters on a ground of their own, tables with air.
void layOut(QTextDocument& document, const Theme& theme)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        const bool code = format.hasProperty(QTextFormat::BlockCodeFence);
        const bool inTable = cursor.currentTable() != nullptr;
        if (code) {
            format.setNonBreakableLines(false); // a long command is read without scrolling
            format.setBackground(theme.raised);
            const QString language = format.stringProperty(QTextFormat::BlockCodeLanguage);
            if (!isCodeIn(block.previous(), language)) // a command and its answer are two things
                format.setTopMargin(metrics::kHalfGrid);
            if (!isCodeIn(block.next(), language))
                format.setBottomMargin(metrics::kHalfGrid);
            cursor.select(QTextCursor::BlockUnderCursor);
            QTextCharFormat letters;
            letters.setFont(codeFont(), QTextCharFormat::FontPropertiesSpecifiedOnly);
            cursor.mergeCharFormat(letters);
        } else if (!inTable) {
            format.setTopMargin(format.headingLevel() > 1 ? metrics::kPageMargin : metrics::kHalfGrid);
            format.setBottomMargin(metrics::kHalfGrid);
        }
        QTextCursor(block).setBlockFormat(format);
        if (inTable) {
            QTextTableFormat table = cursor.currentTable()->format();
            table.setCellPadding(metrics::kHalfGrid);
            table.setCellSpacing(0);
            table.setBorderCollapse(true);
            table.setBorderBrush(theme.line);
            cursor.currentTable()->setFormat(table);
        }
    }
}

} // namespace

GuideWindow::GuideWindow(QWidget* parent)
    : QDialog(parent)
{
    resize(960, 680);
    auto* row = rowIn(this, metrics::kGrid * 2);
    row->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin,
                            metrics::kPageMargin);
    m_contents = new QListWidget(this);
    m_contents->setFixedWidth(230);
    m_contents->setWordWrap(true);
    m_text = new QTextBrowser(this);
    m_text->setOpenLinks(false); // only pages of the guide and of the window are followed
    m_text->document()->setDocumentMargin(metrics::kCardPadding);
    row->addWidget(m_contents);
    row->addWidget(m_text, 1);
    connect(m_contents, &QListWidget::currentRowChanged, this, [this](int at) {
        if (at >= 0)
            showPage(pages()[at]);
    });
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        const QString name = link.path().section(QLatin1String(".md"), 0, 0);
        if (link.scheme() == QLatin1String("window"))
            emit windowWanted(link);
        else if (pages().contains(name))
            showPage(name);
    });
    onLookChange(*this, [this] {
        if (m_shown.isEmpty())
            return;
        const int at = m_text->verticalScrollBar()->value();
        read(); // what is read keeps the colours of its day
        m_text->verticalScrollBar()->setValue(at);
    });
}

QStringList GuideWindow::pages()
{
    static const QRegularExpression link(QStringLiteral("\\]\\(([a-z_]+)\\.md\\)"));
    QStringList names{QStringLiteral("index")};
    for (auto found = link.globalMatch(pageText(QStringLiteral("en"), names.front())); found.hasNext();)
        names << found.next().captured(1);
    names.removeDuplicates();
    return names;
}

QString GuideWindow::pageFor(const QString& key)
{
    for (const QString& name : pages()) {
        const QString first = pageText(QStringLiteral("en"), name).section(QLatin1Char('\n'), 0, 0);
        static const QRegularExpression words(QStringLiteral("\\w+"));
        for (auto word = words.globalMatch(first.section(QLatin1Char(':'), 1)); word.hasNext();) {
            if (word.next().captured() == key)
                return name;
        }
    }
    return QStringLiteral("index");
}

void GuideWindow::showFor(const QString& key, const QString& language)
{
    m_language = language;
    setWindowTitle(tr("Guide"));
    m_contents->setAccessibleName(tr("Pages of the guide"));
    m_text->setAccessibleName(windowTitle());
    const QSignalBlocker quiet(m_contents);
    m_contents->clear();
    for (const QString& name : pages())
        m_contents->addItem(titleOf(pageText(m_language, name)));
    showPage(pageFor(key));
}

void GuideWindow::showPage(const QString& name)
{
    m_shown = name;
    read();
    const QSignalBlocker quiet(m_contents);
    m_contents->setCurrentRow(static_cast<int>(pages().indexOf(name)));
}

void GuideWindow::read()
{
    m_text->setMarkdown(m_shown == kLicences ? textOf(QStringLiteral(":/guide/THIRD_PARTY.md"))
                                             : toBeRead(pageText(m_language, m_shown)));
    layOut(*m_text->document(), themeOf(this));
}

void GuideWindow::showLicences()
{
    showFor({}, m_language);
    m_shown = kLicences;
    read();
    const QSignalBlocker quiet(m_contents);
    m_contents->setCurrentRow(-1);
}

GuideWindow& guideOf(QWidget& window)
{
    auto* guide = window.findChild<GuideWindow*>();
    if (guide == nullptr)
        guide = new GuideWindow(&window);
    guide->show();
    guide->raise();
    guide->activateWindow();
    return *guide;
}

} // namespace shardscope::app
