// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/memory/pickle.h"

#include "core/base/phrase.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <limits>
#include <string>

using namespace shardscope;
using core::ErrorCode;
using profiler::Pickle;
using profiler::PickleKind;
using std::string_literals::operator""s;

namespace {

std::string zeros(std::size_t count) { return std::string(count, '\0'); }

} // namespace

class TstPickle : public QObject {
    Q_OBJECT
private slots:
    /// Values as CPython's pickletools disassembles them.
    void scalars()
    {
        const auto integer = [](const std::string& text) { return Pickle::read(text)->integer(0).value(); };
        QCOMPARE(integer("K\xff."), std::int64_t{255});
        QCOMPARE(integer("M\xff\xff."), std::int64_t{65535});
        QCOMPARE(integer("J\xff\xff\xff\xff."), std::int64_t{-1});
        QCOMPARE(integer("\x8a\x02\x00\xff."s), std::int64_t{-256});
        QCOMPARE(integer("\x8a\x00."s), std::int64_t{0});
        QCOMPARE(integer("\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f."),
                 std::numeric_limits<std::int64_t>::max());
        QCOMPARE(integer("I-12\n."), std::int64_t{-12});
        QCOMPARE(integer("L123456789012L\n."), std::int64_t{123456789012});
        QCOMPARE(integer("\x88."), std::int64_t{1});
        QCOMPARE(integer("I00\n."), std::int64_t{0});
        QCOMPARE(Pickle::read("G?\xf0\x00\x00\x00\x00\x00\x00."s)->real(0).value(), 1.0);
        QCOMPARE(Pickle::read("F2.5\n.")->real(0).value(), 2.5);
        // 2^64 and beyond: a real.
        QCOMPARE(Pickle::read("\x8a\x09" + zeros(8) + "\x01.")->real(0).value(), 18446744073709551616.0);
        QVERIFY(Pickle::read("N.")->kind(0) == PickleKind::None);
        QCOMPARE(Pickle::read("\x8c\x03"
                              "abc.")
                     ->text(0),
                 std::string_view("abc"));
        QCOMPARE(Pickle::read("X\x03\x00\x00\x00"
                              "abc."s)
                     ->text(0),
                 std::string_view("abc"));
        QCOMPARE(Pickle::read("S'a b'\n.")->text(0), std::string_view("a b"));
        QVERIFY(Pickle::read("C\x01x.")->kind(0) == PickleKind::Bytes);
    }

    void containers()
    {
        // {'a': [1, (2, 3)], 'a': 4}: the last pair counts, as in Python.
        const auto pickle = Pickle::read("}(\x8c\x01"
                                         "a](K\x01K\x02K\x03\x86"
                                         "e\x8c\x01"
                                         "aK\x04u.");
        QVERIFY(pickle.ok());
        QCOMPARE(pickle->pairs(pickle->root()).size(), std::size_t{4});
        QCOMPARE(pickle->integer(pickle->find(pickle->root(), "a").value()).value(), std::int64_t{4});
        const auto list = pickle->items(pickle->pairs(pickle->root())[1]);
        QCOMPARE(list.size(), std::size_t{2});
        QCOMPARE(pickle->items(list[1]).size(), std::size_t{2});
        QVERIFY(!pickle->find(pickle->root(), "b"));
    }

