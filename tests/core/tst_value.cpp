// SPDX-License-Identifier: GPL-3.0-or-later
// The plain document tree: JSON and YAML in, the same text out, and hostile input that ends in an error.
#include "core/io/toml.h"
#include "core/io/value.h"
#include "tests/support/random_slices.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace shardscope::core;

class TstValue : public QObject {
    Q_OBJECT
private slots:
    void jsonRoundTrip()
    {
        const std::string text =
            R"({"z":1,"a":[1.5,"x",null,true],"big":9223372036854775807,"deep":{"k":-3}})";
        const auto value = parseJsonText(text, "f");
        QVERIFY(value.ok());
        QCOMPARE(jsonText(*value, -1), text);
        QCOMPARE(value->find("deep")->find("k")->integer, std::int64_t{-3});
        QVERIFY(value->find("absent") == nullptr);
    }

    /// What Python writes for a number without a limit is none; in a text it stays.
    void pythonsNumbers()
    {
        const std::string rest = "1],\"Infinity\":\"NaN \\\"Infinity\"}";
        const auto value = parseJsonText("{\"a\":[NaN,-Infinity,Infinity," + rest, "f");
        QVERIFY(value.ok());
        QCOMPARE(jsonText(*value, -1), "{\"a\":[null,null,null," + rest);
        QVERIFY(!parseJsonText("{\"a\":Infinite}", "f").ok());
        QVERIFY(!parseJsonText("{\"a\":\"NaN", "f").ok());
    }

    void yamlRoundTrip()
    {
        const std::string text = "name: a b\nsize: 1_000_000\nrate: 1.5\nflag: true\nnone: ~\nquoted: "
                                 "\"1\"\nlist:\n  - 1\n  - x: 2\n";
        const auto documents = parseYamlText(text, "f");
        QVERIFY(documents.ok());
        QCOMPARE(documents->size(), std::size_t{1});
        const Value& root = documents->front();
        QCOMPARE(root.find("size")->integer, std::int64_t{1000000});
        QCOMPARE(root.find("quoted")->text, std::string("1"));
        QCOMPARE(root.find("rate")->real, 1.5);
        QCOMPARE(static_cast<int>(root.find("none")->kind), static_cast<int>(Value::Kind::Null));
        QCOMPARE(root.find("list")->items[1].find("x")->line, std::uint64_t{9});
        const auto again = parseYamlText(yamlText(root), "f");
        QVERIFY(again.ok());
        QCOMPARE(jsonText(again->front()), jsonText(root));
    }

    void severalYamlDocuments()
    {
        const auto documents = parseYamlText("a: 1\n---\nb: 2\n", "f");
        QVERIFY(documents.ok());
        QCOMPARE(documents->size(), std::size_t{2});
    }

    void jsonErrorsHavePlaces()
    {
        const auto cut = parseJsonText("{\n \"a\": 1,\n", "f.json");
        QVERIFY(!cut.ok());
        QCOMPARE(static_cast<int>(cut.error().code), static_cast<int>(ErrorCode::SyntaxError));
        QCOMPARE(cut.error().place.file, std::string("f.json"));
        QVERIFY(cut.error().place.line.value_or(0) >= 2);
        QVERIFY(!parseJsonText("\xff\xfe", "f").ok());
        QVERIFY(!parseJsonText("\"\xc3\x28\"", "f").ok());
        QCOMPARE(static_cast<int>(parseJsonText(" \n", "f").error().code),
                 static_cast<int>(ErrorCode::FileEmpty));
    }

    void truncationNeverCrashes()
    {
        const std::string json = R"({"a": [1, 2.5e3, "x\u00e9"], "b": {"c": null, "d": true}})";
        const std::string yaml = "a: [1, {b: 'x'}]\nc:\n  - d: |\n      text\n  - \"q\"\n";
        for (std::size_t length = 0; length < json.size(); ++length)
            QVERIFY(!parseJsonText(json.substr(0, length), "f").ok());
        for (std::size_t length = 0; length < yaml.size(); ++length) {
            const auto read = parseYamlText(yaml.substr(0, length), "f");
            QVERIFY(read.ok() || !read.error().place.file.empty());
        }
    }

