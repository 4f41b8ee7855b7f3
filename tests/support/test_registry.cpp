// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the registered test classes one after another through Qt Test.
#include "tests/support/test_registry.h"

#include <QStringList>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace shardscope::tests {

std::string sourceFile(const std::string& path) { return SHARDSCOPE_SOURCE_DIR "/" + path; }

std::vector<TestClass>& testClasses()
{
    static std::vector<TestClass> classes;
    return classes;
}

bool registerTest(const char* file, const char* name, std::function<std::unique_ptr<QObject>()> make)
{
    std::string stem(file);
    if (const auto slash = stem.find_last_of('/'); slash != std::string::npos) {
        stem.erase(0, slash + 1);
    }
    stem.erase(stem.find_last_of('.'));
    testClasses().push_back({stem, name, std::move(make)});
    return true;
}

int runTests(int argc, char** argv)
{
    std::vector<std::string> wanted;
    QStringList passedOn{QString::fromLocal8Bit(argv[0])};
    int index = 1;
    for (; index < argc && argv[index][0] != '-'; ++index) {
        wanted.emplace_back(argv[index]);
    }
    for (; index < argc; ++index) {
        if (std::string_view(argv[index]) != "--") {
            passedOn << QString::fromLocal8Bit(argv[index]);
        }
    }

    auto& classes = testClasses();
    std::sort(classes.begin(), classes.end(),
              [](const TestClass& left, const TestClass& right) { return left.stem < right.stem; });
    std::vector<std::string> failed;
    std::size_t run = 0;
    for (const TestClass& candidate : classes) {
        const auto matches = [&](const std::string& name) {
            return name == candidate.stem || name == candidate.name;
        };
        if (!wanted.empty() && std::none_of(wanted.begin(), wanted.end(), matches)) {
            continue;
        }
        ++run;
        const std::unique_ptr<QObject> object = candidate.make();
        if (QTest::qExec(object.get(), passedOn) != 0) {
            failed.push_back(candidate.name);
        }
    }
    std::printf("Classes: %zu passed, %zu failed\n", run - failed.size(), failed.size());
    for (const std::string& name : failed) {
        std::printf("  failed: %s\n", name.c_str());
    }
    if (run == 0 || run < wanted.size()) {
        std::fprintf(stderr, "a test class that was asked for is not in this program\n");
        return 2;
    }
    return failed.empty() ? 0 : 1;
}

} // namespace shardscope::tests
