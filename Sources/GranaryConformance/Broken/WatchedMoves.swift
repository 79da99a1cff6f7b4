package import Granary

/// A point in time between the steps of a move.
package enum MoveStep: Int, Sendable, CaseIterable {
    /// Nothing has been done yet.
    case beforeCopying
    /// The copy is made.
    case copied
    /// The copy is compared with the store.
    case compared
    /// The old place says that the store is at the new one.
    case left
    /// The same, a little later.
    case beforeArriving
    /// The copy has its name, and the old place is emptied.
    case arrived
    /// The program has written the new place down.
    case recorded
    /// Nothing is left to be done.
    case forgotten

    /// Whether the store is at the new place.
    var hasLeft: Bool { rawValue >= MoveStep.left.rawValue }
}

/// An action between the steps of a move.
package protocol MoveWatcher: Sendable {
    /// Reaches a step; the move is known from the copy on.
    static func reach(_ step: MoveStep, _ move: StoreMove?, _ base: any MovingBackend.Type) throws
}

/// A backend whose moves are watched, over one that moves stores.
package enum WatchedMoves<Base: MovingBackend, Watcher: MoveWatcher>: MovingBackend {
    /// The same.
    package static var type: StoreType { Base.type }
    /// The same, except for those that need more than moving.
    package static var capabilities: Capabilities { Base.capabilities.subtracting([.copying, .migration]) }
    /// The same.
    package static var options: [StoreOption] { Base.options }

    /// The same place.
    package static func location(of configuration: StoreConfiguration) throws -> String? {
        try Base.location(of: configuration)
    }
    /// Opens the store.
    package static func open(_ request: StoreOpenRequest) throws -> any Store { try Base.open(request) }
    /// Removes the store.
    package static func destroy(_ configuration: StoreConfiguration) throws {
        try Base.destroy(configuration)
    }
    /// The inspected store.
    package static func inspect(_ configuration: StoreConfiguration) throws -> InspectedStore? {
        try Base.inspect(configuration)
    }

    /// Copies the store.
    package static func prepareMove(
        of source: StoreConfiguration, to target: StoreConfiguration
    ) throws -> StoreMove? {
        try Watcher.reach(.beforeCopying, nil, Base.self)
        let move = try Base.prepareMove(of: source, to: target)
        try Watcher.reach(.copied, move, Base.self)
        return move
    }
    /// Leaves the old place.
    package static func leave(_ move: StoreMove) throws {
        try Watcher.reach(.compared, move, Base.self)
        try Base.leave(move)
        try Watcher.reach(.left, move, Base.self)
    }
    /// Arrives at the new place.
    package static func arrive(_ move: StoreMove) throws {
        try Watcher.reach(.beforeArriving, move, Base.self)
        try Base.arrive(move)
        try Watcher.reach(.arrived, move, Base.self)
    }
    /// Forgets the new place at the old one.
    package static func forget(_ move: StoreMove) throws {
        try Watcher.reach(.recorded, move, Base.self)
        try Base.forget(move)
        try Watcher.reach(.forgotten, move, Base.self)
    }
    /// Removes the copy.
    package static func giveUp(_ move: StoreMove) throws { try Base.giveUp(move) }
}

/// A copy that lacks one row of its store.
package enum ForgottenCopy: MoveWatcher {
    /// Removes the first row that the copy has and that no other one needs.
    package static func reach(
        _ step: MoveStep, _ move: StoreMove?, _ base: any MovingBackend.Type
    ) throws {
        guard step == .copied, let copy = move?.copy else { return }
        let described = Schema(stored: copy.schema)
        let store = try base.open(
            StoreOpenRequest(
                configuration: copy.configuration, entities: described.entities, links: described.links,
                fingerprint: described.fingerprint))
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        for entity in described.entities {
            guard let row = try session.rows(FetchRequest(entity: entity)).first,
                let key = ObjectKey(entity.keyColumns.map { row[$0] })
            else { continue }
            // Others may refer to the row.
            if (try? session.committed(.deleting(entity, key, version: nil))) != nil { return }
        }
    }
}

/// Ends the process at a step.
package enum MoveEnding: MoveWatcher {
    /// Notes that the process has reached a step.
    package static func reach(
        _ step: MoveStep, _ move: StoreMove?, _ base: any MovingBackend.Type
    ) throws { CrashTrap.shared.reach(.whileMoving) }
}

extension ConformanceHarness {
    /// The same backend with moves that are watched; `nil` for one that does not move stores.
    package func watched<Watcher: MoveWatcher>(_ watcher: Watcher.Type) -> ConformanceHarness? {
        func wrapped<Base: MovingBackend>(_ base: Base.Type) -> Backend {
            Backend(WatchedMoves<Base, Watcher>.self)
        }
        guard let base = backend.type as? any MovingBackend.Type else { return nil }
        var harness = self
        harness.backend = wrapped(base)
        harness.capabilities = harness.backend.type.capabilities
        harness.usesStoresAgain = false
        return harness
    }
}
