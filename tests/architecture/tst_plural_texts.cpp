// SPDX-License-Identifier: GPL-3.0-or-later
// Every counting text ("%n rows") of the program is known to the translations. lupdate 6.4 silently passes
// over a call of translate() whose count is a cast; the text would then be shown in English, as it stands in
// the source.
#include "tests/support/test_registry.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

class TstPluralTexts : public QObject {
    Q_OBJECT
private slots:
    void everyOneIsKnown()
    {
        QFile translations(SHARDSCOPE_SOURCE_DIR "/resources/i18n/shardscope_en.ts");
        QVERIFY(translations.open(QIODevice::ReadOnly));
        const QString known = QString::fromUtf8(translations.readAll());
        // A literal and those that follow it with nothing but blanks between: one text.
        const QRegularExpression text(QStringLiteral("(\"(?:[^\"\\\\\n]|\\\\.)*\"\\s*)+"));
        const QRegularExpression seam(QStringLiteral("\"\\s*\""));
        int found = 0;
        QDirIterator files(SHARDSCOPE_SOURCE_DIR "/app", {"*.cpp", "*.h"}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile source(files.next());
            QVERIFY(source.open(QIODevice::ReadOnly));
            const QString code = QString::fromUtf8(source.readAll());
            for (auto each = text.globalMatch(code); each.hasNext();) {
                QString literal = each.next().captured().trimmed();
                literal = literal.mid(1, literal.size() - 2).remove(seam);
                if (!literal.contains(QLatin1String("%n")))
                    continue;
                ++found;
                const QString entry = "<source>" + literal.toHtmlEscaped() + "</source>";
                QVERIFY2(known.contains(entry), qPrintable(source.fileName() + ": " + literal));
            }
        }
        QVERIFY(found > 10);
    }
};

SHARDSCOPE_TEST(TstPluralTexts)
#include "tst_plural_texts.moc"
