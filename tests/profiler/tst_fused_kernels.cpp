// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of torch.compile lead to the operators they were made of: by a node mapping beside the trace, else
// by their names.
#include "core/base/phrase.h"
#include "profiler/pack/pack_file.h"
#include "profiler/trace/fused_kernels.h"
#include "tests/profiler/analysis_case.h"
#include "tests/profiler/import_case.h"
#include "tests/profiler/sql_case.h"
#include "tests/profiler/trace_reference.h"
#include "tests/support/test_registry.h"

#include <QtTest/QtTest>

using namespace shardscope;
using tests::correlation;
using tests::slice;

namespace {

/// The model and its mapping of test/inductor/test_provenance_tracing.py (PyTorch): gelu(addmm(c, a * 3.14,
/// b)). A second graph numbers its kernels from 0 on, too.
constexpr const char* kMapping = R"({
"preToPost": {"mul": ["mul"], "addmm": ["mm_default", "add_tensor"],
              "gelu": ["mul_1", "mul_2", "erf", "add", "mul_3"]},
"postToPre": {"mul": ["mul"], "mm_default": ["addmm"], "add_tensor": ["addmm"], "mul_1": ["gelu"],
              "mul_2": ["gelu"], "erf": ["gelu"], "add": ["gelu"], "mul_3": ["gelu"]},
"cppCodeToPost": {"triton_poi_fused_mul_0:1": ["mul"], "extern_kernels.mm:2": ["mm_default"],
                  "triton_poi_fused_addmm_gelu_1:3": ["mul_3", "mul_1", "add_tensor", "add", "erf", "mul_2"]},
"postToCppCode": {"mul": ["triton_poi_fused_mul_0:1"]}})";

/// A call of a kernel: the operator that inductor records around it, the launch, the device's work.
std::vector<std::string> call(int number, const std::string& operation, const std::string& kernel)
{
    const double at = 100.0 * number;
    return {slice("cpu_op", operation, "5", at, 50),
            slice("cuda_driver", "cuLaunchKernel", "5", at + 10, 10, correlation(number)),
            slice("kernel", kernel, "7", at + 30, 20, correlation(number))};
}

std::string compiledTrace()
{
    std::vector<std::string> events;
    int number = 0;
    for (const auto& [operation, kernel] : std::vector<std::pair<std::string, std::string>>{
             {"triton_poi_fused_mul_0", "triton_poi_fused_mul_0"},
             {"aten::mm", "ampere_sgemm_64x64_tn"},
             {"triton_poi_fused_addmm_gelu_1", "triton_poi_fused_addmm_gelu_1"},
             {"triton_red_fused__to_copy_add_native_layer_norm_2", "triton_"},
         }) {
        for (std::string& event : call(++number, operation, kernel))
            events.push_back(std::move(event));
    }
    return "{\"baseTimeNanoseconds\": 1700000000000000000, \"traceEvents\": [" + tests::joined(events) + "]}";
}

std::vector<std::string> fusedOf(const core::RunPtr& run)
{
    const auto session = tests::sessionOf(run);
    return tests::rowsOf(*session,
                         "SELECT fused, fused_from, fused_nodes, source_nodes FROM launch ORDER BY ts");
}

const std::vector<std::string> kByMapping{
    "mul|mapping|mul|mul|", "NULL|NULL|NULL|NULL|",
    "add, erf, mul|mapping|add, add_tensor, erf, mul_1, mul_2, mul_3|addmm, gelu|",
    "_to_copy, add, native_layer_norm|name|NULL|NULL|"};

} // namespace

