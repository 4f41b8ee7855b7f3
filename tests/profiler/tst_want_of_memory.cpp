// SPDX-License-Identifier: GPL-3.0-or-later
// Want of memory in a thread of the pool reaches who waits for its work: a program may then go on.
#include "core/base/parallel.h"
#include "profiler/import/bytes/work_ahead.h"
#include "profiler/import/chrome/chrome_pipeline.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <atomic>
#include <cstring>
#include <new>

using namespace shardscope;
using namespace shardscope::profiler;

namespace {

/// Text without end, until there is no memory left.
class ScarceSource final : public ByteSource {
public:
    core::Result<std::size_t> read(char* buffer, std::size_t size) override
    {
        static const std::string event = R"({"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"a"},)";
        constexpr std::size_t kPlenty = 64'000;
        if (m_given > kPlenty)
            throw std::bad_alloc();
        for (std::size_t at = 0; at < size; ++at)
            buffer[at] = event[(m_given + at) % event.size()];
        m_given += size;
        return size;
    }
    std::uint64_t fileBytesRead() const override { return m_given; }
    std::uint64_t fileBytes() const override { return 1 << 30; }
    const std::vector<SourceOddity>& oddities() const override { return m_none; }
    std::shared_ptr<const RandomText> randomText() override { return nullptr; }

private:
    std::atomic<std::size_t> m_given = 0;
    std::vector<SourceOddity> m_none;
};

} // namespace

class TstWantOfMemory : public QObject {
    Q_OBJECT
private slots:
    void itemsAhead()
    {
        const core::ThreadCount threads(4);
        for (std::size_t lost = 0; lost < 16; lost += 5) {
            bool told = false;
            try {
                WorkAhead ahead(16, 6, [lost](std::size_t item) {
                    if (item == lost)
                        throw std::bad_alloc();
                });
                for (std::size_t item = 0; item < 16; ++item)
                    ahead.reach(item);
            } catch (const std::bad_alloc&) {
                told = true;
            }
            QVERIFY2(told, QByteArray::number(static_cast<int>(lost)).constData());
        }
    }

    void piecesOfText()
    {
        const core::ThreadCount threads(4);
        for (int round = 0; round < 20; ++round) {
            ScarceSource source;
            const core::Task task;
            bool told = false;
            try {
                ChromePipeline pipeline(source, 4096, 4, task);
                for (int pieces = 0; pieces < 1000; ++pieces)
                    static_cast<void>(pipeline.next());
            } catch (const std::bad_alloc&) {
                told = true;
            }
            QVERIFY(told);
        }
    }
};

SHARDSCOPE_TEST(TstWantOfMemory)
#include "tst_want_of_memory.moc"
