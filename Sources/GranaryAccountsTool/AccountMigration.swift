import Granary
import GranaryTool

/// The report on the migration of an account.
struct AccountMigration: Codable, Sendable, Equatable {
    /// The result for the account.
    enum State: String, Codable, Sendable, CaseIterable {
        /// Its stores hold the program's models, or will when they are made: there was nothing to do.
        case current
        /// They would be migrated; nothing was changed.
        case pending
        /// They were migrated.
        case migrated
        /// They cannot be, or not without consent; none of the account was changed.
        case refused
        /// One of them failed; those after it are as they were.
        case failed
        /// The command was interrupted before it came to the account, or while it was there.
        case left
    }

    var place: String
    var state: State
    var stores: [MigrationReport] = []
    /// Why its stores cannot be named.
    var error: ToolFailure.Details?

    /// Brings the stores of an account to the models: looks at all of them first, and changes none where one is refused.
    ///
    /// It blocks. Once `rows` is interrupted, nothing more begins.
    init(_ place: String, _ work: AccountsMigrationWork) {
        self.place = place
        state = .left
        if work.rows.isInterrupted { return }
        do {
            try carryOut(work.migration(at: place), work)
            state = outcome(isInterrupted: work.rows.isInterrupted)
        } catch {
            state = .failed
            self.error = ToolFailure(error).error
        }
    }

    private mutating func carryOut(_ migration: StoreMigration, _ work: AccountsMigrationWork) {
        // What fits takes no longer for a large store than for a small one.
        stores = migration.stores.map { migration.foreseen($0, countingRows: false) }
        if stores.contains(where: { $0.ending > .changes }) { return }
        for position in stores.indices where stores[position].state == .pending {
            let store = migration.stores[position]
            if work.isDry {
                stores[position] = migration.foreseen(store)
                continue
            }
            if work.rows.isInterrupted { return }
            stores[position] = migration.migrated(store, stores[position], counting: work.rows)
            if stores[position].ending > .changes { return }
        }
    }

    private func outcome(isInterrupted: Bool) -> State {
        let cancelled = GranaryError.Code.cancelled.rawValue
        if isInterrupted, stores.contains(where: { $0.state == .pending || $0.error?.code == cancelled }) {
            return .left
        }
        return switch stores.map(\.ending).max() ?? .done {
        case .failed: .failed
        case .refused: .refused
        case .changes: .pending
        case .done: stores.contains { $0.state == .migrated } ? .migrated : .current
        }
    }

    /// How a command ends with it.
    var ending: ToolEnding {
        switch state {
        case .current, .migrated: .done
        case .pending: .changes
        case .refused: .refused
        case .failed, .left: .failed
        }
    }
}
