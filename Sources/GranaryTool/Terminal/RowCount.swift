package import Granary
import Synchronization

/// The progress of a migration, for the line that shows it, and whether its user has interrupted it.
package final class RowCount: Sendable {
    private let state = Mutex<(progress: MigrationProgress?, isInterrupted: Bool)>((nil, false))

    /// Begins without a report.
    package init() {}

    /// The last report.
    var progress: MigrationProgress? { state.withLock { $0.progress } }

    /// Whether the user has interrupted it.
    package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    /// Ends the migration at its next report.
    package func interrupt() { state.withLock { $0.isInterrupted = true } }

    /// Takes a report.
    ///
    /// - Throws: ``GranaryError/Code/cancelled`` once the user has interrupted it.
    package func note(_ progress: MigrationProgress) throws {
        let isInterrupted = state.withLock { state in
            state.progress = progress
            return state.isInterrupted
        }
        if isInterrupted {
            throw GranaryError(
                .cancelled, "It was interrupted, and the store is as it was before the migration that ran.")
        }
    }
}
