internal import Synchronization

/// Receives the progress of a migration from a backend, and makes it give up when required.
///
/// A backend calls ``begin(_:rows:)`` when it knows how many rows of a table it will process, then ``advance(_:by:)``
/// every ``interval`` rows. An error that they throw ends the migration; the store stays as it was.
public final class MigrationMonitor: Sendable {
    /// The number of rows between two reports.
    public static let interval = 500

    private let cancellation: Cancellation?
    private let report: @Sendable (MigrationProgress) throws -> Void
    private let progress = Mutex(MigrationProgress())
    private let ending = Mutex(false)

    /// Whether the program has ended the migration by its own error, which says nothing about the store.
    var hasThrown: Bool { ending.withLock { $0 } }

    /// Passes reports on; an error of `report` ends the migration.
    package init(
        _ cancellation: Cancellation? = nil, _ report: @escaping @Sendable (MigrationProgress) throws -> Void
    ) {
        self.cancellation = cancellation
        self.report = report
    }

    /// Begins work on the rows of a model or table; rows of the same name are added to the earlier ones.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``, and any error of the program.
    public func begin(_ name: String, rows: Int) throws {
        try change { progress in
            if let position = progress.parts.firstIndex(where: { $0.name == name }) {
                progress.parts[position].total += rows
            } else {
                progress.parts.append(MigrationProgress.Part(name: name, rows: 0, total: rows))
            }
        }
    }

    /// Notes that more rows are done.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``, and any error of the program.
    public func advance(_ name: String, by rows: Int) throws {
        if rows == 0 { return }
        try change { progress in
            guard let position = progress.parts.firstIndex(where: { $0.name == name }) else { return }
            progress.parts[position].rows += rows
        }
    }

    /// Throws when the migration is to be given up.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``.
    public func check() throws { try cancellation?.check() }

    /// Sets a closure that is called, from any thread, when the migration is to be given up, to interrupt the engine.
    ///
    /// - Throws: ``GranaryError/Code/cancelled`` when it is already cancelled.
    public func onCancel(_ interrupt: @escaping @Sendable () -> Void) throws {
        try cancellation?.add(interrupt)
    }

    /// Begins another migration on the store's path.
    func beginStage(_ number: Int, of stages: Int) throws {
        try change { progress in
            progress.parts = []
            (progress.stagesDone, progress.stages) = (number, stages)
        }
    }

    /// Notes that all is done.
    func finish() throws {
        let last = progress.withLock { progress in
            progress.stagesDone = progress.stages
            return progress
        }
        // It is too late to give up: the migration cannot be reverted here.
        try? report(last)
    }

    private func change(_ body: (inout MigrationProgress) -> Void) throws {
        try check()
        let present = progress.withLock { progress in
            body(&progress)
            return progress
        }
        do {
            try report(present)
        } catch {
            ending.withLock { $0 = true }
            throw error
        }
    }
}
