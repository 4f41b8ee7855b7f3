// SPDX-License-Identifier: GPL-3.0-or-later
// Has no header of its own: formats.h declares the format that it reads.
#include "profiler/import/arguments/document_reader.h"
#include "profiler/import/formats.h"
#include "profiler/import/text/json_head.h"
#include "profiler/import/text/json_walk.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::profiler {

namespace {

std::vector<std::string> textsOf(std::string_view array)
{
    std::vector<std::string> texts;
    json::walkArray(array, [&](std::string_view value, bool complete) {
        if (complete)
            texts.push_back(json::textOf(value));
    });
    return texts;
}

class NodeMappingReader : private DocumentReader {
public:
    NodeMappingReader(const json::Document& document, ImportTarget& target, const core::Task& task)
        : DocumentReader(document, target, task)
    {
    }

    core::Result<core::Done> read()
    {
        bool found = false;
        std::string_view kernels;
        std::string_view toSources;
        note(json::walkObject(m_document.root(), [&](std::string_view key, std::string_view value, bool) {
            if (key == kKernels)
                kernels = value;
            else if (key == "postToPre")
                toSources = value;
            else if (value.starts_with('{'))
                found = readInformation(key, value) || found;
        }));
        json::walkObject(toSources, [&](std::string_view node, std::string_view nodes) {
            m_sources.emplace(node, textsOf(nodes));
        });
        note(json::walkObject(
            kernels, [&](std::string_view call, std::string_view nodes) { add(call, textsOf(nodes), {}); }));
        return ended(found || !kernels.empty(), kKernels, "torch.compile's node mappings");
    }

private:
    /// C++ is what AOTInductor calls kernels from; the keys are names of kernels, of Triton's as well.
    static constexpr std::string_view kKernels = "cppCodeToPost";

    /// A kernel as AOTInductor's kernel_information.json has it. False: \p value is something else.
    bool readInformation(std::string_view call, std::string_view value)
    {
        const std::string_view nodes = json::memberOf(value, "post_grad_nodes");
        if (nodes.empty())
            return false;
        add(call, textsOf(nodes), textsOf(json::memberOf(value, "pre_grad_nodes")));
        return true;
    }

    /// \p call: the kernel's name, and behind a colon the number of the call where the file numbers them.
    void add(std::string_view call, std::vector<std::string> nodes, std::vector<std::string> sources)
    {
        ++m_target.tally.events;
        for (const std::string& node : nodes) {
            if (const auto found = m_sources.find(node); found != m_sources.end())
                sources.insert(sources.end(), found->second.begin(), found->second.end());
        }
        if (m_target.kernelOrigins != nullptr)
            core::addOrigin(*m_target.kernelOrigins, {std::string(call.substr(0, call.find(':'))),
                                                      std::move(nodes), std::move(sources)});
    }

    std::map<std::string, std::vector<std::string>, std::less<>> m_sources; ///< by node
};

bool sniff(std::string_view firstBytes)
{
    const json::Head head(firstBytes);
    const auto nodes = json::headMember(head.firstValue(), "post_grad_nodes");
    return head.has("preToPost") || head.has("cppCodeToPost") || (nodes && nodes->starts_with('['));
}

} // namespace

const SerialImporter kNodeMappingFormat("torch.compile's node mappings", sniff,
                                        readDocument<NodeMappingReader>, true);

} // namespace shardscope::profiler
