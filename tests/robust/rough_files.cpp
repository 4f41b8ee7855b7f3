// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/robust/rough_files.h"

#include <QDir>
#include <QFile>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace shardscope::tests {

namespace {

/// A file of \p content, called bad.json.
std::function<QString(const QString&)> holding(const QByteArray& content)
{
    return [content](const QString& folder) { return writeFile(folder + "/bad.json", content); };
}

QByteArray manyKeys(int count)
{
    QByteArray text = "{\"parallel\": {\"tensor\": 1}";
    for (int number = 0; number < count; ++number)
        text += ", \"key" + QByteArray::number(number) + "\": 1";
    return text + "}";
}

QByteArray recommender(const QByteArray& tables)
{
    return "{\"kind\": \"recommender\", \"name\": \"r\", \"dense_features\": 4, \"bottom_mlp\": [8], "
           "\"top_mlp\": [4, 1], "
           "\"interaction\": \"cat\", \"tables\": [" +
           tables + "]}";
}

} // namespace

QString writeFile(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(content) != content.size())
        return {};
    return path;
}

QByteArray readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const std::vector<RoughFile>& roughPlaces()
{
    static const std::vector<RoughFile> files{
        {"nothing there", [](const QString& folder) { return folder + "/absent.json"; }, true},
        {"no name", [](const QString&) { return QString(); }, true},
        {"a name of 256 characters", [](const QString&) { return QString(256, 'n'); }, true},
        {"a path of 5000 characters",
         [](const QString& folder) { return folder + "/" + QString("d/").repeated(2500); }, true},
        {"behind a file",
         [](const QString& folder) { return writeFile(folder + "/plain", "x") + "/bad.json"; }, true},
        {"a folder",
         [](const QString& folder) {
             QDir(folder).mkdir("empty");
             return folder + "/empty";
         },
         true},
        {"a loop of links",
         [](const QString& folder) {
             QFile::link(folder + "/two.json", folder + "/one.json");
             QFile::link(folder + "/one.json", folder + "/two.json");
             return folder + "/one.json";
         },
         true},
        {"a link to nothing",
         [](const QString& folder) {
             QFile::link(folder + "/gone", folder + "/link.json");
             return folder + "/link.json";
         },
         true},
        {"a pipe that nobody writes to",
         [](const QString& folder) {
             const QString pipe = folder + "/pipe.json";
             ::mkfifo(pipe.toUtf8().constData(), 0600);
             return pipe;
         },
         true},
        {"a socket",
         [](const QString& folder) {
             const QByteArray path = (folder + "/s").toUtf8();
             sockaddr_un address{};
             address.sun_family = AF_UNIX;
             qstrncpy(address.sun_path, path.constData(), sizeof address.sun_path);
             const int end = ::socket(AF_UNIX, SOCK_STREAM, 0);
             static_cast<void>(::bind(end, reinterpret_cast<const sockaddr*>(&address), sizeof address));
             ::close(end);
             return QString::fromUtf8(path);
         },
         true},
        {"/dev/null", [](const QString&) { return QStringLiteral("/dev/null"); }, true},
        {"/dev/zero", [](const QString&) { return QStringLiteral("/dev/zero"); }, true},
        {"not readable",
         [](const QString& folder) { // root reads it, and finds what is wrong in it
             const QString path = writeFile(folder + "/secret.json", "secret");
             QFile::setPermissions(path, {});
             return path;
         },
         true},
    };
    return files;
}

const std::vector<RoughFile>& roughContents()
{
    static const std::vector<RoughFile> files{
        {"empty", holding(""), true},
        {"blanks", holding("  \n\t\n"), true},
        {"a brace", holding("{"), true},
        {"a number", holding("3")},
        {"null", holding("null")},
        {"an empty object", holding("{}")},
        {"an empty list", holding("[]")},
        {"NUL", holding(QByteArray("{\"a\"\0: 1}", 9)), true},
        {"UTF-16", holding(QByteArray("\xFF\xFE{\0}\0", 6))},
        {"no UTF-8", holding("{\"kind\": \"\xFF\xC3\", \"parallel\": {\"tensor\": \"\xED\xA0\x80\"}}")},
        {"a key twice", holding("{\"parallel\": {\"tensor\": 1}, \"parallel\": {\"tensor\": 2}}")},
        {"nested deeply", holding(QByteArray(100'000, '[')), true},
        {"objects nested deeply", holding(QByteArray("{\"a\":").repeated(50'000)), true},
        {"80,000 keys", holding(manyKeys(80'000)), true},
        {"1e400", holding("{\"kind\": \"parameters\", \"parameters\": 1e400, \"traceEvents\": [1e400]}")},
        {"a number of a million digits", holding("[" + QByteArray(1'000'000, '9') + "]")},
        {"a word of a million letters", holding(QByteArray(1'000'000, 'x'))},
        {"a million lines", holding(QByteArray("--x 1\n").repeated(1'000'000))},
        {"escapes in a name",
         holding("{\"kind\": \"\x1b[2J\\u001b[31m\\n\", \"parallel\": {\"\\u001b]0;x\\u0007\": 2}}")},
        {"no tables", holding(recommender(""))},
        {"a million tables",
         holding(recommender("{\"name\": \"t\", \"rows\": 10, \"dim\": 8, \"count\": 1000000}"))},
        {"gzip cut short", holding(QByteArray::fromHex("1f8b0800000000000003ab56")), true},
        {"gzip damaged",
         holding(QByteArray::fromHex("1f8b0800000000000003ab564affffffffff00aabbccddee01020304")), true},
        {"zip cut short", holding(QByteArray("PK\x03\x04\x14\0\0\0\x08\0", 10)), true},
        {"SQLite damaged",
         holding(QByteArray("SQLite format 3\0\x10\0\x01\x01\0\x40\x20\x20", 24) + QByteArray(4072, '\x55')),
         true},
        {"a pack damaged", holding("shardpack" + QByteArray(200, '\x07')), true},
        {"pickle", holding(QByteArray("\x80\x04\x8c\x05posix\x8c\x06system\x93\x8c\x02id\x85R.", 31))},
        {"TOML of deep keys", holding("[parallelism]\n" + QByteArray("a.").repeated(100'000) + "a = 1\n")},
        {"TOML beyond ASCII", holding("[parallelism]\n\xC3\xA9 = 1\n")},
        {"YAML that grows",
         holding("a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
                 "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
                 "e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e]\nkind: PersiaJob\n")},
    };
    return files;
}

} // namespace shardscope::tests
