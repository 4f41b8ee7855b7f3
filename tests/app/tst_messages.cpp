// SPDX-License-Identifier: GPL-3.0-or-later
// Every code has a sentence that holds its arguments, on one line.
#include "app/session/text/messages.h"
#include "core/base/phrase.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <QTranslator>

using namespace shardscope;
using core::ErrorCode;

class TstMessages : public QObject {
    Q_OBJECT
private slots:
    void everyCodeHasASentence()
    {
        const QString fallback = app::sentence({static_cast<ErrorCode>(60000), {}, {}});
        std::vector<QString> seen;
        for (int code = 0; code <= static_cast<int>(ErrorCode::BrokenPromise); ++code) {
            const QString text =
                app::sentence({static_cast<ErrorCode>(code), {"first", "second", "third", "fourth"}, {}});
            QVERIFY2(!text.isEmpty() && text != fallback, qPrintable(QString::number(code)));
            QVERIFY2(!text.contains('%') && !text.contains('\n'), qPrintable(text));
            QVERIFY2(std::find(seen.begin(), seen.end(), text) == seen.end(), qPrintable(text));
            seen.push_back(text);
        }
    }

    void argumentsMayContainPercentSigns()
    {
        // QString::arg must not take a "%2" of the user's text for a place.
        const QString text = app::sentence({ErrorCode::UnknownKey, {"%2", "%1", ""}});
        QCOMPARE(text, QString("unknown key \"%2\"; did you mean \"%1\"?"));
    }

    void nearestIsNamedElseTheKnown()
    {
        QVERIFY(app::sentence({ErrorCode::UnknownKey, {"tensr", "tensor", "tensor pipeline"}})
                    .contains("did you mean \"tensor\""));
        QVERIFY(app::sentence({ErrorCode::UnknownKey, {"xyz", "", "tensor pipeline"}})
                    .contains("tensor pipeline"));
        QVERIFY(app::sentence({ErrorCode::FormatUnknown, {"a pear", core::phrase("apples or plums")}})
                    .endsWith("known are: apples or plums"));
        QVERIFY(
            app::sentence({ErrorCode::UnknownName, {"h100", "", core::phrase("hardware"), "a-h100, b-h100"}})
                .endsWith("a-h100, b-h100"));
        QVERIFY(app::sentence({ErrorCode::FileEmpty, {core::phrase("it holds no events (%1)", {"logs"})}})
                    .endsWith("it holds no events (logs)"));
    }

    void phrasesAreTranslatedAndFilled()
    {
        const core::Error error{
            ErrorCode::NotSupported,
            {core::phrase("more than one device"), core::phrase("%1 has no links", {"a %2 of \"x\""})}};
        QCOMPARE(app::sentence(error),
                 QString("more than one device is not supported: a %2 of \"x\" has no links"));
        const core::Error unknown{ErrorCode::UnknownName, {"table", "", core::phrase("table")}};
        QCOMPARE(app::sentence(unknown), QString("no table is called \"table\""));
        QTranslator japanese;
        QVERIFY(japanese.load(QStringLiteral(":/i18n/shardscope_ja.qm")));
        QCoreApplication::installTranslator(&japanese);
        const QString text = app::sentence(error);
        const QString kind = app::sentence(unknown);
        QCoreApplication::removeTranslator(&japanese);
        QVERIFY2(!text.contains("device") && !text.contains("links") && text.contains("a %2 of \"x\""),
                 qPrintable(text));
        QVERIFY2(kind.count("table") == 1, qPrintable(kind)); // somebody's word stays
    }

    void phrasesComeApartAgain()
    {
        const auto whole = core::phraseOf(core::phrase("%1 and %2", {"", "b"}));
        QVERIFY(whole);
        QCOMPARE(whole->text, std::string("%1 and %2"));
        QCOMPARE(whole->values, (std::vector<std::string>{"", "b"}));
        QVERIFY(core::phraseOf(core::phrase("bare"))->values.empty());
        QVERIFY(!core::phraseOf("bare") && !core::phraseOf(""));
    }

    void placeComesFirst()
    {
        core::Error error{ErrorCode::FileEmpty};
        error.place = {"plan.json", "/parallel/tensor", 3, 17};
        const QString text = app::errorText(error);
        QVERIFY2(text.startsWith("plan.json, line 3, byte 17, /parallel/tensor: "), qPrintable(text));
        QCOMPARE(app::placeText({}), QString());
    }

    void verdictNamesTheClosestFixes()
    {
        core::Verdict verdict;
        QVERIFY(app::verdictText(verdict).startsWith("Fits"));
        core::Violation violation{"memory",          "stage 0 device", 92.4 * 1073741824,
                                  79.6 * 1073741824, core::kByte,      {}};
        violation.remedies.push_back({"recompute_full", {}, core::Bytes{18.1 * 1073741824}, true});
        verdict.violations.push_back(violation);
        const QString text = app::verdictText(verdict);
        QVERIFY2(text.contains("stage 0") && text.contains("92.4 GiB") && text.contains("79.6 GiB") &&
                     text.contains("18.1 GiB"),
                 qPrintable(text));
        QVERIFY2(app::verdictText(verdict, {3, core::BytePrefix::Decimal}).contains("99.2 GB"),
                 qPrintable(app::verdictText(verdict, {3, core::BytePrefix::Decimal})));
    }

    void everyNameIsAWord()
    {
        for (int purpose = 0; purpose <= static_cast<int>(core::Purpose::Framework); ++purpose)
            QVERIFY(!app::purposeName(static_cast<core::Purpose>(purpose)).isEmpty());
        for (int part = 0; part <= static_cast<int>(core::StepPart::Streaming); ++part)
            QVERIFY(!app::stepPartName(static_cast<core::StepPart>(part)).isEmpty());
        for (int tier = 0; tier <= static_cast<int>(core::Tier::ParameterServer); ++tier)
            QVERIFY(!app::tierName(static_cast<core::Tier>(tier)).isEmpty());
        for (int kind = 0; kind <= static_cast<int>(core::SourceKind::Derived); ++kind)
            QVERIFY(!app::sourceKindName(static_cast<core::SourceKind>(kind)).isEmpty());
    }
};

SHARDSCOPE_TEST(TstMessages)
#include "tst_messages.moc"
