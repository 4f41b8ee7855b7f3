// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/profiler/hta_case.h"

#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

namespace shardscope::tests {
using nlohmann::json;

namespace {

/// Our own value, in ns, where HolisticTraceAnalysis' is not kept, and why.
struct Own {
    std::int64_t value;
    const char* why;
};
const std::map<std::string, Own>& ownValues()
{
    static constexpr const char* kDouble = "its timestamps are doubles, up to 0.25 us apart";
    static constexpr const char* kSync = "it counts rows of synchronisation as device time";
    static constexpr const char* kCpuOp = "it counts an operation of the host that names a stream";
    static constexpr const char* kOverlap = "it adds gaps of overlapping kernels, which are negative";
    static constexpr const char* kNoCall = "it takes kernels without a call for launched late";
    static const std::map<std::string, Own> values{
        {"ns_resolution idle", {6452701, kDouble}},
        {"tracelens_mi300_resnet_act_ckpt idle", {283536, kDouble}},
        {"alexnet idle", {12854103000, kSync}},
        {"alexnet kernel_time", {12920244000, kSync}},
        {"alexnet non_compute", {55511000, kSync}},
        {"simple_add idle", {15975817000, kSync}},
        {"simple_add kernel_time", {16025575000, kSync}},
        {"simple_add non_compute", {39088000, kSync}},
        {"tracelens_b200_eager idle", {72890696, kCpuOp}},
        {"tracelens_b200_eager compute", {8652137, kCpuOp}},     // and collectives of vLLM are communication
        {"tracelens_b200_eager non_compute", {2944345, kCpuOp}}, // here
        {"ns_resolution 0/7 host_wait", {1347125, kDouble}},
        {"ns_resolution 0/7 kernel_wait", {5105576, kDouble}},
        {"ns_resolution max_launch_delay", {90937999, kDouble}},
        {"ns_resolution median launch_delay", {76012301, kDouble}},
        {"ns_resolution 135106 launch_delay", {756, kDouble}},
        {"ns_resolution 135139 launch_delay", {308, kDouble}},
        {"nccl_data 0/7 kernel_wait", {1414183, kDouble}},
        {"tracelens_mi300_owlv2 0/0 kernel_wait", {253666, kOverlap}},
        {"tracelens_b200_eager 0/7 kernel_wait", {420603, kOverlap}},
        {"trace_diff_test 3/7 kernel_wait", {42486000, kOverlap}},
        {"param_dlrm_8ranks 1/7 host_wait", {17356000, kNoCall}},
        {"param_dlrm_8ranks 1/7 kernel_wait", {208000, kNoCall}},
        {"param_dlrm_8ranks 3/7 host_wait", {17465000, kNoCall}},
        {"param_dlrm_8ranks 3/7 kernel_wait", {192000, kNoCall}},
    };
    return values;
}

/// Runs a Python program to its end. Not by QProcess: of a process that was forked, ThreadSanitizer loses
/// what its threads waited for, and takes all that follows for races.
void runPython(std::vector<std::string> words)
{
    words.insert(words.begin(), "python3");
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (pid_t process = 0;
        ::posix_spawnp(&process, "python3", nullptr, nullptr, arguments.data(), environ) == 0)
        ::waitpid(process, nullptr, 0);
}

/// The synthetic trace of the reference values; it lies in a folder that the program takes away at its end.
std::vector<std::filesystem::path> generated()
{
    static const QTemporaryDir folder;
    const QString file = folder.filePath("synthetic.json");
    const std::filesystem::path program = sharedPath("tools/gen_trace.py");
    if (!program.empty() && !QFile::exists(file))
        runPython({program.string(), "--events", "100000", "--seed", "1", "--out", file.toStdString()});
    return QFile::exists(file) ? std::vector{std::filesystem::path(file.toStdString())}
                               : std::vector<std::filesystem::path>{};
}

} // namespace

const json& htaGolden()
{
    static const json values = [] {
        const std::filesystem::path file = sharedPath("validation/hta_golden.json");
        if (file.empty())
            return json();
        std::ifstream stream(file);
        return json::parse(stream);
    }();
    return values;
}

std::vector<std::filesystem::path> htaFiles(const std::string& file)
{
    if (file.empty())
        return generated();
    const std::filesystem::path path = sharedPath("traces/" + file);
    std::vector<std::filesystem::path> files;
    if (path.empty() || !std::filesystem::is_directory(path))
        return path.empty() ? files : std::vector{path};
    for (const auto& entry : std::filesystem::directory_iterator(path))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

void compareMicroseconds(const std::string& what, std::int64_t nanoseconds, double wanted, double slack)
{
    const auto own = ownValues().find(what);
    if (own != ownValues().end()) {
        QVERIFY2(nanoseconds == own->second.value,
                 (what + ": " + std::to_string(nanoseconds) + " (" + own->second.why + ")").c_str());
        return;
    }
    const double got = static_cast<double>(nanoseconds) / 1000;
    QVERIFY2(std::abs(got - wanted) <= std::max(1e-6 * std::abs(wanted), slack),
             (what + ": " + std::to_string(got) + " us instead of " + std::to_string(wanted)).c_str());
}

bool isOurs(const std::string& what) { return ownValues().count(what) > 0; }

void compareShare(const std::string& what, const json& got, const json& wanted, double unit, double slack)
{
    QVERIFY2(got.is_null() == wanted.is_null(), what.c_str());
    if (!got.is_null())
        QVERIFY2(std::abs(unit * got.get<double>() - wanted.get<double>()) < slack, what.c_str());
}

std::vector<ReportRow> ofRank(const std::vector<ReportRow>& rows, const json& rank, bool several)
{
    std::vector<ReportRow> own;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(own),
                 [&](const ReportRow& row) { return !several || row.at("rank") == rank; });
    return own;
}

} // namespace shardscope::tests
