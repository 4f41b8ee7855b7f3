// SPDX-License-Identifier: GPL-3.0-or-later
// core/io: what the strict JSON tree refuses, and the reader of objects.
#include "core/io/spec_reader.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope::core;

namespace {

Error errorOf(std::string_view text)
{
    const Result<Value> value = parseJsonText(text, "f");
    return value.ok() ? Error{ErrorCode::Cancelled} : value.error();
}

} // namespace

class TstSpecReader : public QObject {
    Q_OBJECT

private slots:
    void readsEveryKind()
    {
        const Result<Value> parsed = parseJsonText(
            R"(  {"z": [null, true, -3, 2.5, 18446744073709551615, "\u00e9\n"], "a": {"deep": {}}, "": 1e3} )",
            "f");
        const Value& root = parsed.value();
        QCOMPARE(root.members.at(0).first, std::string("z")); // the file's order
        const std::vector<Value>& items = root.find("z")->items;
        QVERIFY(items.at(0).kind == Value::Kind::Null && items.at(1).flag);
        QCOMPARE(items.at(2).integer, std::int64_t{-3});
        QCOMPARE(items.at(2).real, -3.0);
        QVERIFY(items.at(3).kind == Value::Kind::Real);
        QCOMPARE(items.at(4).real, 18446744073709551615.0);
        QCOMPARE(items.at(5).text, std::string("\u00e9\n"));
        QVERIFY(root.find("a")->find("deep")->members.empty());
        QCOMPARE(root.find("")->real, 1000.0);
        QVERIFY(root.find("b") == nullptr && items.at(2).find("b") == nullptr);
        QVERIFY(parseJsonText("\xef\xbb\xbf{}", "f").ok()); // a byte order mark
    }

    void refusesWithPlace()
    {
        using namespace std::string_view_literals;
        QVERIFY(errorOf("").code == ErrorCode::FileEmpty);
        QVERIFY(errorOf(" \n\t\r ").code == ErrorCode::FileEmpty);
        const Error syntax = errorOf("{\n \"a\": 1,\n \"b\" 2\n}");
        QVERIFY(syntax.code == ErrorCode::SyntaxError);
        QCOMPARE(*syntax.place.line, std::uint64_t{3});
        QCOMPARE(*syntax.place.byteOffset, std::uint64_t{16});
        for (const auto text : {"{} x"sv, "{}\0"sv, "{\"a\":1}\0garbage"sv, "[1,]"sv, "{'a':1}"sv, "nan"sv,
                                "nan"sv, "01"sv, "[1 2]"sv, "\"\x01\""sv, "\"\xed\xa0\x80\""sv,
                                "\"\xc0\xaf\""sv, "\"\\ud800\""sv, "// c\n{}"sv, "{\"a\":"sv})
            QVERIFY2(errorOf(text).code == ErrorCode::SyntaxError, std::string(text).c_str());
        QVERIFY(errorOf("[1e999]").code == ErrorCode::NumberMalformed);
        const Error twice = errorOf(R"({"a": [{}, {"b/~c": 1, "b/~c": 2}]})");
        QVERIFY(twice.code == ErrorCode::Inconsistent);
        QCOMPARE(twice.place.jsonPointer, std::string("/a/1/b~1~0c"));
    }

    void nestingAndSizeAreLimited()
    {
        constexpr auto kDepth = static_cast<std::size_t>(kNestingLimit);
        const auto nested = [](std::size_t depth) {
            return std::string(depth, '[') + std::string(depth, ']');
        };
        QVERIFY(parseJsonText(nested(kDepth), "f").ok());
        QVERIFY(errorOf(nested(kDepth + 1)).code == ErrorCode::NestingTooDeep);
        QVERIFY(errorOf(std::string(50'000'000, '[')).code == ErrorCode::NestingTooDeep);
        std::string objects;
        for (int i = 0; i < 1'000'000; ++i)
            objects += "{\"a\":";
        QVERIFY(errorOf(objects).code == ErrorCode::NestingTooDeep);
        std::string wide = "[0";
        for (std::size_t i = 0; i < kValueLimit; ++i)
            wide += ",0";
        QVERIFY(errorOf(wide + "]").code == ErrorCode::FileTooLarge);
    }

