#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
import Dispatch
import FoundationEssentials
import Granary

/// Kills processes that move a store, between its steps and at other times, and starts with both configurations.
///
/// After every kill exactly one of them finds the store, whole; the other one makes a new store, or is refused with the
/// name of the place. When both are destroyed, nothing is left.
public struct MoveTrial: Sendable {
    private let harness: ConformanceHarness
    private let child: String
    private let seed: UInt64

    private static let configuration = "All"
    private static let count: Int64 = 300

    /// Makes a trial; the child is the path of the program that runs ``CrashWriter``.
    public init(_ harness: ConformanceHarness, child: String, seed: UInt64) {
        self.harness = harness
        self.child = child
        self.seed = seed
    }

    /// The finding of a start with one configuration.
    private enum Found { case whole, new, refused }

    /// The first step after a kill.
    private enum First: String, CaseIterable {
        case startingOld = "the old configuration is started first"
        case startingNew = "the new configuration is started first"
        case destroyingOld = "what the old configuration leads to is destroyed first"
    }

    /// Kills a process at each step, and a number of processes at random times.
    public func run(kills: Int) throws {
        let directory = TemporaryDirectory()
        try directory.make()
        defer { directory.remove() }
        var random = SeededGenerator(seed: seed)
        for step in MoveStep.allCases {
            for first in First.allCases where first != .destroyingOld || step.hasLeft {
                let found = try killed(directory, atStep: true, passes: step.rawValue, first)
                try expect(
                    step.hasLeft == (found.new == .whole), "\(label(first)), \(step): found \(found)")
                let old: Found =
                    first == .destroyingOld || step == .forgotten ? .new : step.hasLeft ? .refused : .whole
                try expect(found.old == old, "\(label(first)), \(step): found \(found)")
            }
        }
        for _ in 0..<kills {
            let first: First = random.chance(2) ? .startingOld : .startingNew
            _ = try killed(directory, atStep: false, passes: random.below(80), first)
        }
    }

    private func label(_ first: First) -> String { "seed \(seed), \(first.rawValue)" }

    /// Kills a process that moves a store; returns the findings of starts with both configurations.
    private func killed(
        _ directory: TemporaryDirectory, atStep: Bool, passes: Int, _ first: First
    ) throws -> (old: Found, new: Found) {
        let places = ["old", "new"].map { ConformancePlace(directory: directory.path, store: $0) }
        let identity = try fill(places[0])
        let process = try ChildProcess(
            child,
            arguments: [
                directory.path, places[0].store, places[1].store, atStep ? "1" : "0",
                CrashPoint.whileMoving.rawValue, "\(passes)",
            ])
        process.outputUntilOver()
        let what = "\(label(first)), \(atStep ? "step" : "moment") \(passes)"
        try expect(process.signal == SIGKILL, "\(what): the process that moves ended by itself")
        if first == .destroyingOld { try destroy(places[0]) }
        var found = (old: Found.new, new: Found.new)
        if first == .startingNew { found.new = try start(places[1], identity, what) }
        found.old = try start(places[0], identity, what)
        if first == .startingOld, found.old == .whole {
            let hidden = try FileManager.default.contentsOfDirectory(atPath: directory.path)
                .filter { $0.hasPrefix(".") }
            try expectEqual(hidden, [], "\(what): what is left at either place")
        }
        if first != .startingNew { found.new = try start(places[1], identity, what) }
        try expect(
            (found.old == .whole) != (found.new == .whole), "\(what): starts have found \(found)")
        for place in places { try destroy(place) }
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        try expectEqual(left.sorted(), [], "\(what): files that are left")
        return found
    }

    private func destroy(_ place: ConformancePlace) throws {
        try harness.backend.type.destroy(harness.placement(Self.configuration, place))
    }

    private func open(_ place: ConformancePlace) throws -> any Store {
        try harness.backend.type.open(
            StoreOpenRequest(
                to: Versions.schema(Versions.thing()), [Self.configuration],
                harness.placement(Self.configuration, place)))
    }

    /// Makes a store; returns who it is.
    private func fill(_ place: ConformancePlace) throws -> String {
        let store = try open(place)
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        var changes = ChangeSet()
        changes.insert(try Versions.schema(Versions.thing()).entities[0], Self.rows)
        try session.committed(changes)
        return store.identity.id
    }

    private static var rows: [[String: Value]] {
        (0..<count).map { ["id": .integer($0), "text": .text("thing \($0)")] }
    }

    private func start(_ place: ConformancePlace, _ identity: String, _ what: String) throws -> Found {
        let store: any Store
        do {
            store = try open(place)
        } catch let error as GranaryError where error.code == .notFound {
            return .refused
        }
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        let rows = try session.everything(of: Versions.schema(Versions.thing()).entities[0])
        if store.identity.id != identity, rows.isEmpty { return .new }
        try expectEqual(store.identity.id, identity, "\(what): who the store is")
        try expect(
            rows == (0..<Self.count).map { [.integer($0), .text("thing \($0)")] },
            "\(what): a store with \(rows.count) rows is at “\(place.store)”")
        return .whole
    }

    /// The work of the child: moves the store, and ends at a step, or after a time.
    static func move(
        _ harness: ConformanceHarness, from old: ConformancePlace, to new: ConformancePlace, atStep: Bool,
        passes: Int
    ) throws {
        let harness = atStep ? harness.watched(MoveEnding.self) ?? harness : harness
        let stack = try PersistentStack(
            Versions.schema(Versions.thing()), registry: StoreRegistry(backends: [harness.backend]))
        try stack.attachPersistentStore(for: harness.placement(configuration, old))
        try stack.start()
        if atStep {
            CrashTrap.shared.set(at: .whileMoving, passes: passes)
        } else {
            let moment = DispatchTime.now() + .microseconds(passes * 250)
            DispatchQueue.global().asyncAfter(deadline: moment) { CrashTrap.end() }
        }
        try stack.moveStore(named: configuration, to: harness.placement(configuration, new))
        CrashTrap.end()
    }
}