    void bombs()
    {
        const std::string deep(200000, '[');
        QCOMPARE(static_cast<int>(parseJsonText(deep, "f").error().code),
                 static_cast<int>(ErrorCode::NestingTooDeep));
        QVERIFY(!parseYamlText(deep, "f").ok());
        std::string indented;
        for (std::size_t level = 0; level < 200; ++level)
            indented += std::string(level, ' ') + "k:\n";
        QCOMPARE(static_cast<int>(parseYamlText(indented, "f").error().code),
                 static_cast<int>(ErrorCode::NestingTooDeep));
        QVERIFY(!parseYamlText(std::string(200000, '{'), "f").ok());
        const auto laughs = parseYamlText("a: &a [x, x]\nb: [*a, *a]\n", "f");
        QVERIFY(!laughs.ok());
        QCOMPARE(static_cast<int>(laughs.error().code), static_cast<int>(ErrorCode::NotSupported));
        QCOMPARE(laughs.error().place.line.value_or(0), std::uint64_t{2});
    }

    void strayCommasEnd()
    {
        // yaml-cpp alone takes each of these for endless empty documents.
        for (const std::string text : {",", ", a", "a: 1\n---\n, b"}) {
            const auto read = parseYamlText(text, "f");
            QVERIFY2(!read.ok(), text.c_str());
            QCOMPARE(static_cast<int>(read.error().code), static_cast<int>(ErrorCode::SyntaxError));
            QCOMPARE(read.error().place.line.value_or(0),
                     text.size() > 9 ? std::uint64_t{3} : std::uint64_t{1});
        }
        QCOMPARE(parseYamlText("---\n---\n---\n", "f")->size(), std::size_t{3});
    }

    void tomlAsJson_data()
    {
        QTest::addColumn<QString>("toml");
        QTest::addColumn<QString>("json");
        const auto add = [](const char* toml, const char* json) { QTest::newRow(toml) << toml << json; };
        // Letters of two and three bytes behind a line's backslash (toml++ 3.3 knew only blanks there).
        add("a = \"\"\"\nx\\\n  é\"\"\"", R"({"a":"xé"})");
        add("a = \"\"\"x\\\n  ユ\"\"\"", R"({"a":"xユ"})");
        add("b = 1\na = \"é\" # ü\n", R"({"b":1,"a":"é"})");
        add("z.y = 1_000\n[\"a b\"]\nx = [1, 2.5, true,\n]\n",
            R"({"z":{"y":1000},"a b":{"x":[1,2.5,true]}})");
        add("a = {b = 'x\\n', c = \"\"\"\n1.2.3\n\"\"\"}", R"({"a":{"b":"x\\n","c":"1.2.3\n"}})");
        add("[[s]]\na = 0x10\n[[s]]\na = -2", R"({"s":[{"a":16},{"a":-2}]})");
        add("d = 2026-11-28\n", R"({"d":"2026-11-28"})");
        add("", "{}");
    }
    void tomlAsJson()
    {
        QFETCH(const QString, toml);
        QFETCH(const QString, json);
        const auto read = parseTomlText(toml.toStdString(), "f");
        QVERIFY(read.ok());
        QCOMPARE(QString::fromStdString(jsonText(*read, -1)), json);
    }

