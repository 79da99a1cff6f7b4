#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Dispatch
import FoundationEssentials
import Granary

/// Kills processes that destroy two stores, before, between and after them, and at other times.
///
/// After every kill each store is whole or gone, and destroying both again leaves nothing.
public struct DestroyTrial: Sendable {
    private let harness: ConformanceHarness
    private let child: String
    private let seed: UInt64

    private static let count: Int64 = 100
    private static let models = ["Thing", "Other"]

    /// Makes a trial; the child is the path of the program that runs ``CrashWriter``.
    public init(_ harness: ConformanceHarness, child: String, seed: UInt64) {
        self.harness = harness
        self.child = child
        self.seed = seed
    }

    /// Kills a process at each named point, and a number of processes at random times.
    public func run(kills: Int) throws {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        var random = SeededGenerator(seed: seed)
        for point in 0..<(2 * Self.models.count) {
            for opensFirst in [true, false] {
                let left = try killed(directory, isNamed: true, passes: point, opensFirst: opensFirst)
                guard let left else { continue }
                try expectEqual(
                    left, Self.models.count - (point + 1) / 2, "seed \(seed), point \(point): whole stores")
            }
        }
        for _ in 0..<kills {
            _ = try killed(
                directory, isNamed: false, passes: random.below(100), opensFirst: random.chance(2))
        }
    }

    /// Kills a process that destroys both stores; returns how many are whole, where they are opened before they are
    /// destroyed again.
    private func killed(
        _ directory: TemporaryDirectory, isNamed: Bool, passes: Int, opensFirst: Bool
    ) throws -> Int? {
        let things = MigratedThings(harness, Self.models, count: Self.count)
        let place = ConformancePlace(directory: directory.path, store: "going")
        let label = "seed \(seed), \(isNamed ? "point" : "moment") \(passes)"
        try things.fill(place)
        let process = try ChildProcess(
            child,
            arguments: [
                place.directory, place.store, isNamed ? "1" : "0", CrashPoint.whileDestroying.rawValue,
                "\(passes)",
            ])
        process.outputUntilOver()
        try expect(process.signal == SIGKILL, "\(label): the process that destroys ended by itself")
        let whole = opensFirst ? try Self.models.count { try isWhole($0, things, place, label) } : nil
        for configuration in try things.configurations(place) {
            try harness.backend.type.destroy(configuration)
            if let inspectable = harness.backend.type as? any InspectableBackend.Type {
                try expect(
                    try inspectable.inspect(configuration) == nil, "\(label): \(configuration.name) is left")
            }
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        try expectEqual(left.sorted(), [], "\(label): files that are left")
        return whole
    }

    /// Whether a store has every row; one that was destroyed is made again, and is empty.
    private func isWhole(
        _ model: String, _ things: MigratedThings, _ place: ConformancePlace, _ label: String
    ) throws -> Bool {
        let schema = try things.old()
        let store = try harness.backend.type.open(
            StoreOpenRequest(to: schema, [model], things.configuration(model, place)))
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        let rows = try session.everything(of: unwrap(schema.entity(model), model))
        try expectEqual(
            rows.count, store.isNew ? 0 : Int(Self.count), "\(label): rows of \(model)")
        return !store.isNew
    }

    /// The work of the child: destroys both stores of a stack, and ends at a given point.
    static func destroy(
        _ harness: ConformanceHarness, _ place: ConformancePlace, isNamed: Bool, passes: Int
    ) throws {
        let things = MigratedThings(harness, models, count: count)
        let stack = try PersistentStack(
            things.old(), registry: StoreRegistry(backends: [harness.crashing.backend]))
        try stack.attachPersistentStores(for: things.configurations(place))
        try stack.start()
        if isNamed {
            CrashTrap.shared.set(at: .whileDestroying, passes: passes)
        } else {
            let moment = DispatchTime.now() + .microseconds(passes * 50)
            DispatchQueue.global().asyncAfter(deadline: moment) { CrashTrap.end() }
        }
        try stack.destroyPersistentStores()
        CrashTrap.end()
    }
}
