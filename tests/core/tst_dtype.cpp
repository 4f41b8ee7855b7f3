// SPDX-License-Identifier: GPL-3.0-or-later
// core/model/dtype: contract names and widths.
#include "core/model/dtype.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope::core;

class TstDtype : public QObject {
    Q_OBJECT

private slots:
    void namesAndWidths()
    {
        const std::vector<std::pair<std::string_view, double>> widths = {
            {"fp32", 4}, {"tf32", 4}, {"bf16", 2}, {"fp16", 2}, {"fp8", 1}, {"int8", 1}};
        for (const auto& [name, width] : widths) {
            const std::optional<Dtype> dtype = fromName<Dtype>(name);
            QVERIFY(dtype.has_value());
            QCOMPARE(nameOf(*dtype), name);
            QCOMPARE(widthOf(*dtype).value(), width);
        }
        for (const char* wrong : {"", "FP32", "float32", "bf16 ", "fp64"})
            QVERIFY(!fromName<Dtype>(wrong).has_value());
    }
};

SHARDSCOPE_TEST(TstDtype)
#include "tst_dtype.moc"
