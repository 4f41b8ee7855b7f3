// SPDX-License-Identifier: GPL-3.0-or-later
// Floating-point operations achieved, by product and by step, from recorded shapes and the device time their
// kernels took; against a device's peaks where the hardware is named.
#include "core/base/text_mark.h"
#include "core/hardware/device_model.h"
#include "profiler/analyze/builtin.h"
#include "profiler/analyze/device/roofline.h"
#include "profiler/analyze/input/keep_top.h"
#include "profiler/analyze/input/report_parts.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

namespace shardscope::profiler {

namespace {

struct Tables {
    core::Table products{
        "products",
        N_("Products"),
        {rankColumn(), deviceColumn(), textColumn("operation", N_("Operation")),
         textColumn("shape", N_("Shapes")), textColumn("dtype", N_("Type")),
         textColumn(
             "mask", N_("Mask"),
             N_("Of an attention: causal (the scores that the mask leaves count), none, or not told (all "
                "count)")),
         textColumn("format", N_("Computed in"),
                    N_("The number format whose peak holds: as the longest kernel is named, else as PyTorch "
                       "does by default")),
         integerColumn("calls", N_("Calls")), quantityColumn("flops", N_("Work"), core::kFlop),
         nanosColumn("device", N_("Device time")),
         quantityColumn("flops_per_second", N_("Achieved"), core::kFlopPerSecond),
         fractionColumn("of_peak", N_("Of the peak")),
         realColumn("intensity", N_("FLOP a byte"), N_("Operands read and the result written once")),
         textColumn("bound", N_("Roofline"),
                    N_("compute or memory: which of the device's peaks limits this shape")),
         fractionColumn("of_roofline", N_("Of the roofline"))},
        {}};
    core::Table steps{
        "step_utilization",
        N_("Utilisation of steps"),
        {rankColumn(), deviceColumn(), textColumn("step", N_("Step")), timeColumn("begin", N_("Begin")),
         nanosColumn("time", N_("Duration")), quantityColumn("flops", N_("Work"), core::kFlop),
         quantityColumn("flops_per_second", N_("Achieved"), core::kFlopPerSecond),
         fractionColumn("mfu", N_("Utilisation (MFU)"),
                        N_("Work of the counted products over the step's time, of the peak")),
         fractionColumn("coverage", N_("Kernel time covered"),
                        N_("Time of the counted products' kernels, of all kernels that compute"))},
        {}};
};

/// The calls of one operation on operands of one shape.
struct Product {
    const OperationCall* first = nullptr;
    std::int64_t calls = 0;
    std::int64_t timed = 0; ///< calls whose kernels were recorded
    std::int64_t device = 0;
    const OperationCall* longest = nullptr;

