// SPDX-License-Identifier: GPL-3.0-or-later
// Prose is broken at words and never inside a quantity, a rate or a range, whatever the width.
#include "app/desktop/base/unbroken.h"
#include "app/desktop/pages/plan/plan_page.h"
#include "app/desktop/theme/theme.h"
#include "app/desktop/widgets/parts.h"
#include "tests/desktop/window_test.h"
#include "tests/support/test_registry.h"

#include <QAccessible>
#include <QClipboard>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QLabel>
#include <QRegularExpression>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include <memory>

using namespace shardscope;

namespace {

constexpr int kNarrowest = 80;
constexpr int kWidest = 600;

bool isThin(QChar c) { return c == QChar(0x202F) || c == QChar(0x2009) || c == QChar(0x00A0); }

/// What a break between the end of \p before and the beginning of \p after would tear apart; empty: nothing.
QString torn(QString before, QString after)
{
    before.remove(app::kWordJoiner);
    after.remove(app::kWordJoiner);
    if (before.isEmpty() || after.isEmpty() || before.back().isSpace() != isThin(before.back()))
        return {};
    const QChar last = before.back();
    const QChar first = after.front();
    const QChar second = before.size() > 1 ? before[before.size() - 2] : QChar(' ');
    const bool mark = last == QLatin1Char('.') || last == QLatin1Char(',') || last == QChar(0x2013);
    const bool numbers = (last.isDigit() && (first.isDigit() || first == QChar(0x2013))) ||
                         (mark && second.isDigit() && first.isDigit());
    const bool unit = (isThin(last) && second.isDigit()) || (isThin(first) && last.isDigit());
    const bool rate = last == QLatin1Char('/') && second.isLetter() && first == QLatin1Char('s');
    return numbers || unit || rate ? before.right(12) + QLatin1Char('|') + after.left(12) : QString();
}

/// The first quantity that is torn where \p lines end, of those narrow enough for \p width.
QString firstTorn(const QStringList& lines, const QFont& font, double width)
{
    for (qsizetype line = 0; line + 1 < lines.size(); ++line) {
        const QString found = torn(lines[line], lines[line + 1]);
        if (found.isEmpty())
            continue;
        // A quantity that is wider than the line has to be broken somewhere.
        const QString whole =
            lines[line].section(QLatin1Char(' '), -1) + lines[line + 1].section(QLatin1Char(' '), 0, 0);
        if (QFontMetricsF(font).horizontalAdvance(app::withoutJoiners(whole)) < width)
            return found;
    }
    return {};
}

QStringList linesOf(const QTextDocument& document)
{
    QStringList lines;
    static_cast<void>(document.size()); // which lays it out
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const QTextLayout& layout = *block.layout();
        for (int line = 0; line < layout.lineCount(); ++line)
            lines << block.text().mid(layout.lineAt(line).textStart(), layout.lineAt(line).textLength());
        lines << QString(); // a paragraph's end tears nothing
    }
    return lines;
}

} // namespace

