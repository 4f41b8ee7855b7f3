// SPDX-License-Identifier: GPL-3.0-or-later
// core/io/escape: whatever a name holds, it comes out as text, and programs read back what it was.
#include "core/io/escape.h"
#include "core/io/value.h"
#include "core/report/table.h"
#include "core/report/table_text.h"
#include "tests/support/hostile_names.h"
#include "tests/support/test_registry.h"

#include <QProcess>
#include <QXmlStreamReader>
#include <QtTest/QtTest>

#include <algorithm>

using namespace shardscope::core;

namespace {

/// The fields of one record of CSV, by RFC 4180.
std::vector<std::string> fieldsOf(std::string_view record)
{
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t at = 0; at < record.size(); ++at) {
        const char c = record[at];
        if (quoted && c == '"' && record.substr(at + 1, 1) == "\"")
            fields.back() += record[at++];
        else if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.emplace_back();
        else if (!quoted && record.substr(at) == "\r\n")
            return fields;
        else
            fields.back() += c;
    }
    return {}; // the record does not end
}

} // namespace

class TstEscape : public QObject {
    Q_OBJECT
private slots:
    void names_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const auto& [row, name] : shardscope::tests::hostileNames())
            QTest::newRow(row) << QByteArray::fromStdString(name);
    }

    void names()
    {
        QFETCH(QByteArray, name);
        const std::string text = name.toStdString();
        const QString shown = QString::fromStdString(printable(text));
        const auto acts = [](QChar c) {
            const QChar::Direction way = c.direction();
            return !c.isPrint() || (way >= QChar::DirLRE && way <= QChar::DirPDF) || way >= QChar::DirLRI;
        };
        QVERIFY2(std::ranges::none_of(shown, acts), qPrintable(shown));
        QVERIFY(!shown.contains(QChar::ReplacementCharacter));
        QCOMPARE(printable(printable(text)), printable(text));

        const std::string markup = markupText(text);
        for (const std::string& document :
             {"<t>" + markup + "</t>", "<t a=\"" + markup + "\"/>", "<t a='" + markup + "'/>"}) {
            QXmlStreamReader reader(QByteArray::fromStdString(document));
            QVERIFY(reader.readNextStartElement());
            const QString attribute = reader.attributes().value(QLatin1String("a")).toString();
            const QString inside = reader.readElementText(QXmlStreamReader::ErrorOnUnexpectedElement);
            QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
            QCOMPARE(attribute + inside, shown);
        }

        std::string record;
        const std::vector<Cell> cells{text, std::int64_t{1}, text};
        appendCsvRow(cells, record);
        QCOMPARE(fieldsOf(record), (std::vector<std::string>{text, "1", text}));
    }

    void documentsReadBack_data() { names_data(); }
    void documentsReadBack()
    {
        QFETCH(QByteArray, name);
        const Value document = Value::ofMembers({{"a", Value::ofText(name.toStdString())}});
        const auto json = parseJsonText(jsonText(document), "a.json");
        const auto yaml = parseYamlText(yamlText(document), "a.yaml");
        QVERIFY(json.ok());
        QVERIFY2(yaml.ok(), yamlText(document).c_str());
        if (QString::fromUtf8(name).toUtf8() == name) { // other bytes are replaced
            QCOMPARE(QByteArray::fromStdString(json->find("a")->text), name);
            QCOMPARE(QByteArray::fromStdString(yaml->front().find("a")->text), name);
        }
    }

    void markdownStaysInItsCell_data() { names_data(); }
    void markdownStaysInItsCell()
    {
        QFETCH(QByteArray, name);
        const QByteArray cell = QByteArray::fromStdString(markdownCell(name.toStdString()));
        QVERIFY(!QByteArray(cell).replace("\\|", "").contains('|') && !cell.contains('\n') &&
                !cell.contains('<'));
    }

    void shellsReadBack_data() { names_data(); }
    void shellsReadBack()
    {
        QFETCH(QByteArray, name);
        if (name.contains('\0'))
            return; // no argument holds this character
        QProcess shell;
        shell.start(QStringLiteral("/bin/sh"), {});
        shell.write("printf %s " + QByteArray::fromStdString(shellWord(name.toStdString())));
        shell.closeWriteChannel();
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.readAllStandardOutput(), name);
    }

    void pagesKeepTheirLineEnds()
    {
        QCOMPARE(printable("a\nb\r\nc\rd\te", LineEnds::Kept), std::string("a\nb\r\nc\\rd\\te"));
        QCOMPARE(printable("a\nb"), std::string("a\\nb"));
        QCOMPARE(printable("\x1b\x7f\xC2\x9B\xE2\x80\xAE\xFF"),
                 std::string("\\x1b\\u007f\\u009b\\u202e\\xff"));
    }

    void longWordsKeepBothEnds()
    {
        QCOMPARE(shortened(std::string(kMostRepeated, 'a')), std::string(kMostRepeated, 'a'));
        const std::string cut = shortened("begin" + std::string(100'000, 'a') + "end");
        QVERIFY(cut.starts_with("begina") && cut.ends_with("aend") && cut.size() <= kMostRepeated + 3);
        std::string japanese;
        for (int i = 0; i < 1000; ++i)
            japanese += "\xE6\xA8\xA1";
        for (std::size_t most = 9; most < 40; ++most) { // no character is cut in two
            const QByteArray bytes = QByteArray::fromStdString(shortened(japanese, most));
            QCOMPARE(QString::fromUtf8(bytes).toUtf8(), bytes);
            QVERIFY(!QString::fromUtf8(bytes).contains(QChar::ReplacementCharacter));
        }
        QVERIFY(shortened(std::string(1000, '\x80')).size() <= kMostRepeated + 3);
    }
};

SHARDSCOPE_TEST(TstEscape)
#include "tst_escape.moc"