    void tomlErrorsHavePlaces_data()
    {
        QTest::addColumn<QByteArray>("toml");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("line");
        const auto add = [](const char* name, const QByteArray& toml, ErrorCode code, int line) {
            QTest::newRow(name) << toml << static_cast<int>(code) << line;
        };
        const QByteArray many = QByteArray("a.").repeated(300'000);
        add("twice", "a = 1\nb = 2\na = 3", ErrorCode::SyntaxError, 3);
        add("half a list", "a = 1\nb = [1, 2", ErrorCode::SyntaxError, 2);
        add("half a text", "a = \"x\nb = 1", ErrorCode::SyntaxError, 1);
        add("not UTF-8", "a = 1\nb = \"\xff\xfe\"", ErrorCode::SyntaxError, 2);
        add("a letter beyond ASCII", "a = 1\n\xc3\xa9 = 2", ErrorCode::SyntaxError, 2);
        add("a letter behind a number", "a =0\"\xc3\xa9\"", ErrorCode::SyntaxError, 1);
        add("a null byte", QByteArray("a = \"\0\"", 7), ErrorCode::SyntaxError, 1);
        add("no number", "a = 1e999999", ErrorCode::SyntaxError, 1);
        add("a long number", "a = " + QByteArray(100'000, '9'), ErrorCode::SyntaxError, 1);
        add("nan", "b = 1\na = nan", ErrorCode::NumberMalformed, 2);
        add("a table's long name", "\n[" + many + "a]", ErrorCode::NestingTooDeep, 2);
        add("a long key", many + "a = 1", ErrorCode::NestingTooDeep, 1);
        add("a long key in quotes", QByteArray("\"a\".").repeated(300'000) + "a = 1",
            ErrorCode::NestingTooDeep, 1);
        add("brackets", QByteArray(300'000, '['), ErrorCode::SyntaxError, 1);
        add("lists", "a = " + QByteArray(300'000, '['), ErrorCode::SyntaxError, 1);
        add("tables in a line", QByteArray("a={").repeated(300'000), ErrorCode::SyntaxError, 1);
        add("long keys, nested",
            "a=" + QByteArray("{b.b.b.b.b.b.b.b=").repeated(60) + "1" + QByteArray(60, '}'),
            ErrorCode::NestingTooDeep, 1);
        add("many values", "a = [" + QByteArray("1,").repeated(4'100'000) + "]", ErrorCode::FileTooLarge, 0);
    }
    void tomlErrorsHavePlaces()
    {
        QFETCH(const QByteArray, toml);
        const auto read = parseTomlText(toml.toStdString(), "f.toml");
        QVERIFY(!read.ok());
        QTEST(static_cast<int>(read.error().code), "code");
        QCOMPARE(read.error().place.file, std::string("f.toml"));
        QTEST(static_cast<int>(read.error().place.line.value_or(0)), "line");
    }

    void tomlNeverCrashes()
    {
        const std::string alphabet = "ab.=[]{}\"'\n#,1-:_ \\u0\xc3\xa9TZ+e\t\r";
        const std::string whole =
            "[a.b]\nc = [1, {d = 'x'}] # y\ne.f = \"\"\"\nz\\u00e9\"\"\"\n[[g]]\nh = 1.5e3\n";
        shardscope::tests::Dice dice(1);
        for (int round = 0; round < 100'000; ++round) {
            std::string text = round % 2 == 0
                                   ? whole.substr(0, static_cast<std::size_t>(dice.below(std::ssize(whole))))
                                   : "";
            for (std::int64_t letters = dice.below(20); letters > 0; --letters)
                text.insert(static_cast<std::size_t>(dice.below(std::ssize(text) + 1)), 1,
                            alphabet[static_cast<std::size_t>(dice.below(std::ssize(alphabet)))]);
            const auto read = parseTomlText(text, "f");
            QVERIFY(read.ok() || read.error().place.line.value_or(0) > 0);
        }
    }

    void keysTwice()
    {
        QCOMPARE(static_cast<int>(parseJsonText(R"({"a":1,"a":2})", "f").error().code),
                 static_cast<int>(ErrorCode::Inconsistent));
        QCOMPARE(static_cast<int>(parseYamlText("a: 1\na: 2\n", "f").error().code),
                 static_cast<int>(ErrorCode::Inconsistent));
    }

    void linesAndArrays()
    {
        const auto lines = parseJsonLines("{\"a\": 1}\n\n{\"a\": {\"b\": 2}}\n", "f");
        QVERIFY(lines.ok());
        QCOMPARE(lines->size(), std::size_t{2});
        QCOMPARE(lines->at(1).line, std::uint64_t{3});
        QCOMPARE(lines->at(1).find("a")->find("b")->line, std::uint64_t{3});
        const auto array = parseJsonLines(" [{\"a\": 1}, {\"a\": 2}]", "f");
        QVERIFY(array.ok());
        QCOMPARE(array->at(1).find("a")->integer, std::int64_t{2});
        const Error broken = parseJsonLines("{}\n{oops\n", "f").error();
        QVERIFY(broken.code == ErrorCode::SyntaxError);
        QCOMPARE(broken.place.line.value_or(0), std::uint64_t{2});
        for (const char* nothing : {"", " \n", "[]"})
            QVERIFY(parseJsonLines(nothing, "f").error().code == ErrorCode::FileEmpty);
    }

    void membersAreMadeOnce()
    {
        Value object = Value::ofMembers({});
        object.member("a") = Value::ofInteger(1);
        object.member("a") = Value::ofInteger(2);
        QCOMPARE(jsonText(object, -1), std::string(R"({"a":2})"));
    }
};

SHARDSCOPE_TEST(TstValue)
#include "tst_value.moc"
