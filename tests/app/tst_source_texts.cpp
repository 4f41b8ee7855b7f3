// SPDX-License-Identifier: GPL-3.0-or-later
// Texts below app are listed where lupdate finds them.
#include "app/session/source_texts.h"
#include "core/plan/plan_file.h"
#include "profiler/import/remark_kinds.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

class TstSourceTexts : public QObject {
    Q_OBJECT
private slots:
    void planKeysAreListed()
    {
        const auto& listed = app::listedSourceTexts();
        QVERIFY(!core::planKeys().empty());
        for (const core::PlanKey& key : core::planKeys())
            QVERIFY2(std::find(listed.begin(), listed.end(), key.help) != listed.end(), key.help.c_str());
    }

    void remarksAreListed()
    {
        const auto& listed = app::listedSourceTexts();
        for (const profiler::RemarkKindInfo& kind : profiler::remarkKinds()) {
            QVERIFY2(std::find(listed.begin(), listed.end(), kind.help) != listed.end(),
                     std::string(kind.help).c_str());
        }
    }
};

SHARDSCOPE_TEST(TstSourceTexts)
#include "tst_source_texts.moc"
