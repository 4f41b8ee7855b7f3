// SPDX-License-Identifier: GPL-3.0-or-later
// The same run in every format gives the same overview, or the overview says what the format does not tell.
#include "profiler/analyze/overview/overview.h"
#include "profiler/pack/build/pack_build.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/planted/writers.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <string>

using namespace shardscope;
using namespace shardscope::profiler;
using tests::planted::Recording;
using tests::planted::Row;
using tests::planted::RowKind;

namespace {

/// What a random run is made of; times in nanoseconds.
struct Shape {
    int ranks = 1;
    int devices = 1;
    unsigned seed = 0;
    bool waits = true;   ///< the host waits for its devices at the end of a step
    bool threads = true; ///< a second thread launches as well, as autograd's does
};

/// A host that is often ahead of its devices and sometimes late; collectives of all devices end together.
class RandomRun {
public:
    explicit RandomRun(const Shape& shape)
        : m_shape(shape)
        , m_random(shape.seed)
    {
        m_recording.ranks = shape.ranks;
        m_recording.devices = shape.devices;
        const auto ranks = static_cast<std::size_t>(shape.ranks);
        m_clock.assign(ranks, 1'000'000);
        m_streams.assign(ranks * static_cast<std::size_t>(shape.devices), {});
    }

    Recording make()
    {
        for (int step = 0; step < kSteps; ++step)
            oneStep(step);
        return std::move(m_recording);
    }

private:
    static constexpr int kSteps = 6;
    static constexpr int kCompute = 7, kCopies = 13, kCommunication = 20; // streams
    using Streams = std::array<std::int64_t, 3>;                          ///< when each of them ends

    std::int64_t between(std::int64_t least, std::int64_t most)
    {
        return std::uniform_int_distribution<std::int64_t>(least, most)(m_random);
    }
    Streams& streamsOf(int rank, int device)
    {
        return m_streams[static_cast<std::size_t>(rank * m_shape.devices + device)];
    }

    Row& add(RowKind kind, int rank, int lane, std::string name, std::int64_t ts, std::int64_t dur)
    {
        Row row;
        row.kind = kind;
        row.rank = rank;
        row.lane = lane;
        row.name = std::move(name);
        row.ts = ts;
        row.dur = dur;
        return m_recording.rows.emplace_back(std::move(row));
    }