    void memo()
    {
        const auto pickle = Pickle::read("\x8c\x01x\x94](h\x00h\x00"
                                         "e."s);
        QVERIFY(!pickle.ok()); // a second value is left on the stack
        const auto kept = Pickle::read("](\x8c\x01x\x94h\x00"
                                       "e."s);
        QVERIFY(kept.ok());
        QCOMPARE(kept->items(kept->root())[0], kept->items(kept->root())[1]);
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("opcode");
        const auto row = [](const std::string& text, const char* opcode) {
            QTest::newRow(opcode) << QByteArray::fromStdString(text) << opcode;
        };
        row("cos\nsystem\n.", "GLOBAL");
        row("\x8c\x02os\x8c\x06system\x93.", "STACK_GLOBAL");
        row("NNR.", "REDUCE");
        row("NNb.", "BUILD");
        row("(ios\nsystem\n.", "INST");
        row("(No.", "OBJ");
        row("NN\x81.", "NEWOBJ");
        row("NNN\x92.", "NEWOBJ_EX");
        row("\x82\x01.", "EXT1");
        row("\x83\x01\x01.", "EXT2");
        row("\x84\x01\x01\x01\x01.", "EXT4");
        row("P1\n.", "PERSID");
        row("NQ.", "BINPERSID");
        row("\x97.", "NEXT_BUFFER");
        row("\x8f.", "EMPTY_SET");
    }
    void refusals()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, opcode);
        const auto read = Pickle::read(text.toStdString());
        QVERIFY(!read.ok());
        QVERIFY(read.error().code == ErrorCode::NotSupported);
        QCOMPARE(read.error().args.at(0), core::phrase("pickle opcode %1", {opcode.toStdString()}));
        QVERIFY(read.error().place.byteOffset.has_value());
    }

    void broken()
    {
        for (const std::string& text : {std::string("."),
                                        std::string("K"),
                                        std::string("K\x01"),
                                        std::string("\x8c\xff"
                                                    "abc."),
                                        std::string("e."),
                                        std::string("]e."),
                                        std::string("(u."),
                                        std::string("}(K\x01u."),
                                        std::string("0."),
                                        std::string("1."),
                                        std::string("t."),
                                        std::string("\x86."),
                                        std::string("K\x01"
                                                    "a."),
                                        std::string("h\x05."),
                                        std::string("j\xff\xff\xff\x7f."),
                                        std::string("K\x01r\xff\xff\xff\x7f."),
                                        std::string("I1x\n."),
                                        std::string("F\n."),
                                        std::string("S'a\n."),
                                        std::string("\xfe."),
                                        std::string("\x80\x06N."),
                                        std::string("X\xff\xff\xff\xffN."),
                                        std::string("2."),
                                        std::string("(."),
                                        std::string("\x8d\xff\xff\xff\xff\xff\xff\xff\xff"
                                                    "a.")}) {
            const auto read = Pickle::read(text);
            QVERIFY2(!read.ok(), QByteArray::fromStdString(text).toHex());
            QVERIFY2(read.error().code == ErrorCode::DataCorrupt, QByteArray::fromStdString(text).toHex());
        }
        QVERIFY(Pickle::read("").error().code == ErrorCode::FileEmpty);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(Pickle::read(std::string(3'000'000, 'N'), {stop.get_token(), {}}).error().code ==
                ErrorCode::Cancelled);
    }

    /// Read byte by byte it is what it is at once; what the input says goes wrong is the answer.
    void inPieces()
    {
        std::string text =
            "\x80\x04}(\x8c\x04name\x94](K\x01M\x00\x01J\xff\xff\xff\xffG?\xf0\x00\x00\x00\x00\x00\x00"
            "e\x8c\x05items\x94]\x94("s;
        constexpr int kItems = 3000; // in batches of a thousand, as Python writes them
        for (int at = 0; at < kItems; ++at) {
            text += "}\x94(h\x00K"s + static_cast<char>(at % 200) + "h\x01I" + std::to_string(at) + "\nu";
            if (at % 1000 == 999)
                text += at + 1 == kItems ? "e" : "e(";
        }
        text += "u.";
        std::size_t given = 0;
        const auto slowly = Pickle::read([&](char* into, std::size_t) -> core::Result<std::size_t> {
            if (given == text.size())
                return std::size_t{0};
            *into = text[given++];
            return std::size_t{1};
        });
        const auto atOnce = Pickle::read(text);
        QVERIFY(slowly.ok() && atOnce.ok());
        for (const Pickle* const pickle : {&*slowly, &*atOnce}) {
            const auto list = pickle->items(pickle->find(pickle->root(), "items").value());
            QCOMPARE(list.size(), std::size_t{kItems});
            Pickle::Key name{"name"};
            Pickle::Key number{"items"};
            for (int at = 0; at < kItems; ++at) {
                const Pickle::Index one = list[static_cast<std::size_t>(at)];
                QCOMPARE(pickle->integer(pickle->find(one, name).value()).value(), std::int64_t{at % 200});
                QCOMPARE(pickle->integer(pickle->find(one, number).value()).value(), std::int64_t{at});
                QCOMPARE(pickle->offset(one), atOnce->offset(one));
            }
            const auto few = pickle->items(pickle->find(pickle->root(), name).value());
            QCOMPARE(few.size(), std::size_t{4});
            QCOMPARE(pickle->integer(few[1]).value(), std::int64_t{256});
            QCOMPARE(pickle->integer(few[2]).value(), std::int64_t{-1});
            QCOMPARE(pickle->real(few[3]).value(), 1.0);
        }
        given = 20;
        const auto early = Pickle::read([&](char* into, std::size_t) -> core::Result<std::size_t> {
            if (given == 0)
                return core::Error{ErrorCode::FileUnreadable};
            *into = text[20 - given--];
            return std::size_t{1};
        });
        QVERIFY(!early.ok() && early.error().code == ErrorCode::FileUnreadable);
    }

    /// A hundred thousand lists inside each other are read without recursion.
    void deep()
    {
        std::string text(100'000, ']');
        text.append(99'999, 'a');
        QVERIFY(Pickle::read(text + ".").ok());
    }
};

SHARDSCOPE_TEST(TstPickle)
#include "tst_pickle.moc"