class TstLineBreaks : public tests::WindowTest {
    Q_OBJECT
private slots:
    void joinersStandInsideQuantitiesOnly()
    {
        const QChar joiner = app::kWordJoiner;
        const auto joins = [&](const QString& text) { return app::unbroken(text).count(joiner); };
        QVERIFY(joins(QStringLiteral("3.2")) > 0);
        QVERIFY(joins(QStringLiteral("16.4\u201329.2\u202fs")) > 0);
        QVERIFY(app::unbroken(QStringLiteral("60.5\u202fTFLOP/s")).contains(QStringLiteral("/\u2060s")));
        QVERIFY(joins(QStringLiteral("in TFLOP/s of a device")) > 0);
        for (const char* both : {"of 354 ms).", "by 15.4 %,", "holds 18.2 GiB of", "at 3 GB/s"}) {
            const QString plain = QString::fromUtf8(both);
            QVERIFY2(app::unbroken(plain).contains(QChar(0x202F)), both);
            QCOMPARE(app::withoutJoiners(app::unbroken(plain)), plain);
        }
        for (const char* plain :
             {"", "tensor 8, pipeline 4 and replicas", "one/two words", "64 devices of 128", "8 machines",
              "4 small ones", "\u8a13\u7df4\u306f 8 \u53f0\u3067"})
            QCOMPARE(joins(QString::fromUtf8(plain)), 0);
        const QString text =
            QStringLiteral("843 of 858\u202fMiB; 18.2\u202f\u79d2\u3001\u7d04 1,024\u202fGiB/s\u3002");
        QCOMPARE(app::withoutJoiners(app::unbroken(text)), text);
        QCOMPARE(app::unbroken(app::unbroken(text)), app::unbroken(text));
    }
    /// Qt breaks such sentences without the joiners: else this test would hold whatever is done.
    void qtTearsThemWithout()
    {
        const QString text =
            QStringLiteral("Between 16.4\u201329.2\u202fs at 60.5\u202fTFLOP/s of 989\u202fTFLOP/s");
        const QFont font = app::interfaceFont(app::TypeSize::Body);
        bool tears = false;
        for (int width = kNarrowest; width <= kWidest; ++width) {
            QTextDocument document;
            document.setDefaultFont(font);
            document.setPlainText(text);
            document.setTextWidth(width);
            tears = tears || !firstTorn(linesOf(document), font, width).isEmpty();
        }
        QVERIFY(tears);
    }
    void noSentenceOfAPlanIsTorn_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("Japanese") << "ja";
    }
    /// Every label of the Plan page that wraps, and the same words as a paragraph of a picture.
    void noSentenceOfAPlanIsTorn()
    {
        QFETCH(QString, language);
        window().setLanguage(language);
        window().openSample("plan");
        QTRY_VERIFY_WITH_TIMEOUT(bench().evaluated().explained, 30'000);
        QCoreApplication::processEvents();
        int sentences = 0;
        for (const QLabel* label : window().part<app::PlanPage>().findChildren<QLabel*>()) {
            const auto* document = label->findChild<QTextDocument*>();
            if (!label->wordWrap() || document == nullptr || label->text().isEmpty())
                continue;
            if (!label->text().contains(QRegularExpression(QStringLiteral("[0-9]"))))
                continue;
            label->heightForWidth(300); // the text is in the document once it was laid out
            QVERIFY2(!label->text().contains(app::kWordJoiner), qPrintable(label->text()));
            const QAccessibleInterface* spoken =
                QAccessible::queryAccessibleInterface(const_cast<QLabel*>(label));
            QVERIFY(!spoken->text(QAccessible::Name).contains(app::kWordJoiner));
            ++sentences;
            const std::unique_ptr<QTextDocument> copy(document->clone());
            const QFont small = app::interfaceFont(app::TypeSize::Small);
            for (int width = kNarrowest; width <= kWidest; ++width) {
                copy->setTextWidth(width);
                const QString found = firstTorn(linesOf(*copy), copy->defaultFont(), width);
                QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("%1 at %2 px").arg(found).arg(width)));
                if (width % 8 != 0)
                    continue;
                const QStringList lines = app::linesWithin(label->text(), small, width);
                const QString inPicture = firstTorn(lines, small, width);
                QVERIFY2(inPicture.isEmpty(),
                         qPrintable(QStringLiteral("%1 at %2 px").arg(inPicture).arg(width)));
                QVERIFY(!lines.join(QString()).contains(app::kWordJoiner));
                const auto bare = [](QString text) {
                    return text.remove(QRegularExpression(QStringLiteral("[ \n]")));
                };
                QCOMPARE(bare(lines.join(QString())), bare(label->text())); // nothing is lost
            }
        }
        QVERIFY2(sentences >= 5, qPrintable(QString::number(sentences)));
    }
    void copiesHaveNoJoiners()
    {
        window().openSample("plan");
        QTRY_VERIFY_WITH_TIMEOUT(bench().evaluated().explained, 30'000);
        int copied = 0;
        for (QLabel* label : window().part<app::PlanPage>().findChildren<QLabel*>()) {
            auto* document = label->findChild<QTextDocument*>();
            if (!label->isVisible() || document == nullptr ||
                !document->toPlainText().contains(app::kWordJoiner))
                continue;
            QGuiApplication::clipboard()->clear();
            label->setSelection(0, static_cast<int>(document->toPlainText().size()));
            QTest::keyClick(label, Qt::Key_C, Qt::ControlModifier);
            const QString text = QGuiApplication::clipboard()->text();
            QVERIFY(!text.isEmpty() && !text.contains(app::kWordJoiner));
            ++copied;
        }
        QVERIFY(copied > 0);
    }
    /// A label that is emptied and filled again still keeps its quantities whole.
    void aClearedLabelKeepsThemWhole()
    {
        QLabel label;
        app::wrap(&label);
        for (int round = 0; round < 2; ++round) {
            label.setText(QStringLiteral("at 60.5\u202fTFLOP/s"));
            QCoreApplication::processEvents();
            label.heightForWidth(300);
            const auto* document = label.findChild<QTextDocument*>();
            QVERIFY(document && document->toPlainText().contains(app::kWordJoiner));
            label.clear();
        }
    }
};

SHARDSCOPE_TEST(TstLineBreaks)
#include "tst_line_breaks.moc"
