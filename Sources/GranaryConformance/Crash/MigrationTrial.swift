#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Dispatch
import FoundationEssentials
import Granary

/// Kills processes that migrate a store, while code runs and at other moments, and checks what the store holds.
///
/// After every kill the store has the old version or the new one, with every row; at last a migration that is not killed comes
/// to its end, and nothing is left beside the store.
public struct MigrationTrial: Sendable {
    private let harness: ConformanceHarness
    private let child: String
    private let seed: UInt64

    /// How many things there are.
    private static let count: Int64 = 400
    private static let configuration = "All"

    /// Makes a trial; the child is the path of the program that runs ``CrashWriter``.
    public init(_ harness: ConformanceHarness, child: String, seed: UInt64) {
        (self.harness, self.child, self.seed) = (harness, child, seed)
    }

    private static func old() throws -> Schema { try Versions.schema(Versions.thing()) }

    /// The new version, by code or by what follows from the versions alone.
    private static func new(byCode: Bool) throws -> Schema {
        if !byCode {
            return try Versions.schema(
                Versions.thing([.init("extra", .integer, isIndexed: true, defaultValue: .integer(7))]))
        }
        let new = try Versions.schema(Versions.thing([.init("extra", .integer, isIndexed: true)]))
        return new.following([
            Migration(from: try old(), to: new) { work in
                try work.each("Thing") { thing in
                    CrashTrap.shared.reach(.whileMigrating)
                    if let key = thing.key { try work.update("Thing", key, ["extra": .integer(7)]) }
                }
            }
        ])
    }

    /// Kills a number of processes.
    public func run(kills: Int) throws {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        var random = SeededGenerator(seed: seed)
        var stores = 0
        for byCode in [true, false] {
            var place: ConformancePlace?
            for kill in 0..<kills {
                let label = "seed \(seed), kill \(kill + 1), by \(byCode ? "code" : "plan")"
                if place == nil {
                    stores += 1
                    place = ConformancePlace(directory: directory.path, store: "thing\(stores)")
                    if let place { try fill(place) }
                }
                guard let at = place else { continue }
                let inCode = byCode && random.chance(2)
                try killed(at, byCode, passes: random.below(inCode ? Int(Self.count) : 120), inCode: inCode)
                if try isNew(at, byCode, label) { place = nil }
            }
            if let place {
                try Migrator(
                    Self.new(byCode: byCode), harness.placement(Self.configuration, place),
                    backends: [harness.backend]
                )
                .migrate()
                guard try isNew(place, byCode, "seed \(seed), at the end") else {
                    throw ConformanceFailure(
                        .broken, "seed \(seed): the last migration did not come to its end.")
                }
            }
        }
        let hidden = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .filter { $0.hasPrefix(".thing\(stores).") }
        guard hidden.isEmpty else {
            throw ConformanceFailure(.broken, "seed \(seed): killed migrations have left \(hidden.sorted()).")
        }
    }

    private func fill(_ place: ConformancePlace) throws {
        let schema = try Self.old()
        let store = try harness.backend.type.open(
            StoreOpenRequest(to: schema, [Self.configuration], harness.placement(Self.configuration, place)))
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        var changes = ChangeSet()
        changes.insert(
            schema.entities[0], (0..<Self.count).map { ["id": .integer($0), "text": .text("thing \($0)")] })
        try session.committed(changes)
    }

    private func killed(_ place: ConformancePlace, _ byCode: Bool, passes: Int, inCode: Bool) throws {
        let process = try ChildProcess(
            child,
            arguments: [
                place.directory, place.store, byCode ? "1" : "0", inCode ? "1" : "0",
                CrashPoint.whileMigrating.rawValue, "\(passes)",
            ])
        while case let bytes = process.read(), !bytes.isEmpty {}
        process.waitUntilOver()
        guard process.signal == SIGKILL else {
            throw ConformanceFailure(.broken, "seed \(seed): the process that migrates ended by itself.")
        }
    }

    /// Whether the store has the new version; checks every row of either.
    private func isNew(_ place: ConformancePlace, _ byCode: Bool, _ label: String) throws -> Bool {
        let configuration = try harness.placement(Self.configuration, place)
        let backends = [harness.backend]
        var found: StoredRecords?
        do {
            found = try StoredRecords(configuration, backends: backends)
        } catch let error as GranaryError where error.code == .incompatible {
            // What LevelDB's store says beside the database may lag behind it until the next opening for writing.
            try Migrator(Self.new(byCode: byCode), configuration, backends: backends).migrate()
        }
        let records = try found ?? StoredRecords(configuration, backends: backends)
        defer { records.close() }
        let isNew = try records.schema.fingerprint == Self.new(byCode: byCode).fingerprint
        guard try isNew || records.schema.fingerprint == Self.old().fingerprint else {
            throw ConformanceFailure(.broken, "\(label): the store holds neither version.")
        }
        var seen = 0
        let things = try records.stream("Thing")
        while let thing = try things.next() {
            guard case .integer(let id)? = thing["id"], thing["text"] == .text("thing \(id)"),
                !isNew || thing["extra"] == .integer(7)
            else { throw ConformanceFailure(.broken, "\(label): a row is wrong.") }
            seen += 1
        }
        guard seen == Int(Self.count) else {
            throw ConformanceFailure(.broken, "\(label): \(seen) of \(Self.count) rows are there.")
        }
        return isNew
    }

    /// What the child does: migrates, and ends at a row that the code reads, or after a time.
    static func migrate(
        _ harness: ConformanceHarness, _ place: ConformancePlace, byCode: Bool, inCode: Bool, passes: Int
    ) throws {
        if inCode {
            CrashTrap.shared.set(at: .whileMigrating, passes: passes)
        } else {
            let moment = DispatchTime.now() + .microseconds(passes * 500)
            DispatchQueue.global().asyncAfter(deadline: moment) { CrashTrap.end() }
        }
        try Migrator(
            Self.new(byCode: byCode), harness.placement(configuration, place), backends: [harness.backend]
        )
        .migrate()
        CrashTrap.end()
    }
}
