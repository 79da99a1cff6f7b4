#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Granary

/// Kills processes that fill a new attribute, and checks the store's content.
///
/// After every kill each chunk is filled as a whole or not at all, and nothing that was filled is lost; a run that is
/// not killed continues with the rest.
public struct BackfillTrial: Sendable {
    private let harness: ConformanceHarness
    private let child: String
    private let seed: UInt64

    private static let count = 120
    private static let rows = 10
    private static let configuration = "Leaves"

    /// Makes a trial; the child is the path of the program that runs ``CrashWriter``.
    public init(_ harness: ConformanceHarness, child: String, seed: UInt64) {
        self.harness = harness
        self.child = child
        self.seed = seed
    }

    private static let backfill = Backfill(CrashLeaf.self, where: { $0.text == nil }) { leaf in
        CrashTrap.shared.reach(.whileFilling)
        leaf.text = "leaf \(leaf.id)"
    }

    private static func withStack<R: Sendable>(
        _ harness: ConformanceHarness, _ place: ConformancePlace,
        _ body: (PersistentStack) async throws -> R
    ) async throws -> R {
        let stack = try PersistentStack(
            Schema("Crash", configurations: [configuration: [CrashLeaf.self]]),
            registry: StoreRegistry(backends: [harness.backend]))
        try await stack.attachPersistentStores(for: [harness.placement(configuration, place)])
        try await stack.start()
        let result: R
        do {
            result = try await body(stack)
        } catch {
            try? await stack.close()
            throw error
        }
        try await stack.close()
        return result
    }

    /// Kills a number of processes.
    public func run(kills: Int) async throws {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        var random = SeededGenerator(seed: seed)
        let place = ConformancePlace(directory: directory.path, store: "leaves")
        try await Self.withStack(harness, place) { stack in
            try await stack.perform { context in
                for id in 0..<Self.count { try context.insert(CrashLeaf(id: id)) }
                try context.save()
            }
        }
        var filled = 0
        for kill in 0..<kills where Self.count - filled > 2 * Self.rows {
            let passes = random.below(2 * Self.rows)
            try killed(place, passes: passes)
            let wanted = filled + passes / Self.rows * Self.rows
            filled = try await Self.withStack(harness, place) { try await Self.filled(in: $0) }
            guard filled == wanted else {
                throw ConformanceFailure(
                    .broken,
                    "seed \(seed), kill \(kill + 1): \(filled) objects are filled instead of \(wanted).")
            }
        }
        let left = Self.count - filled
        try await Self.withStack(harness, place) { stack in
            let result = try await stack.backfill(Self.backfill)
            let present = try await Self.filled(in: stack)
            guard result.filled == left, present == Self.count else {
                throw ConformanceFailure(
                    .broken, "seed \(seed): the last run has filled \(result.filled) of \(left).")
            }
        }
        try harness.backend.type.destroy(harness.placement(Self.configuration, place))
    }

    private func killed(_ place: ConformancePlace, passes: Int) throws {
        let process = try ChildProcess(
            child,
            arguments: [place.directory, place.store, CrashPoint.whileFilling.rawValue, "\(passes)"])
        process.outputUntilOver()
        guard process.signal == SIGKILL else {
            throw ConformanceFailure(.broken, "seed \(seed): the process that fills ended by itself.")
        }
    }

    /// How many objects have the right value; none may have another.
    private static func filled(in stack: PersistentStack) async throws -> Int {
        try await stack.perform { context in
            let leaves = try context.fetch(CrashLeaf.all)
            try expectEqual(leaves.count, count, "leaves")
            let present = leaves.filter { $0.text != nil }
            try expect(present.allSatisfy { $0.text == "leaf \($0.id)" }, "a value is wrong")
            return present.count
        }
    }

    /// The work of the child: fills, and ends at an object.
    static func fill(_ harness: ConformanceHarness, _ place: ConformancePlace, passes: Int) async throws {
        CrashTrap.shared.set(at: .whileFilling, passes: passes)
        try await withStack(harness, place) { stack in
            _ = try await stack.backfill(backfill, pace: BackfillPace(rows: rows, pause: .zero))
        }
    }
}