class TstFusedKernels : public QObject {
    Q_OBJECT
private slots:
    void names_data()
    {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("operators");
        const auto row = [](const char* kernel, const char* operators) {
            QTest::newRow(kernel) << kernel << operators;
        };
        row("triton_poi_fused_add_cos_sin_0", "add cos sin");
        row("triton_poi_fused_add_0", "add");
        row("triton_per_fused__log_softmax_nll_loss_forward_12", "_log_softmax nll_loss_forward");
        row("triton_red_fused__to_copy_add_native_layer_norm_native_layer_norm_backward_3",
            "_to_copy add native_layer_norm native_layer_norm_backward");
        row("triton_poi_fused_addmm_relu_sigmoid_threshold_backward_0",
            "addmm relu sigmoid threshold_backward");
        row("triton_tem_fused_mm_7", "mm");
        row("triton_poi_fused_my_operator_1", "my_operator");   // as the run names it
        row("triton_poi_fused_add_relu_1_0d1d2de", "add relu"); // Triton 2
        row("triton_for_fused_0", "");
        row("triton__0d1d2d", "");
        row("triton_poi_fused_", "");
        row("_fused_add_0", "");
        row("ampere_sgemm_64x64_tn", "");
    }
    void names()
    {
        QFETCH(const QString, kernel);
        QFETCH(const QString, operators);
        QStringList found;
        for (const std::string& one : profiler::operatorsInName(kernel.toStdString(), {"my_operator"}))
            found.append(QString::fromStdString(one));
        QCOMPARE(found.join(' '), operators);
    }

    void nodesAreOperators()
    {
        QCOMPARE(profiler::operatorOfNode("mul"), std::string("mul"));
        QCOMPARE(profiler::operatorOfNode("mul_12"), std::string("mul"));
        QCOMPARE(profiler::operatorOfNode("add_tensor_1"), std::string("add"));
        QCOMPARE(profiler::operatorOfNode("mm_default"), std::string("mm"));
        QCOMPARE(profiler::operatorOfNode("native_layer_norm_backward"),
                 std::string("native_layer_norm_backward"));
    }

    /// A mapping counts for more than a name, in any order of the files, and stays in packs.
    void mappingsBesideATrace()
    {
        const tests::ScratchFolder scratch;
        const auto trace = scratch.write("trace.json", compiledTrace());
        QCOMPARE(fusedOf(tests::imported(trace).run),
                 (std::vector<std::string>{"mul|name|NULL|NULL|", "NULL|NULL|NULL|NULL|",
                                           "addmm, gelu|name|NULL|NULL|",
                                           "_to_copy, add, native_layer_norm|name|NULL|NULL|"}));
        const auto mapping = scratch.write("inductor_provenance_tracking_node_mappings.json", kMapping);
        for (const auto& files : {std::vector{trace, mapping}, std::vector{mapping, trace}}) {
            const profiler::ImportedRun imported = tests::imported(files);
            QCOMPARE(fusedOf(imported.run), kByMapping);
            QCOMPARE(tests::remarksOf(imported), std::string()); // no second clock, no second rank
            const auto pack = scratch.write("run.shardpack", profiler::encodePack(imported, {}).value());
            QCOMPARE(fusedOf(tests::imported(pack).run), kByMapping);
        }
        const auto other = scratch.write(
            "other.json",
            R"({"preToPost": {}, "postToPre": {}, "cppCodeToPost": {"triton_poi_fused_mul_0:1": ["mul_7"]}})");
        QCOMPARE(fusedOf(tests::imported({trace, mapping, other}).run).front(),
                 std::string("mul|mapping|mul, mul_7|mul|"));
    }

    /// AOTInductor's own file has the same by kernel.
    void kernelInformation()
    {
        const tests::ScratchFolder scratch;
        const auto file = scratch.write("kernel_information.json", R"({"triton_poi_fused_addmm_gelu_1:3":
            {"stack_traces": ["z = y"], "post_grad_nodes": ["mul_3", "add_tensor", "erf"],
             "pre_grad_nodes": ["gelu", "addmm"]
    }})");
        const auto trace = scratch.write("trace.json", compiledTrace());
        QCOMPARE(fusedOf(tests::imported({trace, file}).run).at(2),
                 std::string("add, erf, mul|mapping|add_tensor, erf, mul_3|addmm, gelu|"));
    }

    void aloneItSaysWhatToDo()
    {
        const tests::ScratchFolder scratch;
        const core::Error error = tests::importError(scratch.write("mapping.json", kMapping));
        QVERIFY(error.code == core::ErrorCode::FormatUnknown);
        QVERIFY(core::phraseOf(error.args.at(2))->text.find("trace of the run") != std::string::npos);
    }

    void damage() { tests::surviveDamage(kMapping); }
};

SHARDSCOPE_TEST(TstFusedKernels)
#include "tst_fused_kernels.moc"
