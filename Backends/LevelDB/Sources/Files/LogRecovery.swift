internal import GranaryStore

/// Checks LevelDB's logs before LevelDB reads them, which would skip damage or refuse logs that can be recovered.
///
/// A power failure can leave the end of the newest log torn or filled with zeros: nothing there had been
/// acknowledged. That end is cut off, after the whole directory has been copied. Damage that is followed by
/// anything whole is not of that kind: the store is refused and left untouched.
struct LogRecovery {
    private let directory: StoreDirectory
    private let mark: LogMark

    /// Prepares to check the logs of a store with an identity.
    init(_ directory: StoreDirectory, of identity: String) {
        self.directory = directory
        mark = LogMark(identity)
    }

    /// Checks every log, and cuts off the remains of a power failure.
    ///
    /// - Throws: `GranaryError.Code.corrupt`; `GranaryError.Code.locked` if another process removes a log at the same
    ///   time.
    func run() throws {
        for log in try whole() {
            guard let length = log.length else { continue }
            try directory.copy(to: directory.unused("damaged-"))
            try PrivateFile.cut(directory.file(log.name), to: length, at: directory.place)
        }
    }

    /// The logs, and how many bytes of each are whole; without a number where all are.
    ///
    /// - Throws: as ``run()``.
    func whole() throws -> [(name: String, length: Int?)] {
        let logs = try directory.names().compactMap { name -> (number: UInt64, name: String)? in
            guard let number = name.part(before: ".log").flatMap(UInt64.init) else { return nil }
            return (number, name)
        }.sorted { $0.number < $1.number }
        return try logs.map { log in
            let bytes = try directory.readingListedFiles {
                try LogBytes(ofFile: directory.file(log.name), at: directory.place)
            }
            switch try LogScan(bytes, of: mark).run() {
            case .whole: return (log.name, nil)
            case .foreign:
                throw directory.place.error(
                    .corrupt,
                    "The log \(log.name) is of another store; files of two stores are mixed, and were left untouched. Restore them from one backup."
                )
            case .torn(let offset) where log.number == logs.last?.number:
                return (log.name, offset)
            case .torn, .damaged:
                throw directory.place.error(
                    .corrupt,
                    "A log of the store is damaged; it was left untouched. Restore it from a backup, or let a copy be repaired."
                )
            }
        }
    }
}
