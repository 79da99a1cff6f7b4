#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Granary

/// How large the files of this process may grow: to a store, like a full disk.
///
/// Only the soft limit is set, so that room can be made again.
enum FileLimit {
    /// Lets no file grow beyond a number of bytes; writing more fails instead of ending the process.
    ///
    /// - Throws: ``GranaryError/Code/io`` when the system refuses.
    static func set(_ bytes: Int) throws {
        signal(SIGXFSZ, SIG_IGN)
        try change { $0.rlim_cur = min(rlim_t(clamping: bytes), $0.rlim_max) }
    }

    /// Lets files grow again.
    static func lift() throws { try change { $0.rlim_cur = $0.rlim_max } }

    private static func change(_ body: (inout rlimit) -> Void) throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { throw failure(errno) }
        body(&limit)
        guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { throw failure(errno) }
    }

    private static func failure(_ code: Int32) -> GranaryError {
        var error = GranaryError(.io, "The limit of file sizes cannot be changed.")
        error.context.engineCode = Int(code)
        return error
    }
}
