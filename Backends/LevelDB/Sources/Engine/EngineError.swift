internal import CLevelDB
internal import GranaryStore

/// A failure as LevelDB reports it, and its one translation into `GranaryError`.
///
/// LevelDB gives texts only: a kind, a colon, the file, and the operating system's message. Its texts do not leave this
/// file, since they may hold keys, which are stored values.
///
/// Each engine has its own such type, since each reports in its own way: this one by the beginning of a text.
struct EngineError: Error {
    /// LevelDB's text.
    private let text: String

    /// Takes the text of a failed call, and frees it.
    init(taking failure: UnsafeMutablePointer<CChar>?) {
        guard let failure else {
            text = ""
            return
        }
        text = String(cString: failure)
        leveldb_free(failure)
    }

    /// Whether something in the files differs from what was written.
    var isCorruption: Bool { text.begins(with: "Corruption:") }

    /// The same failure in Granary's words.
    func translated(at place: StorePlace, doing what: String) -> GranaryError {
        let (code, advice) = meaning
        return place.error(code, "LevelDB failed while \(what): \(advice)")
    }

    /// The failure of a write, whose outcome is unknown if the operating system refused a part.
    func translatedForWrite(at place: StorePlace) -> GranaryError {
        let (code, advice) = meaning
        return place.error(
            text.begins(with: "IO error:") ? .io : code,
            "LevelDB failed while writing a save: \(advice) Then attach the store again, which shows whether the save is kept; until then nothing more is written."
        )
    }

    /// The meaning of the text, and the remedy.
    ///
    /// A path lies between the kind and the system's message, and may hold any words: only beginning and end are
    /// checked.
    private var meaning: (code: GranaryError.Code, advice: String) {
        if isCorruption {
            return (.corrupt, "the files are damaged. Restore them from a backup, or repair a copy.")
        }
        if text.begins(with: "IO error: lock /"),
            ends("already held by process", "Resource temporarily unavailable", "Permission denied")
        {
            return (.locked, "another process has the store open. Close it there first.")
        }
        if ends("No space left on device", "Disk quota exceeded") {
            return (.full, "no space is left on the device. Make room.")
        }
        if ends("Permission denied", "Read-only file system", "Operation not permitted") {
            return (.denied, "access was refused. Check the permissions of the directory and its files.")
        }
        if ends("Too many open files") {
            return (
                .io, "the process has too many files open. Lower the option openFiles, or raise the limit."
            )
        }
        if ends("does not exist (create_if_missing is false)", "No such file or directory") {
            return (.corrupt, "a file of the store is missing. Restore it from a backup.")
        }
        if text.begins(with: "Invalid argument:") { return (.engine, "the files do not fit the options.") }
        if text.begins(with: "IO error:") {
            return (.io, "reading or writing failed in the operating system. Check the device.")
        }
        return (.engine, "an unexpected result.")
    }

    private func ends(_ texts: String...) -> Bool { texts.contains { text.ends(with: ": \($0)") } }
}
