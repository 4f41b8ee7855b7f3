// SPDX-License-Identifier: GPL-3.0-or-later
// Texts in a pool have one number each, in the order they came, and stay what they were.
#include "profiler/import/bytes/raw_pool.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <map>
#include <string>
#include <vector>

using namespace shardscope;

class TstRawPool : public QObject {
    Q_OBJECT
private slots:
    void keepsWhatItIsGiven()
    {
        profiler::RawPool pool;
        std::vector<std::string> words;
        words.reserve(20'002);
        for (int at = 0; at < 20'000; ++at)
            words.push_back(std::string(static_cast<std::size_t>(at % 40), 'x') + std::to_string(at % 7000));
        words.emplace_back(200'000, 'y'); // larger than a block
        words.emplace_back();
        std::map<std::string, std::uint32_t> known;
        for (const std::string& word : words) {
            const std::uint32_t number = pool.intern(word);
            const auto [found, isNew] = known.emplace(word, number);
            QCOMPARE(found->second, number);
            QVERIFY(!isNew || number == known.size() - 1);
        }
        QCOMPARE(std::size_t{pool.size()}, known.size());
        for (const auto& [word, number] : known)
            QCOMPARE(std::string(pool.at(number)), word);
    }
};

SHARDSCOPE_TEST(TstRawPool)
#include "tst_raw_pool.moc"
