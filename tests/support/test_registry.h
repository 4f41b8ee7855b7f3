// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the test classes of one program. Each tst_name.cpp ends with SHARDSCOPE_TEST(TstName) and
// #include "tst_name.moc".
#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace shardscope::tests {

struct TestClass {
    std::string stem; // of the file: "tst_name", which is what CTest passes
    std::string name; // of the class
    std::function<std::unique_ptr<QObject>()> make;
};

/// \p path of the repository, as the tests of this build find it.
std::string sourceFile(const std::string& path);

/// The classes registered so far, in link order; sorted by stem before running.
std::vector<TestClass>& testClasses();

bool registerTest(const char* file, const char* name, std::function<std::unique_ptr<QObject>()> make);

/// Runs all classes, or those whose stem or class name is among the arguments. Arguments from the first one
/// that starts with '-' on, and test function names after "--", go to Qt Test. Prints totals; 0 where
/// everything passed.
int runTests(int argc, char** argv);

} // namespace shardscope::tests

#define SHARDSCOPE_TEST(Class)                                                                               \
    static const bool registered##Class = shardscope::tests::registerTest(                                   \
        __FILE__, #Class, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); });
