internal import CLevelDB
internal import Granary

/// A failure as LevelDB reports it, and its one translation into `GranaryError`.
///
/// LevelDB gives texts only: a kind, a colon, the file, and what the operating system says. Its texts go no
/// further than this file, since they may hold keys, which are stored values.
struct EngineError: Error {
    /// LevelDB's text.
    private let text: String

    /// Takes over the text of a failed call, which is freed.
    init(taking failure: UnsafeMutablePointer<CChar>?) {
        guard let failure else {
            text = ""
            return
        }
        text = String(cString: failure)
        leveldb_free(failure)
    }

    /// Whether something in the files is not as it was written.
    var isCorruption: Bool {
        text.hasPrefix("Corruption:") || text.contains("bad record length") || text.contains("checksum mismatch")
    }

    /// The same failure in Granary's words.
    func translated(at place: LevelDBPlace, doing what: String) -> GranaryError {
        let (code, advice) = meaning
        return place.error(code, "LevelDB failed while \(what): \(advice)")
    }

    /// What the text means and what to do about it.
    private var meaning: (code: GranaryError.Code, advice: String) {
        if isCorruption { return (.corrupt, "the files are damaged. Restore them from a backup, or repair a copy.") }
        if text.contains("lock ") || text.contains("already held by process") {
            return (.locked, "another process has the store open. Close it there first.")
        }
        if has("No space left on device", "Disk quota exceeded") {
            return (.full, "no space is left on the device. Make room.")
        }
        if has("Permission denied", "Read-only file system", "Operation not permitted") {
            return (.denied, "access was refused. Check the permissions of the directory and its files.")
        }
        if has("Too many open files") {
            return (.io, "the process has too many files open. Lower the option openFiles, or raise the limit.")
        }
        if text.contains("does not exist") || text.contains("No such file") {
            return (.corrupt, "a file of the store is missing. Restore it from a backup.")
        }
        if text.hasPrefix("Invalid argument:") { return (.engine, "the files do not fit the options.") }
        if text.hasPrefix("IO error:") {
            return (.io, "reading or writing failed in the operating system. Check the device.")
        }
        return (.engine, "an unexpected result.")
    }

    private func has(_ texts: String...) -> Bool { texts.contains { text.contains($0) } }
}
