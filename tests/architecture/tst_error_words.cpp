// SPDX-License-Identifier: GPL-3.0-or-later
// Words of ours in errors are marked (core/base/phrase.h), so that no reason is shown in English to a
// Japanese reader; and an error has one reason.
#include "tests/support/test_registry.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace {

/// The literals in \p code, of two words or more, that stand unmarked in a statement which makes such an
/// error.
QStringList unmarked(const QString& code)
{
    static const QRegularExpression error(QStringLiteral(
        "ErrorCode::(Inconsistent|NotSupported|NotBuiltYet|DataCorrupt|SyntaxError|WrongType|UnknownName|"
        "FileUnreadable|OutOfRange|NotDivisible)\\b[^;]*;|"
        "\\b(corrupt|inconsistent|notSupported|unknownName|unsupported|refused|mustDivide)\\([^;]*;"));
    static const QRegularExpression literals(
        QStringLiteral("(W_\\(\\s*)?((?:\"(?:[^\"\\\\\n]|\\\\.)*\"\\s*)+)"));
    static const QRegularExpression words(QStringLiteral("[a-z]{2,} [a-z%]"));
    QStringList found;
    for (auto each = error.globalMatch(code); each.hasNext();) {
        const QString statement = each.next().captured();
        if (statement.contains(QLatin1String("translate(")) || statement.contains(QLatin1String("::tr(")))
            continue;
        static const QRegularExpression kind(
            QStringLiteral("UnknownName.*, (\"[a-z ]+\")\\}|unknownName\\(.*, (\"[a-z ]+\")\\)"));
        if (const auto last = kind.match(statement); last.hasMatch())
            found << last.captured(last.lastCapturedIndex());
        for (auto inside = literals.globalMatch(statement); inside.hasNext();) {
            const QRegularExpressionMatch literal = inside.next();
            if (literal.captured(1).isEmpty() && words.match(literal.captured(2)).hasMatch())
                found << literal.captured(2).trimmed();
        }
    }
    return found;
}

/// The literals in \p code, of errors that say "… is not supported: …", that have a colon of their own: what
/// a reader meets is one reason, not a reason for the reason.
QStringList withTwoReasons(const QString& code)
{
    static const QRegularExpression error(
        QStringLiteral("\\b(?:notSupported(?:For)?\\(|ErrorCode::NotSupported\\b)"
                       "(?:\"(?:[^\"\\\\\n]|\\\\.)*\"|[^\";])*;"));
    static const QRegularExpression literals(
        QStringLiteral("W_\\(\\s*((?:\"(?:[^\"\\\\\n]|\\\\.)*\"\\s*)+)"));
    static const QRegularExpression joint(QStringLiteral("\"\\s*\""));
    QStringList found;
    for (auto each = error.globalMatch(code); each.hasNext();) {
        for (auto inside = literals.globalMatch(each.next().captured()); inside.hasNext();) {
            const QString text = inside.next().captured(1).trimmed().remove(joint);
            if (text.contains(QLatin1String(": ")))
                found << text;
        }
    }
    return found;
}

} // namespace

class TstErrorWords : public QObject {
    Q_OBJECT
private slots:
    void unmarkedOnesAreFound()
    {
        QCOMPARE(unmarked(QStringLiteral("return Error{ErrorCode::Inconsistent, {\"no such thing\"}, {}};")),
                 QStringList{QStringLiteral("\"no such thing\"")});
        QVERIFY(unmarked(QStringLiteral("return Error{ErrorCode::Inconsistent, {phrase(W_(\"no such \"\n"
                                        "\"thing\"))}, {\"key\", {}, {}}};"))
                    .isEmpty());
        QCOMPARE(
            unmarked(QStringLiteral("return Error{ErrorCode::UnknownName, {name, near, \"model\"}, {}};")),
            QStringList{QStringLiteral("\"model\"")});
        QCOMPARE(unmarked(QStringLiteral("return core::unknownName(name, known, \"model\").in(file);")),
                 QStringList{QStringLiteral("\"model\"")});
        QVERIFY(unmarked(QStringLiteral("return core::notSupported(W_(\"a b\"), W_(\"c d\"));")).isEmpty());
    }

    void secondReasonsAreFound()
    {
        QCOMPARE(withTwoReasons(QStringLiteral("return notSupported(W_(\"a pipe\"), W_(\"it ends; it \"\n"
                                               "\"goes: write a file\"));")),
                 QStringList{QStringLiteral("\"it ends; it goes: write a file\"")});
        QVERIFY(withTwoReasons(QStringLiteral("return notSupported(W_(\"a pipe\"), W_(\"it ends\")); "
                                              "tell(\"so: it is\");"))
                    .isEmpty());
    }

    void allAreMarkedAndHaveOneReason()
    {
        int files = 0;
        QStringList wrong;
        for (const char* library : {"core", "planner", "profiler", "app"}) {
            QDirIterator sources(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/%1").arg(QLatin1String(library)),
                                 {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
            while (sources.hasNext()) {
                QFile source(sources.next());
                QVERIFY(source.open(QIODevice::ReadOnly));
                const QString code = QString::fromUtf8(source.readAll());
                for (const QString& literal : unmarked(code) + withTwoReasons(code))
                    wrong << source.fileName() + QStringLiteral(": ") + literal;
                ++files;
            }
        }
        QVERIFY(files > 500);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }
};

SHARDSCOPE_TEST(TstErrorWords)
#include "tst_error_words.moc"
