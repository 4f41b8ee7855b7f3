// SPDX-License-Identifier: GPL-3.0-or-later
// docs/formats.md: it names every key that the parsers know, and its examples are read.
#include "core/catalog/model_file.h"
#include "core/hardware/hardware_file.h"
#include "core/io/text_file.h"
#include "core/model/huggingface/config.h"
#include "core/plan/plan_file.h"
#include "core/units/unit_table.h"
#include "tests/support/core_reader.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <sstream>

using namespace shardscope::core;
using shardscope::tests::parsePlan;

class TstFormatsPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const Result<std::string> page = readTextFile(SHARDSCOPE_SOURCE_DIR "/docs/formats.md");
        QVERIFY(page.ok());
        m_page = *page;
        // Every word between backquotes, outside and inside examples.
        std::string words = m_page;
        for (char& c : words) {
            const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                              c == '_' || (c & 0x80);
            c = word ? c : ' ';
        }
        std::istringstream stream(words);
        for (std::string word; stream >> word;)
            m_words.insert(word);
    }

    void namesEveryKey()
    {
        // A parser that refuses an unknown key lists those it knows.
        const auto listed = [this](const Error& error) {
            QVERIFY(error.code == ErrorCode::UnknownKey);
            std::istringstream known(error.args.at(2));
            for (std::string key; known >> key;)
                QVERIFY2(m_words.count(key) == 1, key.c_str());
        };
        const auto model = [](const char* json) { return parseModel(json, "x").error(); };
        listed(model(
            R"({"kind":"transformer","layers":1,"hidden":1,"heads":1,"vocabulary":1,"max_sequence":1,"zzz":1})"));
        listed(model(R"({"kind":"parameters","parameters":1,"zzz":1})"));
        const auto hardware = [](const std::string& memory, const char* rest) {
            const std::string json =
                R"({"name":"x","node":{"devices":1},"engines":[{"kind":"matrix","dtype":"fp16","peak":"1 FLOP/s","source":"s"}],"memory":[{"tier":"device","capacity":"1 B","bandwidth":"1 B/s","source":"s")";
            return parseHardware(json + memory + "}]" + rest + "}", "x").error();
        };
        listed(hardware("", R"(,"zzz":1)"));
        listed(hardware(R"(,"zzz":1)", ""));
        listed(hardware(
            "",
            R"(,"links":[{"level":"pod","span":4,"bandwidth":"1 B/s","latency":"1 s","source":"s","zzz":1}])"));
        listed(hardware(
            "",
            R"(,"efficiency":[{"operation":"gemm","dtype":"fp16","x":[1],"y":[1],"regime":"fitted","source":"s","zzz":1}])"));
        for (const PlanKey& key : planKeys()) {
            std::istringstream steps(key.pointer);
            for (std::string step; std::getline(steps, step, '/');)
                QVERIFY2(step.empty() || m_words.count(step) == 1, key.pointer.c_str());
        }
        for (const std::string& type : huggingFaceModelTypes())
            QVERIFY2(m_words.count(type) == 1, type.c_str());
    }

    void namesEveryUnit()
    {
        for (const UnitEntry& entry : unitTable()) {
            const std::string name(entry.unit.name);
            const bool prefixed = name.size() > 4 && name.substr(1) == "FLOP"; // listed as letters in front
            const bool greek = name == "\u03bcs";                              // looks the same on the page
            QVERIFY2(prefixed || greek || m_words.count(name) == 1, name.c_str());
        }
    }

    void examplesAreRead()
    {
        int read = 0;
        std::size_t at = 0;
        while ((at = m_page.find("```json\n", at)) != std::string::npos) {
            at += 8;
            const std::string json = m_page.substr(at, m_page.find("```", at) - at);
            if (json.find("\"engines\"") != std::string::npos)
                QVERIFY(parseHardware(json, "example").ok());
            else if (json.find("\"kind\"") != std::string::npos)
                QVERIFY2(parseModel(json, "example").ok(), json.c_str());
            else
                QVERIFY(parsePlan(json, "example", {},
                                  *parseModel(R"({"kind":"parameters","parameters":1e9})", "x"))
                            .ok());
            ++read;
        }
        QCOMPARE(read, 5);
    }

private:
    std::string m_page;
    std::set<std::string> m_words;
};

SHARDSCOPE_TEST(TstFormatsPage)
#include "tst_formats_page.moc"
