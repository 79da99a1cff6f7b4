internal import FoundationEssentials
internal import Granary
internal import GranarySync
internal import Synchronization
internal import Workload

extension SyncRow {
    /// Rows in memory.
    static let caching = [
        SyncRow(
            name: "object by id from a cache of 2,000", yardstick: "a dictionary and a lock, asynchronous",
            limit: 2.0,
            base: { _, _ in
                let rows = LockedRows((0..<cached).map { Parcel.numbered($0) })
                return try await reading { await rows.object($0) }
            },
            judged: { directory, _ in
                try await working(in: directory, syncs: true, caching: .rows(cached)) { depot in
                    try await depot.fill(0..<cached)
                    let repositories = try await Repositories(
                        depot.stack, source: QuietServer(), existing: .areServed)
                    let parcels = repositories[Parcel.self]
                    let all = (0..<cached).map { ObjectID<Parcel>(Parcel.identifier($0)) }
                    _ = try await parcels.objects(all, .local)
                    return try await reading { try await parcels.object(ObjectID($0)) }
                }
            })
    ]

    private static let cached = 2_000

    /// Reads each row many times, in an order that is not theirs.
    private static func reading(
        _ read: (UUID) async throws -> Parcel.Snapshot?
    ) async throws -> Outcome {
        let identifiers = (0..<cached).map { Parcel.identifier($0 * 7 % cached) }
        return try await Outcome {
            var sum: Int64 = 0
            for _ in 0..<100 {
                for identifier in identifiers { sum += Int64(try await read(identifier)?.weight ?? -1) }
            }
            return sum
        }
    }
}

/// What a program without a cache would write.
private final class LockedRows: Sendable {
    private let rows: Mutex<[UUID: Parcel.Snapshot]>

    init(_ rows: [Parcel.Snapshot]) {
        self.rows = Mutex(Dictionary(rows.map { ($0.id, $0) }) { first, _ in first })
    }

    func object(_ id: UUID) async -> Parcel.Snapshot? { rows.withLock { $0[id] } }
}
