#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Granary

/// A process that this one has started, with a pipe from its standard output.
final class ChildProcess {
    private let identifier: pid_t
    private let output: Int32
    private var isOver = false
    /// The signal that ended the child, once it is gone; 0 when it ended by itself.
    private(set) var signal: Int32 = 0

    /// Starts a program.
    ///
    /// - Throws: ``GranaryError/Code/io`` when it cannot be started.
    init(_ path: String, arguments: [String]) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Self.failure("A pipe cannot be made.", errno) }
        let (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, writing, STDOUT_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var started = pid_t()
        let code = posix_spawn(&started, path, &actions, nil, &words, environ)
        close(writing)
        guard code == 0 else {
            close(reading)
            throw Self.failure("The child process cannot be started.", code)
        }
        identifier = started
        output = reading
    }

    deinit {
        kill()
        close(output)
    }

    /// The next bytes the child wrote; waits for them; empty once the child is gone.
    func read() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var count = -1
        repeat {
            count = buffer.withUnsafeMutableBytes { systemRead(output, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        return Array(buffer.prefix(max(count, 0)))
    }

    /// Kills the child at once and waits until it is gone.
    func kill() {
        if isOver { return }
        isOver = true
        systemKill(identifier, SIGKILL)
        wait()
    }

    /// The rest of the child's output; waits until it is gone by itself.
    @discardableResult func outputUntilOver() -> [UInt8] {
        var bytes: [UInt8] = []
        while case let more = read(), !more.isEmpty { bytes += more }
        if !isOver {
            isOver = true
            wait()
        }
        return bytes
    }

    private func wait() {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        signal = status & 0x7F
    }

    private static func failure(_ message: String, _ code: Int32) -> GranaryError {
        var error = GranaryError(.io, message)
        error.context.engineCode = Int(code)
        return error
    }
}

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, buffer, count)
}
private func systemKill(_ process: pid_t, _ signal: Int32) { _ = kill(process, signal) }
