internal import FoundationEssentials
internal import Granary
internal import GranarySQLite
internal import GranarySync
internal import Workload

/// The model that is synced.
@Model final class Parcel {
    var id: UUID
    @Attribute(.indexed) var code: String
    var weight: Int
    var note: String
}

/// A model beside it that is not.
@Model final class Receipt {
    var id: UUID
    var text: String
    var amount: Int
}

extension Parcel {
    /// The parcel with a number; each round gives every hundredth another weight.
    static func numbered(_ number: Int, round: Int = 0) -> Snapshot {
        Snapshot(
            id: identifier(number), code: "parcel \(number)",
            weight: number % 100 == 0 ? number + round : number, note: "as it was sent")
    }

    /// The identifier of the parcel with a number.
    static func identifier(_ number: Int) -> UUID {
        var bytes = UUID().uuid
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for index in bytes.indices {
                bytes[index] = index < 8 ? 0x47 : UInt8(truncatingIfNeeded: number >> (8 * (15 - index)))
            }
        }
        return UUID(uuid: bytes)
    }
}

/// A store of parcels and receipts in a directory.
struct Depot {
    let stack: PersistentStack

    /// Opens a store; with `syncs`, the writes of parcels are captured.
    init(in directory: String, syncs: Bool, caching cache: SyncedCache? = nil) throws {
        var schema = try Schema("Depot", models: [Parcel.self, Receipt.self])
        if syncs {
            schema = try schema.syncing {
                Synced(Parcel.self, writes: .localAndRemote, cache: cache ?? .none)
            }
        }
        stack = PersistentStack(schema, registry: try StoreRegistry([SQLiteStore.self]))
        try stack.attachPersistentStores(
            at: directory,
            for: schema.configurations.map { name in
                var configuration = StoreConfiguration(name: name, type: .sqlite)
                configuration.followsOthers = cache != nil
                return configuration
            })
        try stack.start()
    }

    /// Makes parcels with numbers in a range, which no server has to be told of.
    func fill(_ numbers: Range<Int>) async throws {
        var options = ContextOptions()
        options.writes = .served
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 5_000) {
            try await stack.perform(options) { context in
                for number in start..<min(start + 5_000, numbers.upperBound) {
                    try context.insert(Parcel.numbered(number))
                }
                try context.save()
            }
        }
    }

    /// Changes parcels with numbers in a range, in saves of some rows each.
    func change(_ numbers: Range<Int>, by step: Int) async throws {
        try await stack.perform { context in
            for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: step) {
                for number in start..<min(start + step, numbers.upperBound) {
                    try context.object(Parcel.self, Parcel.identifier(number))?.note = "changed"
                }
                try context.save()
            }
        }
    }

    /// Makes sure that parcels have the weights of a round.
    func requireRound(_ round: Int, of size: Int) async throws {
        for number in [0, (size - 1) / 100 * 100] {
            let weight = try await stack.perform { context in
                try context.object(Parcel.self, Parcel.identifier(number))?.weight
            }
            if weight != number + round { throw WorkloadError("The rows are not those that were served.") }
        }
    }
}
