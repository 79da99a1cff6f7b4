#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// The files of one store: the database and SQLite's files next to it.
struct StorePath: Sendable, Hashable {
    /// The directory, with symbolic links followed in its existing part.
    let directory: String
    /// The name of the database file.
    let name: String

    /// The files of a configuration's store.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` when a name is not allowed.
    init(_ configuration: StoreConfiguration) throws {
        (directory, name) = try configuration.canonicalPath()
    }

    /// The files of the store whose database has a canonical path.
    init(at path: String) {
        let (directory, name) = path.halves(atLast: "/") ?? ("", path)
        self.init(directory: directory.isEmpty ? "/" : directory, name: name)
    }

    private init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    /// The path of the database file.
    var path: String { directory == "/" ? "/\(name)" : "\(directory)/\(name)" }

    /// The suffixes of SQLite's side files: the write-ahead log, its index, and a rollback journal.
    static let sideSuffixes = ["-wal", "-shm", "-journal"]

    /// The paths of the side files, whether or not they exist.
    var sideFiles: [String] { Self.sideSuffixes.map { path + $0 } }

    /// The path of the write-ahead log.
    var log: String { path + "-wal" }

    /// The path of the log's index.
    var index: String { path + "-shm" }

    /// A separate name for a store that is being made: hidden, and never the name of another store's file.
    func unfinished() -> StorePath {
        beside(unfinishedPrefix + String(UInt64.random(in: .min ... .max), radix: 16))
    }

    private var unfinishedPrefix: String { ".\(name).\(Self.unfinishedMark)" }

    private static let unfinishedMark = "new-"

    /// The store that the file belongs to: another one for a path from ``unfinished()``, else itself.
    var owner: StorePath {
        guard name.begins(with: "."), let (store, number) = name.halves(atLast: "."),
            let digits = number.rest(after: Self.unfinishedMark), UInt64(digits, radix: 16) != nil,
            !store.dropFirst().isEmpty
        else { return self }
        return beside(String(store.dropFirst()))
    }

    /// The names in the directory that ``unfinished()`` may have made; none where it cannot be read.
    var unfinishedNames: [String] {
        names.filter { name in
            name.rest(after: unfinishedPrefix).map { UInt64($0, radix: 16) != nil } ?? false
        }
    }

    /// The names in the directory of the files put aside from here, the oldest first.
    var keptNames: [String] {
        names.filter { $0.rest(after: "\(name).").map(TimestampSuffix.isOne) ?? false }.sorted()
    }

    private var names: [String] {
        guard let listing = opendir(directory) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }

    /// Another file in the same directory.
    func beside(_ name: String) -> StorePath { StorePath(directory: directory, name: name) }

    /// The path as part of a URI: every byte but letters, digits and a few signs as `%` and two digits.
    var escapedPath: String {
        path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "-"):
                return String(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                return "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }.joined()
    }
}