    /// Counts the calls whose kernels were recorded; 0 if there are none.
    [[nodiscard]] double flopsPerSecond() const
    {
        return device > 0
                   ? longest->work->flops * static_cast<double>(timed) / (static_cast<double>(device) * 1e-9)
                   : 0;
    }
};

core::Cell maskCell(CausalMask mask)
{
    switch (mask) {
    case CausalMask::NoAttention: return {};
    case CausalMask::NotTold: return std::string("not told");
    case CausalMask::None: return std::string("none");
    case CausalMask::Causal: return std::string("causal");
    }
    return {};
}

/// Products by device time, longest first.
std::vector<Product> productsOf(const AnalysisInput& input, const std::vector<OperationCall>& calls)
{
    std::map<std::tuple<core::NameId, std::string, std::string, CausalMask>, Product> byShape;
    for (const OperationCall& call : calls) {
        if (!call.work)
            continue;
        Product& sum =
            byShape[{input.timeline().name()[call.row], call.work->shape, call.work->dtype, call.work->mask}];
        sum.first = sum.first == nullptr ? &call : sum.first;
        sum.longest = sum.longest == nullptr || call.device > sum.longest->device ? &call : sum.longest;
        ++sum.calls;
        sum.timed += call.device > 0 ? 1 : 0;
        sum.device += call.device;
    }
    std::vector<Product> products;
    products.reserve(byShape.size());
    for (const auto& [key, sum] : byShape)
        products.push_back(sum);
    std::ranges::stable_sort(products, std::greater{}, &Product::device);
    return products;
}

/// Products that are faster than the peak they are held against.
struct Beyond {
    std::int64_t products = 0;
    double most = 1;
    const Product* worst = nullptr;
    std::string_view format;
};

/// Says which peaks are not what they seem: products above theirs, and formats that no kernel told.
void tellFormats(core::Report& report, const AnalysisInput& input, const RankPart& part,
                 const std::vector<Product>& products, const AnalysisOptions& options)
{
    std::int64_t assumed = 0;
    Beyond fewer; // operations than are counted
    Beyond other;
    for (const Product& product : products) {
        const std::optional<NumberFormat> format = formatOf(input, *product.longest, options);
        const Peaks peaks = peaksOf(options, format);
        assumed += format && format->assumed ? 1 : 0;
        const double share = peaks.flops ? product.flopsPerSecond() / *peaks.flops : 0;
        Beyond& beyond = product.longest->transformed ? fewer : other;
        beyond.products += share > 1 ? 1 : 0;
        if (share > beyond.most)
            beyond = {beyond.products, share, &product, nameOf(format->dtype)};
    }
    std::int64_t untold = 0; // calls whose mask nothing tells
    for (const Product& product : products)
        untold += product.first->work->mask == CausalMask::NotTold ? product.calls : 0;
    if (untold > 0)
        report.findings.push_back(finding("utilization.mask_not_told", core::Severity::Info,
                                          {rankText(part), std::to_string(untold)}));
    if (assumed > 0)
        report.findings.push_back(finding("utilization.tf32_by_default", core::Severity::Info,
                                          {rankText(part), std::to_string(assumed)}));
    const auto tell = [&](const char* key, const Beyond& beyond) {
        if (beyond.worst == nullptr)
            return;
        report.findings.push_back(
            finding(key, core::Severity::Notice,
                    {rankText(part), std::to_string(beyond.products), percentText(beyond.most),
                     std::string(beyond.format),
                     std::string(input.text(input.timeline().name()[beyond.worst->first->row])),
                     beyond.worst->first->work->shape},
                    {markOf(input, beyond.worst->longest->row)}));
    };
    tell("utilization.fewer_operations", fewer);
    tell("utilization.beyond_peak", other);
}

void addProducts(Tables& tables, core::Report& report, const AnalysisInput& input, const RankPart& part,
                 const std::vector<OperationCall>& calls, const AnalysisOptions& options)
{
    std::vector<Product> products = productsOf(input, calls);
    tellFormats(report, input, part, products, options);
    keepTop(products, options.top, tables.products.title, report);
    for (const Product& sum : products) {
        const OperationWork& work = *sum.first->work;
        const double bytes = bytesOf(work);
        const std::optional<NumberFormat> format = formatOf(input, *sum.longest, options);
        const Peaks peaks = peaksOf(options, format);
        core::Cell achieved;
        core::Cell ofPeak;
        core::Cell bound;
        core::Cell ofRoofline;
        if (sum.device > 0) {
            achieved = sum.flopsPerSecond();
            if (peaks.flops)
                ofPeak = sum.flopsPerSecond() / *peaks.flops;
        }
        if (const auto roof = roofOf(work, peaks)) {
            bound = std::string(*roof < *peaks.flops ? "memory" : "compute");
            if (sum.device > 0)
                ofRoofline = sum.flopsPerSecond() / *roof;
        }
        tables.products.rows.push_back(
            {rankCell(part), deviceCell(part),
             std::string(input.text(input.timeline().name()[sum.first->row])), work.shape, work.dtype,
             maskCell(work.mask), format ? core::Cell{std::string(nameOf(format->dtype))} : core::Cell{},
             sum.calls, work.flops * static_cast<double>(sum.calls), sum.device, achieved, ofPeak,
             bytes > 0 ? core::Cell{work.flops / bytes} : core::Cell{}, bound, ofRoofline});
    }
    if (!products.empty())
        report.findings.push_back(finding(
            "utilization.largest", core::Severity::Info,
            {rankText(part), std::string(input.text(input.timeline().name()[products.front().first->row])),
             products.front().first->work->shape, nanosText(products.front().device)},
            {markOf(input, products.front().longest->row)}));
}

void addSteps(Tables& tables, core::Report& report, const AnalysisInput& input, std::size_t part,
              const std::vector<OperationCall>& calls, const AnalysisOptions& options)
{
    const RankSteps& found = input.steps(part);
    const core::Timeline& timeline = input.timeline();
    const DeviceWork& work = input.deviceWork(part);
    const auto computing = [&](const RankStep& step) {
        std::int64_t time = 0;
        for (std::size_t at = 0; at < work.rows.size(); ++at) {
            const std::int64_t ts = timeline.ts()[work.rows[at]];
            time += work.kinds[at] == KernelKind::Compute && ts >= step.begin && ts < step.end
                        ? timeline.dur()[work.rows[at]]
                        : 0;
        }
        return time;
    };
    core::Series series =
        rankSeries("utilization." + std::to_string(part), input.ranks()[part], core::kFlopPerSecond);
    std::int64_t coveredInAll = 0; // of one step it says little: devices run on in the next
    std::int64_t computingInAll = 0;
    for (const RankStep& step : found.steps) {
        std::int64_t covered = 0;
        double all = 0;
        double secondsAtPeak = 0; // of each in its own format
        bool allKnown = true;
        for (const OperationCall& call : calls) {
            if (!call.work)
                continue;
            const bool ofDevice = found.source == StepSource::Period;
            const std::int64_t at = ofDevice ? call.firstStart : call.begin;
            const core::Interval time = ofDevice ? core::Interval{step.begin, step.end} : step.host;
            if (at >= time.begin && at < time.end) {
                const Peaks peaks = peaksOf(options, formatOf(input, call, options));
                all += call.work->flops;
                secondsAtPeak += peaks.flops ? call.work->flops / *peaks.flops : 0;
                allKnown = allKnown && peaks.flops.has_value();
            }
            if (call.firstStart >= step.begin && call.firstStart < step.end)
                covered += call.device;
        }
        const double seconds = static_cast<double>(step.end - step.begin) * 1e-9;
        const bool timed = step.end > step.begin;
        tables.steps.rows.push_back(
            {rankCell(input.ranks()[part]), deviceCell(input.ranks()[part]), step.name,
             timeCell(input, step.begin), step.end - step.begin, all,
             timed ? core::Cell{all / seconds} : core::Cell{},
             timed && allKnown && all > 0 ? core::Cell{secondsAtPeak / seconds} : core::Cell{},
             shareCell(covered, computing(step))});
        coveredInAll += covered;
        computingInAll += computing(step);
        series.x.push_back(static_cast<double>(series.x.size()));
        series.y.push_back(timed ? all / seconds : 0);
    }
    if (!series.x.empty())
        report.series.push_back(std::move(series));
    constexpr double kMostOfIt = 0.5;
    if (computingInAll > 0 &&
        static_cast<double>(coveredInAll) < kMostOfIt * static_cast<double>(computingInAll))
        report.findings.push_back(
            finding("utilization.coverage", core::Severity::Notice,
                    {rankText(input.ranks()[part]),
                     percentText(static_cast<double>(coveredInAll) / static_cast<double>(computingInAll))}));
}

/// Says whose peaks are meant, and where the run was recorded on another device.
void tellPeaks(const AnalysisInput& input, const AnalysisOptions& options, core::Report& report)
{
    if (!options.hardware) {
        report.findings.push_back(finding("utilization.no_hardware", core::Severity::Info));
        return;
    }
    for (const auto& [key, value] : input.run().metadata) {
        const std::string model = key == "device" ? core::deviceModel(value) : std::string();
        if (!model.empty() && !core::namesModel(options.hardware->name, model)) {
            report.findings.push_back(
                finding("utilization.other_device", core::Severity::Notice, {value, options.hardware->name}));
            return;
        }
    }
    report.findings.push_back(finding("utilization.peaks", core::Severity::Info, {options.hardware->name}));
}

} // namespace

core::Result<std::string_view> utilizationLacks(const AnalysisInput& input,
                                                const AnalysisOptions& /*options*/, const core::Task& task)
{
    SHARDSCOPE_TRY(const ShapesKnown known, shapesKnown(input, task));
    return std::string_view(known == ShapesKnown::Yes  ? ""
                            : known == ShapesKnown::No ? "no_shapes"
                                                       : "no_products");
}

core::Result<core::Report> utilization(const AnalysisInput& input, const AnalysisOptions& options,
                                       const core::Task& task)
{
    core::Report report;
    Tables tables;
    for (std::size_t part = 0; part < input.ranks().size(); ++part) {
        SHARDSCOPE_TRY(const std::vector<OperationCall> calls, operationCalls(input, part, task));
        addProducts(tables, report, input, input.ranks()[part], calls, options);
        if (!tables.products.rows.empty())
            addSteps(tables, report, input, part, calls, options);
    }
    tellPeaks(input, options, report);
    addTables(report, std::move(tables.products), std::move(tables.steps));
    return report;
}

} // namespace shardscope::profiler
