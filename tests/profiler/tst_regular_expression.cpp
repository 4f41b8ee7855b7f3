// SPDX-License-Identifier: GPL-3.0-or-later
// REGEXP: what POSIX's extended expressions mean, in bounded room.
#include "profiler/sql/functions/regular_expression.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <array>
#include <random>

#include <regex.h>

using shardscope::profiler::sql::RegularExpression;

class TstRegularExpression : public QObject {
    Q_OBJECT
private slots:
    void matches_data()
    {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QByteArray>("matching");
        QTest::addColumn<QByteArray>("other"); ///< empty: every text matches
        const auto row = [](const char* expression, const char* matching, const char* other) {
            QTest::newRow(expression) << QByteArray(expression) << QByteArray(matching) << QByteArray(other);
        };
        row("nccl.*AllReduce", "x ncclKernel_AllReduce_y", "ncclAllGather");
        row("^nccl", "ncclKernel", "a nccl");
        row("Reduce$", "AllReduce", "AllReduceSum");
        row("^$|^a$", "a", "aa");
        row("a{2,3}b", "aab", "ab");
        row("^(ab){2}$", "abab", "ab");
        row("^a{0}b", "b", "ab");
        row("(gemm|conv)[0-9]+", "conv2", "conv");
        row("[]a]", "]", "b");
        row("[^]a]", "b", "a]");
        row("[a-c-]x", "-x", "dx");
        row("[[:digit:]_]z", "_z", "az");
        row("[[.-.]]", "-", "a");
        row("\\.", ".", "a");
        row("\\bop\\b", "an op here", "stop");
        row("\\<a\\w+\\>", "alpha", "beta");
        row("^\\W$", "+", "a");
        row("a\\s\\S", "a b", "a  ");
        row("\xE6\xA8\xA1.$", "\xE6\xA8\xA1\xE5\x9E\x8B", "\xE5\x9E\x8B");
        row("[\xE5-\xE7]", "a\xE6", "a"); // bytes that are no UTF-8 are told apart, too
        row("a{", "a{", "a");
        row("", "", "");
        row("x*", "", "");
        row("(|a)b", "b", "a");
    }
    void matches()
    {
        QFETCH(QByteArray, expression);
        QFETCH(QByteArray, matching);
        QFETCH(QByteArray, other);
        std::string why;
        const auto made = RegularExpression::make(expression.toStdString(), why);
        QVERIFY2(made, why.c_str());
        for (int again = 0; again < 2; ++again) { // what is remembered says the same
            QVERIFY(made->matches(matching.toStdString()));
            QVERIFY(other.isEmpty() || !made->matches(other.toStdString()));
        }
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const QByteArray& expression, const char* says) {
            QTest::newRow(name) << expression << QByteArray(says);
        };
        row("repetitions of repetitions", "a{1,250}{1,250}{1,250}", "too large");
        row("many in many", "((a{0,100}b?){0,100}c){0,100}", "too large");
        row("nothing, often", "(((){1000}){1000}){1000}", "too large");
        row("a long one", QByteArray(100'000, 'a'), "too large");
        row("many ways", QByteArray("a|").repeated(100'000), "too large");
        row("deep groups", QByteArray(100'000, '('), "nested too deeply");
        row("deep groups, closed", QByteArray(5000, '(') + QByteArray(5000, ')'), "nested too deeply");
        row("stars of stars", "a" + QByteArray(100'000, '*'), "behind one another");
        row("what was before", "(a*)*\\1", "group matched before");
        row("an open group", "(a", "not closed");
        row("an open bracket", "[a", "not closed");
        row("an open count", "a{5", "not closed");
        row("a closed group", "a)", "closes nothing");
        row("a count backwards", "a{2,1}", "m <= n");
        row("a range backwards", "[b-a]", "before it begins");
        row("a count beyond all", "a{99999999999999999999}", "m <= n");
        row("nothing to repeat", "a|*b", "nothing stands before");
        row("no such class", "[[:letter:]]", "[:alpha:]");
        row("a backslash", "a\\", "backslash");
    }
    void refused()
    {
        QFETCH(QByteArray, expression);
        QFETCH(QByteArray, says);
        std::string why;
        QVERIFY(!RegularExpression::make(expression.toStdString(), why));
        QVERIFY2(why.find(says.toStdString()) != std::string::npos, why.c_str());
        QVERIFY(why.size() < 200);
    }

    /// glibc's answers, over expressions without edges of words, which it mistakes within repeated groups.
    void asTheSystemHasIt()
    {
        std::mt19937 random(7);
        const auto one = [&](const auto& of) { return of[random() % of.size()]; };
        constexpr std::array kAtoms{"a", "b", "c", ".", "[ab]", "[^a]", "(a|b)", "(ab|)", "x", "\\.", "[]b]"};
        constexpr std::array kRepeats{"", "", "", "*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}"};
        constexpr std::array kLetters{'a', 'b', 'c', 'x', '.', ']'};
        int matched = 0;
        for (int round = 0; round < 500; ++round) {
            std::string expression = random() % 4 == 0 ? "^" : "";
            for (std::size_t atoms = 1 + random() % 5; atoms > 0; --atoms)
                expression += std::string(one(kAtoms)) + one(kRepeats) + (random() % 6 == 0 ? "|" : "");
            if (random() % 3 == 0)
                expression = "(" + expression + ")" + (expression.front() == '^' ? "" : one(kRepeats));
            expression += random() % 4 == 0 ? "$" : "";
            std::string why;
            const auto ours = RegularExpression::make(expression, why);
            regex_t theirs;
            QCOMPARE(regcomp(&theirs, expression.c_str(), REG_EXTENDED | REG_NOSUB), ours ? 0 : 1);
            for (int text = 0; text < 20; ++text) {
                std::string letters;
                for (std::size_t length = random() % 8; length > 0; --length)
                    letters += one(kLetters);
                const bool wanted = regexec(&theirs, letters.c_str(), 0, nullptr, 0) == 0;
                matched += wanted ? 1 : 0;
                if (ours->matches(letters) != wanted)
                    QFAIL(("/" + expression + "/ on \"" + letters + "\"").c_str());
            }
            regfree(&theirs);
        }
        QVERIFY(matched > 1000 && matched < 9000);
    }

    /// A text on which the states are more than are kept.
    void forgetsAndGoesOn()
    {
        std::string why;
        const auto made = RegularExpression::make("(a|b)*a(a|b){400}c", why);
        QVERIFY2(made, why.c_str());
        std::mt19937 random(7);
        std::string text;
        for (int i = 0; i < 30'000; ++i)
            text += random() % 2 == 0 ? 'a' : 'b';
        QVERIFY(!made->matches(text));
        QVERIFY(made->matches(text + "a" + std::string(400, 'b') + "c"));
    }
};

SHARDSCOPE_TEST(TstRegularExpression)
#include "tst_regular_expression.moc"
