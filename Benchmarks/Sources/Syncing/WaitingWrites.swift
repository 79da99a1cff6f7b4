internal import Granary
internal import GranarySync
internal import Workload

/// A store of 10,000 rows, with writes that wait to be sent.
public enum WaitingWrites {
    private static let rows = 10_000

    /// Makes the store in an empty directory, and closes it.
    ///
    /// - Throws: errors of the store.
    public static func make(_ count: Int, in directory: String) async throws {
        _ = try await SyncRow.working(in: directory, syncs: true) { depot in
            try await depot.fill(0..<rows)
            // They settle what the rows are, which is done once.
            _ = try await Repositories(depot.stack, source: QuietServer(), existing: .areServed)
            try await depot.change(0..<count, by: 1_000)
            return Outcome { Int64(count) }
        }
    }

    /// Opens the store, makes its repositories, and closes it.
    ///
    /// - Throws: errors of the store.
    public static func open(in directory: String) async throws {
        let depot = try Depot(in: directory, syncs: true)
        _ = try await Repositories(depot.stack, source: QuietServer())
        try await depot.stack.close()
    }
}
