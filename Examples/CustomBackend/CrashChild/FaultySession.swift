import Granary
import GranaryConformance

/// A session that passes everything on but has one fault.
protocol FaultySession: PassingSession {
    /// Whether the log that is read and written is a copy of the store's own.
    static var writesLate: Bool { get }

    /// Wraps a session that is right and works on one file for another.
    init(_ base: any StoreSession, working: String, path: String)
}

/// Acknowledges each save before it is written: it reaches the store with the next one.
final class LateSession: FaultySession {
    static let writesLate = true

    let base: any StoreSession
    private let working: String
    private let path: String

    init(_ base: any StoreSession, working: String, path: String) {
        self.base = base
        self.working = working
        self.path = path
    }

    func commit(_ changes: ChangeSet) throws -> CommitResult {
        try copyFile(working, to: path)
        return try base.commit(changes)
    }
}

/// Commits each new row by itself, so that a crash leaves half a save.
final class HalvingSession: FaultySession {
    static let writesLate = false

    let base: any StoreSession

    init(_ base: any StoreSession, working: String, path: String) { self.base = base }

    func commit(_ changes: ChangeSet) throws -> CommitResult {
        try base.commitRowByRow(changes)
    }
}
