// SPDX-License-Identifier: GPL-3.0-or-later
// core/base: results, errors, ids, names, string pool, tasks.
#include "core/base/ids.h"
#include "core/base/kept.h"
#include "core/base/nearest.h"
#include "core/base/result.h"
#include "core/base/string_pool.h"
#include "core/base/task.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <memory>
#include <new>

using namespace shardscope::core;

namespace {

Result<int> half(int number)
{
    if (number % 2 != 0)
        return Error{ErrorCode::NotDivisible, {"number", std::to_string(number), "by", "2"}};
    return number / 2;
}

Result<int> quarter(int number)
{
    SHARDSCOPE_TRY(const int once, half(number));
    SHARDSCOPE_TRY(const int twice, half(once));
    return twice;
}

} // namespace

class TstBase : public QObject {
    Q_OBJECT

private slots:
    void resultCarriesValueOrError()
    {
        QCOMPARE(*quarter(12), 3);
        const Result<int> failed = quarter(6);
        QVERIFY(!failed.ok());
        QCOMPARE(failed.error().args.at(1), std::string("3"));
        Result<std::unique_ptr<int>> moved = std::make_unique<int>(7);
        const std::unique_ptr<int> taken = std::move(moved).value();
        QCOMPARE(*taken, 7);
    }

    void errorKeepsItsInnermostPlace()
    {
        const Error error{ErrorCode::MissingKey, {"hidden"}};
        const Error placed = error.under("/b").under("/a").in("inner.json").in("outer.json");
        QCOMPARE(placed.place.jsonPointer, std::string("/a/b"));
        QCOMPARE(placed.place.file, std::string("inner.json"));
        QCOMPARE((Result<int>(error)).in("x").error().place.file, std::string("x"));
        QCOMPARE(*(Result<int>(4)).in("x"), 4);
    }

    void nearestNames()
    {
        const std::vector<std::string> known = {"gpt2", "gpt2-xl", "bert-large", "llama-2-7b"};
        QCOMPARE(nearestName("gtp2", known), std::string("gpt2"));
        QCOMPARE(nearestName("bert-larg", known), std::string("bert-large"));
        QCOMPARE(nearestName("lama-2-7b", known), std::string("llama-2-7b"));
        QCOMPARE(nearestName("resnet", known), std::string());
        QCOMPARE(nearestName("x", {}), std::string());
        QCOMPARE(nearestName("aa", {"ab", "ac"}), std::string("ab"));         // a tie: the first
        QCOMPARE(nearestName("fp4", {"fp8", "nvfp4"}), std::string("nvfp4")); // a part
    }

    void stringPoolInterns()
    {
        StringPool pool;
        const NameId b = pool.intern("b");
        const NameId a = pool.intern(std::string("a"));
        QVERIFY(a != b);
        QVERIFY(pool.intern("b") == b);
        QCOMPARE(pool.size(), std::size_t{2});
        QVERIFY(!pool.find("c").valid());
        const std::string_view kept = pool.text(b);
        for (int i = 0; i < 1000; ++i)
            pool.intern("name " + std::to_string(i));
        QVERIFY(kept.data() == pool.text(b).data()); // growth moves no text
        const NameId zero = pool.intern(std::string_view("n\0l", 3));
        QCOMPARE(zero.index(), pool.size() - 1);
        QCOMPARE(pool.text(zero).size(), std::size_t{3});
    }

    void stringPoolSortsByText()
    {
        StringPool forward;
        StringPool backward;
        for (int i = 0; i < 200; ++i) {
            forward.intern(std::to_string(i));
            backward.intern(std::to_string(199 - i));
        }
        const std::vector<NameId> renumbered = forward.sortByText();
        (void)backward.sortByText();
        for (std::size_t i = 0; i < forward.size(); ++i) {
            const NameId id{i};
            QCOMPARE(forward.text(id), backward.text(id)); // ids no longer tell who came first
            QVERIFY(forward.find(forward.text(id)) == id);
            if (i > 0)
                QVERIFY(forward.text(NameId{i - 1}) < forward.text(id));
        }
        QCOMPARE(forward.text(renumbered.at(17)), std::string_view("17"));
        StringPool moved = std::move(forward);
        QCOMPARE(moved.text(moved.find("42")), std::string_view("42"));
    }

    void idsAreStrong()
    {
        static_assert(!std::is_convertible_v<TrackId, NameId>);
        static_assert(!std::is_convertible_v<std::size_t, TrackId>);
        QVERIFY(!TrackId{}.valid());
        QVERIFY(TrackId{3} < TrackId{4});
    }

    /// A broken promise ends the answer that it was met in, with its place; a lack of memory is none.
    void brokenPromisesAreReported()
    {
        const auto answered = [](int number) {
            return kept(
                [number]() -> Result<int> {
                    SHARDSCOPE_CHECK(number > 0);
                    return std::vector<int>{1, 2}.at(static_cast<std::size_t>(number));
                },
                [] { return std::string("number"); });
        };
        QCOMPARE(*answered(1), 2);
        const Result<int> broken = answered(0);
        QVERIFY(!broken.ok() && broken.error().code == ErrorCode::BrokenPromise);
        const QString place = QString::fromStdString(broken.error().args.at(0));
        QVERIFY2(place.startsWith("number > 0 (tests/core/tst_base.cpp:"), qPrintable(place));
        QCOMPARE(broken.error().args.at(1), std::string("number"));
        QVERIFY(answered(7).error().code == ErrorCode::BrokenPromise); // the standard library's promise
        const auto poor = [] {
            return kept([]() -> Result<int> { throw std::bad_alloc(); }, [] { return ""; });
        };
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, (void)poor());
    }

    void taskStopsAndTells()
    {
        std::stop_source source;
        std::vector<double> told;
        const Task task{source.get_token(),
                        [&told](std::string_view, double fraction) { told.push_back(fraction); }};
        QVERIFY(!task.cancelled());
        task.report("read", 0.5);
        source.request_stop();
        QVERIFY(task.cancelled());
        QCOMPARE(told, std::vector<double>{0.5});
        Task{}.report("read", 1); // nobody listens
    }
};

SHARDSCOPE_TEST(TstBase)
#include "tst_base.moc"
