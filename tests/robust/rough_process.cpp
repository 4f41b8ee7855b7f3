// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/robust/rough_process.h"

#include <QProcess>
#include <QProcessEnvironment>

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

namespace shardscope::tests {

namespace {

constexpr int kPatienceMs = 120'000;
constexpr unsigned long long kProcessorSeconds = 30;

void setLimit(int what, unsigned long long most)
{
    const rlimit limit{static_cast<rlim_t>(most), static_cast<rlim_t>(most)};
    ::setrlimit(static_cast<__rlimit_resource>(what), &limit);
}

} // namespace

QString Outcome::breach() const
{
    if (exitCode < 0)
        return QStringLiteral("ended by signal %1").arg(signal);
    if (exitCode > 2)
        return QStringLiteral("exit %1").arg(exitCode);
    if (exitCode != 2)
        return {};
    if (err.count('\n') != 1 || !err.endsWith('\n'))
        return QStringLiteral("not one line on standard error");
    if (!err.startsWith(program + ": "))
        return QStringLiteral("the line does not name the program");
    for (const char c : err.chopped(1)) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            return QStringLiteral("a control character on standard error");
    }
    if (err.size() < 25)
        return QStringLiteral("the line says nothing");
    return {};
}

QByteArray Outcome::text() const
{
    return "exit " + QByteArray::number(exitCode) + " signal " + QByteArray::number(signal) + "\n" +
           out.left(2000) + "\n" + err.left(4000);
}

Outcome runAnd(const QStringList& arguments, const Surroundings& surroundings,
               const std::function<void(qint64)>& act)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
        environment.remove(QString::fromLatin1(name));
    for (const auto& [name, value] : surroundings.environment)
        value.isEmpty() ? environment.remove(name) : environment.insert(name, value);
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    if (!surroundings.out.isEmpty())
        process.setStandardOutputFile(surroundings.out);
    if (!surroundings.folder.isEmpty())
        process.setWorkingDirectory(surroundings.folder);
    process.setChildProcessModifier([inChild = surroundings.inChild] {
        setLimit(RLIMIT_CPU, kProcessorSeconds);
        setLimit(RLIMIT_CORE, 0);
        if (inChild)
            inChild();
    });
    process.start(QStringLiteral(SHARDSCOPE_BINARY_DIR "/bin/") + surroundings.program, arguments);
    Outcome outcome;
    outcome.program = surroundings.program.toUtf8();
    if (act && process.waitForStarted())
        act(process.processId());
    if (!process.waitForFinished(kPatienceMs)) {
        process.kill();
        process.waitForFinished();
        outcome.err = "did not end: " + process.errorString().toUtf8();
        return outcome;
    }
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    if (process.exitStatus() == QProcess::NormalExit)
        outcome.exitCode = process.exitCode();
    else
        outcome.signal = process.exitCode(); // QProcess keeps the signal's number there
    return outcome;
}

Outcome runRough(const QStringList& arguments, const Surroundings& surroundings)
{
    return runAnd(arguments, surroundings, {});
}

std::function<void()> limited(int what, unsigned long long most)
{
    return [what, most] { setLimit(what, most); };
}

std::function<void()> without(int descriptor)
{
    return [descriptor] { ::close(descriptor); };
}

} // namespace shardscope::tests
