// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/import/perfetto/perfetto_arguments.h"

#include "profiler/import/perfetto/perfetto_fields.h"
#include "profiler/import/protobuf/wire.h"
#include "profiler/import/text/json_writer.h"

#include <proto/perfetto.pb.h>

namespace shardscope::profiler {

namespace {

class PerfettoArguments : public FileArguments {
public:
    PerfettoArguments(std::shared_ptr<const RandomText> text,
                      std::shared_ptr<const PerfettoNameHistory> names)
        : m_text(std::move(text))
        , m_names(std::move(names))
    {
    }

    [[nodiscard]] std::string at(std::uint64_t place) const override
    {
        // The place is that of the packet's tag in the trace.
        const std::uint64_t offset = place;
        for (const std::size_t size : {std::size_t{4} << 10, std::size_t{1} << 20}) {
            std::string bytes(size, '\0');
            bytes.resize(m_text->read(offset, bytes.data(), bytes.size()));
            const auto field = WireReader(bytes).next();
            perfetto::TracePacket packet;
            if (!field || field->type != WireType::Bytes ||
                !packet.ParsePartialFromArray(field->bytes.data(), static_cast<int>(field->bytes.size())))
                continue;
            if (packet.has_gpu_render_stage_event())
                return gpuArguments(packet.gpu_render_stage_event());
            return perfettoAnnotations(packet.track_event(),
                                       m_names->at(packet.trusted_packet_sequence_id(), offset));
        }
        return "{}";
    }

private:
    static std::string gpuArguments(const perfetto::GpuRenderStageEvent& event)
    {
        JsonWriter json;
        json.beginObject();
        json.key("event_id").unsignedInteger(event.event_id());
        json.key("context").unsignedInteger(event.context());
        for (const auto& extra : event.extra_data())
            json.key(extra.name()).text(extra.value());
        json.endObject();
        return json.take();
    }

    std::shared_ptr<const RandomText> m_text;
    std::shared_ptr<const PerfettoNameHistory> m_names;
};

} // namespace

std::shared_ptr<const FileArguments> makePerfettoArguments(std::shared_ptr<const RandomText> text,
                                                           std::shared_ptr<const PerfettoNameHistory> names)
{
    return std::make_shared<PerfettoArguments>(std::move(text), std::move(names));
}

} // namespace shardscope::profiler
