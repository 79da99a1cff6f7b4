import Granary
import GranaryTool

/// What is done with the stores of many accounts.
struct AccountsMigrationWork: Sendable {
    let found: FoundAccounts
    let schema: Schema
    /// The steps that may lose data.
    let consents: [String]
    /// Whether it is only said what would be done.
    let isDry: Bool
    let progress: Progress
    /// What ends it when its user interrupts it.
    let rows = RowCount()

    /// The migration of the stores at a place.
    ///
    /// - Throws: errors of a backend that cannot name the place.
    func migration(at place: String) throws -> StoreMigration {
        StoreMigration(
            schema: schema, stores: try found.setup.stores(ofAccountAt: place), consents: consents,
            progress: progress)
    }

    /// Does it at all places, several at a time, until its user interrupts it.
    ///
    /// - Throws: errors of the system that refuses threads.
    func run(at places: [String], several width: Int) async throws -> [AccountMigration] {
        let title = isDry ? "Looking at stores" : "Migrating"
        return try await InterruptSignal.during(rows.interrupt) {
            try await ManyAtOnce(title: title, width: width, progress: progress)
                .results(of: places) { AccountMigration($0, self) }
        }
    }
}