    void readerKeepsTheFirstError()
    {
        const Value root =
            parseJsonText(R"({"a": 1, "b": "x", "list": [1, "2", 3], "unit": "3 us", "bare": 3, "null": null,
                                             "rows": [{"n": 1}, {"n": 0}], "word": "ring"})",
                          "f")
                .value();
        {
            FirstError errors;
            SpecReader reader(root, "", errors);
            QCOMPARE(reader.whole("a"), std::int64_t{1});
            QCOMPARE(reader.quantity("unit", kSecond), 3e-6);
            QCOMPARE(reader.wholeOr("null", 7), std::int64_t{7});
            QCOMPARE(reader.choice("word", {"switch", "ring"}), std::size_t{1});
            QVERIFY(!errors);
            QCOMPARE(reader.unusedKeys(), (std::vector<std::string>{"b", "list", "bare", "rows"}));
            QCOMPARE(reader.whole("b"), std::int64_t{0});
            QCOMPARE(reader.text("missing"), std::string());
            QVERIFY(errors.get()->code == ErrorCode::WrongType);
            QCOMPARE(errors.get()->place.jsonPointer, std::string("/b"));
        }
        const auto first = [&root](const std::function<void(SpecReader&)>& read) {
            FirstError errors;
            SpecReader reader(root, "/in", errors);
            read(reader);
            return errors.get().value_or(Error{ErrorCode::Cancelled});
        };
        QCOMPARE(first([](SpecReader& r) { (void)r.numbers("list"); }).place.jsonPointer,
                 std::string("/in/list/1"));
        QCOMPARE(first([](SpecReader& r) {
                     r.eachOf("rows", true, [](SpecReader& row) { (void)row.whole("n"); });
                 }).place.jsonPointer,
                 std::string("/in/rows/1/n"));
        QVERIFY(first([](SpecReader& r) { (void)r.quantity("bare", kSecond); }).code ==
                ErrorCode::UnitMissing);
        QVERIFY(first([](SpecReader& r) { (void)r.quantity("unit", kByte); }).code ==
                ErrorCode::UnitMismatch);
        QVERIFY(first([](SpecReader& r) { (void)r.quantity("unit", kSecond, 1); }).code ==
                ErrorCode::OutOfRange);
        QVERIFY(first([](SpecReader& r) { (void)r.flagOr("a", true); }).code == ErrorCode::WrongType);
        QVERIFY(first([](SpecReader& r) { r.eachOf("a", true, [](SpecReader&) {}); }).code ==
                ErrorCode::WrongType);
        QVERIFY(first([](SpecReader& r) { r.inside("a", true, [](SpecReader&) {}); }).code ==
                ErrorCode::WrongType);
        QCOMPARE(first([](SpecReader& r) {
                     (void)r.choice("word", {"switch", "rings"});
                 }).args.at(1),
                 std::string("rings"));
        QVERIFY(first([](SpecReader& r) { (void)r.numberOr("a", 0, 2, 3); }).code == ErrorCode::OutOfRange);
    }

    void yamlSaysItsLine()
    {
        const std::vector<Value> documents = parseYamlText("a:\n  b: 3\n  c: x\n", "f").value();
        FirstError errors;
        SpecReader reader(documents.front(), {}, errors);
        reader.inside("a", true, [](SpecReader& inner) { (void)inner.whole("c"); });
        QVERIFY(errors.get()->code == ErrorCode::WrongType);
        QCOMPARE(errors.get()->place.jsonPointer, std::string("/a/c"));
        QCOMPARE(errors.get()->place.line.value_or(0), std::uint64_t{3});
    }

    void listsScalarsAndKeysWithoutMeaning()
    {
        const Value list =
            parseJsonText(R"([{"n": 4, "t": "4Gi", "more": 1}, {"n": 0.5, "oher": 1}])", "f").value();
        FirstError errors;
        std::vector<std::string> read;
        SpecReader::eachIn(list, "/list", errors, [&read](SpecReader& item) {
            read.push_back(item.scalar("n"));
            if (item.has("t"))
                read.push_back(item.scalar("t"));
            item.ignore({"more", "other"});
            item.rejectUnused();
        });
        QCOMPARE(read, (std::vector<std::string>{"4", "4Gi", "0.5"}));
        QVERIFY(errors.get()->code == ErrorCode::UnknownKey);
        QCOMPARE(errors.get()->args.at(1), std::string("other"));
        QCOMPARE(errors.get()->place.jsonPointer, std::string("/list/1/oher"));
        FirstError wrong;
        SpecReader::eachIn(Value::ofInteger(1), "/list", wrong, [](SpecReader&) {});
        QVERIFY(wrong.get()->code == ErrorCode::WrongType);
    }
};

SHARDSCOPE_TEST(TstSpecReader)
#include "tst_spec_reader.moc"