    /// An operator of \p thread with one launch; when the work can begin, and the launch's number.
    std::pair<std::int64_t, int> launch(int rank, int thread, const std::string& op, const std::string& call)
    {
        std::int64_t& clock = m_clock[static_cast<std::size_t>(rank)];
        const std::int64_t begin = clock + between(1'000, 5'000);
        Row& row = add(RowKind::Operator, rank, thread, op, begin, 12'000);
        if (op == "aten::mm") {
            row.shapes = "[[2048, 4096], [4096, 8192]]";
            row.types = "[\"c10::BFloat16\", \"c10::BFloat16\"]";
        }
        add(RowKind::Launch, rank, thread, call, begin + 3'000, 5'000).correlation = ++m_calls;
        clock = begin + 12'000;
        return {begin + 9'000, m_calls};
    }

    void work(RowKind kind, int rank, int device, std::pair<std::int64_t, int> launched, std::int64_t end,
              std::int64_t dur, std::string name, std::int64_t bytes)
    {
        constexpr std::array kLanes{kCompute, kCommunication, kCopies};
        const std::size_t at = kind == RowKind::Kernel ? 0 : kind == RowKind::Collective ? 1 : 2;
        std::int64_t& stream = streamsOf(rank, device)[at];
        const std::int64_t begin = std::max(launched.first, stream);
        end = std::max(end, begin + dur);
        Row& row = add(kind, rank, kLanes[at], std::move(name), begin, end - begin);
        row.device = device;
        row.correlation = launched.second;
        row.bytes = bytes;
        stream = end;
    }

    void oneStep(int step)
    {
        const std::vector<std::int64_t> begins = m_clock;
        for (int part = 0; part < 5; ++part) {
            const int thread = m_shape.threads && part >= 3 ? 1 : 0;
            for (int rank = 0; rank < m_shape.ranks; ++rank) {
                for (int device = 0; device < m_shape.devices; ++device)
                    compute(rank, device, thread, part);
            }
            if (part % 2 == 1)
                communicate(thread);
        }
        for (int rank = 0; rank < m_shape.ranks; ++rank)
            endStep(step, rank, begins[static_cast<std::size_t>(rank)]);
    }

    void compute(int rank, int device, int thread, int part)
    {
        static const std::array<std::string, 3> kNames{
            "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5_nn",
            "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>",
            "void at::native::(anonymous namespace)::softmax_warp_forward<float, float, float, 8>"};
        const std::size_t name = static_cast<std::size_t>(part) % 3;
        const std::string op = std::array<std::string, 3>{"aten::mm", "aten::add", "aten::softmax"}[name];
        work(RowKind::Kernel, rank, device, launch(rank, thread, op, "cudaLaunchKernel"), 0,
             between(20'000, 400'000), kNames[name], 0);
        if (part == 1)
            work(RowKind::Kernel, rank, device, {m_clock[static_cast<std::size_t>(rank)], 0}, 0, 5'000,
                 "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>",
                 0); // no launch
        if (part == 2)
            work(RowKind::Copy, rank, device, launch(rank, thread, "aten::copy_", "cudaMemcpyAsync"), 0,
                 between(10'000, 90'000), "Memcpy HtoD (Pinned -> Device)", 1 << 20);
    }

    void communicate(int thread)
    {
        std::vector<std::pair<std::int64_t, int>> launched;
        std::int64_t last = 0;
        for (int rank = 0; rank < m_shape.ranks; ++rank) {
            for (int device = 0; device < m_shape.devices; ++device) {
                launched.push_back(launch(rank, thread, "c10d::allreduce_", "cudaLaunchKernelExC"));
                last = std::max({last, launched.back().first, streamsOf(rank, device)[1]});
            }
        }
        const std::int64_t end = last + between(30'000, 200'000);
        for (int at = 0; at < m_shape.ranks * m_shape.devices; ++at)
            work(RowKind::Collective, at / m_shape.devices, at % m_shape.devices,
                 launched[static_cast<std::size_t>(at)], end, 1, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL",
                 1 << 22);
    }

    void endStep(int step, int rank, std::int64_t begin)
    {
        std::int64_t& clock = m_clock[static_cast<std::size_t>(rank)];
        if (m_shape.waits) {
            std::int64_t end = clock;
            for (int device = 0; device < m_shape.devices; ++device)
                end = std::max(end, std::ranges::max(streamsOf(rank, device)));
            add(RowKind::Wait, rank, 0, "cudaDeviceSynchronize", clock + 1'000, end + 3'000 - clock);
            clock = end + 5'000;
        }
        if (between(0, 3) == 0) {
            add(RowKind::Python, rank, 0, "train.py(12): log_metrics", clock, 300'000);
            add(RowKind::Call, rank, 0, "cudaMalloc", clock + 1'000, between(10'000, 250'000));
            clock += 300'000;
        }
        if (between(0, 1) == 1) {
            const std::int64_t late = between(20'000, 900'000);
            add(RowKind::Annotation, rank, 0, "make_batch", clock, late);
            clock += late;
        }
        add(RowKind::Step, rank, 0, "ProfilerStep#" + std::to_string(step + 3), begin, clock - begin);
    }

    Shape m_shape;
    std::mt19937 m_random;
    Recording m_recording;
    std::vector<std::int64_t> m_clock;
    std::vector<Streams> m_streams;
    int m_calls = 0;
};

std::string shown(double seconds) { return QString::number(seconds * 1e6, 'f', 3).toStdString() + " us"; }

std::string shown(const std::vector<StepPart>& parts)
{
    std::string text;
    for (const StepPart& part : parts)
        text += " " + part.part + " " + shown(part.seconds);
    return text;
}

/// Everything of an overview that a format must not change, a line each.
std::vector<std::string> told(const Overview& overview)
{
    std::vector<std::string> lines;
    lines.push_back("step " + shown(overview.stepSeconds) + " of " + std::to_string(overview.steps) + ", " +
                    std::to_string(overview.warmUpSteps) + " warm up");
    lines.push_back("parts" + shown(overview.parts));
    for (const RankParts& own : overview.byRank)
        lines.push_back("rank " + std::to_string(own.rank) + " device " + std::to_string(own.device) +
                        (own.several ? " of several" : "") + " step " + shown(own.stepSeconds) +
                        " communicating " + shown(own.communicatingSeconds) + shown(own.parts));
    for (const CostFinding& finding : overview.findings)
        lines.push_back("finding " + finding.kind + " rank " + std::to_string(finding.rank) + " device " +
                        std::to_string(finding.device) + " " + shown(finding.recordedSeconds));
    const Coverage& coverage = overview.coverage;
    lines.push_back("launches " + std::to_string(coverage.launches) + ", without work " +
                    std::to_string(coverage.launchesWithoutWork) + "; rows " +
                    std::to_string(coverage.deviceRows) + ", without launch " +
                    std::to_string(coverage.deviceRowsWithoutLaunch) + "; impossible " +
                    std::to_string(coverage.impossibleRows));
    lines.push_back("unknown kernels " + std::to_string(coverage.unknown.names) + " " +
                    shown(coverage.unknown.share));
    std::string checked = "checked";
    for (const std::string& one : overview.checked)
        checked += " " + one;
    lines.push_back(std::move(checked));
    lines.push_back("unrecorded " + shown(overview.unrecorded.seconds) + " " + overview.unrecorded.unknown);
    for (const NotKnown& one : overview.notKnown)
        lines.push_back("not known: " + one.what + " " + one.because);
    return lines;
}

std::vector<std::string> toldOf(const std::vector<std::filesystem::path>& files)
{
    return told(overviewOfPart(tests::imported(files).run, {}).value());
}

/// Lines that differ, each as it is and as it should be; empty: none does.
std::string difference(const std::vector<std::string>& lines, const std::vector<std::string>& should)
{
    std::string differs;
    for (std::size_t at = 0; at < std::max(lines.size(), should.size()); ++at) {
        const std::string is = at < lines.size() ? lines[at] : "";
        const std::string right = at < should.size() ? should[at] : "";
        if (is != right)
            differs += "\n    " + is + "\n  * " + right;
    }
    return differs;
}

} // namespace

class TstFormatsAgree : public QObject {
    Q_OBJECT
private slots:
    void sameOverview_data()
    {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("devices");
        QTest::addColumn<bool>("waits");
        QTest::addColumn<bool>("threads");
        QTest::addColumn<int>("seed");
        int seed = 0;
        for (const auto& [ranks, devices] :
             {std::pair(1, 1), std::pair(1, 2), std::pair(2, 1), std::pair(2, 2)}) {
            for (const bool waits : {true, false}) {
                for (const bool threads : {true, false}) {
                    ++seed;
                    QTest::addRow("%d x %d%s%s", ranks, devices, waits ? ", waits" : "",
                                  threads ? ", threads" : "")
                        << ranks << devices << waits << threads << seed;
                }
            }
        }
    }
    void sameOverview()
    {
        QFETCH(int, ranks);
        QFETCH(int, devices);
        QFETCH(bool, waits);
        QFETCH(bool, threads);
        QFETCH(int, seed);
        const Recording recording =
            RandomRun({ranks, devices, static_cast<unsigned>(seed), waits, threads}).make();
        for (const tests::planted::Format& format : tests::planted::formats()) {
            const Recording own = tests::planted::carried(recording, format);
            const QTemporaryDir folder, other;
            const auto files = tests::planted::writeChrome(own, folder.path().toStdString());
            const std::string differs =
                difference(toldOf(format.write(own, other.path().toStdString())), toldOf(files));
            if (!differs.empty())
                QTest::qFail((format.name + differs).c_str(), __FILE__, __LINE__);
        }
    }

    /// JAX writes its recording twice: as XPlane and as JSON for viewers.
    void jaxWritesTwice()
    {
        const std::filesystem::path folder = tests::sharedPath("traces/shardscope");
        if (folder.empty() || !std::filesystem::exists(folder))
            QSKIP("no shared recordings here");
        const auto overview = [&](const char* file) {
            return overviewOfPart(tests::imported(folder / file).run, {}).value();
        };
        Overview json = overview("h200_jax_mlp.trace.json.gz");
        Overview xplane = overview("h200_jax_mlp.xplane.pb");
        // XLA's writer of JSON leaves out what its allocator tells (rows without length), and nothing else:
        // what recording these cost is not taken out of the JSON's step, which is that much longer.
        std::map<std::string, int> more;
        for (const auto& [file, sign] :
             {std::pair("h200_jax_mlp.xplane.pb", 1), std::pair("h200_jax_mlp.trace.json.gz", -1)}) {
            const core::RunPtr run = tests::imported(folder / file).run;
            const core::Timeline& timeline = *run->timeline;
            for (const core::NameId name : timeline.name())
                more[std::string(timeline.names().text(name))] += sign;
            for (const core::Instant& instant : timeline.instants())
                more[std::string(timeline.names().text(instant.name))] += sign;
        }
        std::erase_if(more, [](const auto& one) { return one.second == 0; });
        QCOMPARE(more, (std::map<std::string, int>{{"MemoryAllocation", 45}, {"MemoryDeallocation", 45}}));
        constexpr double kMostOfAnEvent = 1.5e-6; // s
        const double longer = json.unrecorded.seconds - xplane.unrecorded.seconds;
        QVERIFY(longer > 0 && longer < kMostOfAnEvent * 90 / static_cast<double>(xplane.steps));
        json.unrecorded = xplane.unrecorded = {};
        QCOMPARE(difference(told(json), told(xplane)), std::string());
    }

    /// The program's own packs hold what any of the formats told.
    void packed_data()
    {
        QTest::addColumn<QString>("format");
        for (const tests::planted::Format& format : tests::planted::formats())
            QTest::newRow(format.name) << format.name;
    }
    void packed()
    {
        QFETCH(QString, format);
        const auto own =
            std::ranges::find_if(tests::planted::formats(), [&](const tests::planted::Format& one) {
                return format == QLatin1String(one.name);
            });
        const Recording recording = RandomRun({2, 2, 99}).make();
        const QTemporaryDir folder;
        const auto files = own->write(recording, folder.path().toStdString());
        const std::filesystem::path pack = folder.filePath("run.shardscope").toStdString();
        SoloWorker worker;
        QVERIFY(buildPack(files, pack, worker, {}).ok());
        const std::string differs = difference(toldOf({pack}), toldOf(files));
        QVERIFY2(differs.empty(), differs.c_str());
    }
};

SHARDSCOPE_TEST(TstFormatsAgree)
#include "tst_formats_agree.moc"
