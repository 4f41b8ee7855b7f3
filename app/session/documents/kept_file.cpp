// SPDX-License-Identifier: GPL-3.0-or-later
// The checksum is that of the content's text as it stands in the file.
#include "app/session/documents/kept_file.h"

#include "core/base/error_at.h"
#include "core/base/phrase.h"
#include "core/io/files.h"
#include "core/io/text_file.h"
#include "core/io/value.h"

#include <QCryptographicHash>
#include <QStandardPaths>

#include <string_view>

namespace shardscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnd = "\n}\n";

std::string headOf(std::string_view content)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(content.data(), static_cast<qsizetype>(content.size())));
    return "{\"sha256\": \"" + hash.result().toHex().toStdString() + "\",\n\"content\":\n";
}

core::Error corrupt(const fs::path& file)
{
    return core::errorIn(core::ErrorCode::DataCorrupt, {core::phrase(W_("the checksum does not match"))},
                         file.string());
}

} // namespace

fs::path dataFolder()
{
    if (qEnvironmentVariableIsSet("SHARDSCOPE_DATA"))
        return qEnvironmentVariable("SHARDSCOPE_DATA").toStdString();
    return fs::path(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation).toStdString()) /
           "shardscope";
}

core::Result<core::Done> writeKeptFile(const fs::path& file, const core::Value& content)
{
    static_cast<void>(core::files::makeFolders(file.parent_path())); // told by the writing, which fails then
    const std::string text = core::jsonText(content);
    return core::writeTextFile(file, headOf(text) + text + std::string(kEnd));
}

core::Result<core::Value> readKeptFile(const fs::path& file)
{
    SHARDSCOPE_TRY(const std::string text, core::readTextFile(file));
    const std::size_t head = headOf({}).size(); // of one length, whatever the content is
    if (text.size() < head + kEnd.size() || !std::string_view(text).ends_with(kEnd))
        return corrupt(file);
    const std::string_view content = std::string_view(text).substr(head, text.size() - head - kEnd.size());
    if (std::string_view(text).substr(0, head) != headOf(content))
        return corrupt(file);
    return core::parseJsonText(content, file.string());
}

} // namespace shardscope::app
