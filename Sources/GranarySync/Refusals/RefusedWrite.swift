public import FoundationEssentials
public import Granary

/// A write that the server does not carry out, and that waits for a decision of the program.
public struct RefusedWrite: Sendable, Identifiable {
    /// The write.
    public let write: RemoteWrite
    /// In which way it was refused.
    public let cause: RefusalCause
    /// The reason that the server has given, to be shown to a person.
    public let reason: String
    /// The values that the server holds, by the names of the properties; `nil` where the server has not said.
    public let theirs: [String: [Value]]?

    /// The identity of the write.
    public var id: UUID { write.id }

    /// Reads a refused entry.
    ///
    /// - Throws: as ``EntryValues/init(reading:)``.
    init(_ entry: SyncEntry, ignoring ignored: Set<String>) throws {
        write = try RemoteWrite(entry, ignoring: ignored)
        cause = entry.cause ?? .refused
        reason = entry.refusal ?? ""
        theirs = try entry.theirs.map { data in
            let changes = try EntryValues(reading: data).changes
            return Dictionary(changes.map { ($0.property, $0.after ?? []) }) { _, last in last }
        }
    }
}
