#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Wakes a thread that waits in `poll` for files or sockets, for good unless the thread takes it back.
package final class WakePipe: Sendable {
    /// The file descriptor to poll for reading; it is readable once ``wake()`` was called.
    package let reading: Int32
    private let writing: Int32

    /// Makes a pipe.
    ///
    /// - Throws: ``GranaryError/Code/unavailable`` when the process has too many open files.
    package init() throws(GranaryError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            var context = GranaryError.Context()
            context.engineCode = Int(errno)
            throw GranaryError(
                .unavailable, "The system refused a pipe; let the process open more files.", context: context)
        }
        // Programs that this process starts do not inherit the ends.
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Wakes the thread, at once and whenever it waits again.
    package func wake() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    /// Takes back what ``wake()`` has done, so that the thread can wait again; only while ``reading`` is readable.
    package func takeBack() {
        // What does not fit wakes the thread once more.
        var bytes: UInt64 = 0
        _ = read(reading, &bytes, 8)
    }
}
