import Granary

/// The sources by their names, which may be exchanged at any time.
final class SourceRegistry: Sendable {
    private let slots: WatchedState<[String: SourceSlot]>

    init(_ sources: [String: any RemoteSource]) {
        slots = WatchedState(sources.mapValues { SourceSlot($0) })
    }

    /// The source with a name; `nil` if there is none now.
    subscript(_ name: String) -> SourceSlot? { slots.withLock { $0[name] } }

    /// All sources that are there now, by their names.
    var present: [String: SourceSlot] { slots.withLock { $0 } }

    /// Puts a source in the place of the one with a name; `nil` takes that away.
    func set(_ source: (any RemoteSource)?, _ name: String) {
        let slot = source.map { SourceSlot($0) }
        let former = slots.change { slots in
            defer { slots[name] = slot }
            return slots[name]
        }
        // Calls that wait for the one that is gone look again.
        former?.connection.noteReached()
    }

    /// Waits until there is a source with a name.
    nonisolated(nonsending) func wait(for name: String) async { await slots.wait { $0[name] == nil } }

    /// The source of an entity.
    ///
    /// - Throws: ``GranaryError/Code/unavailable`` if it is not there.
    func required(_ name: String, for entity: String) throws -> SourceSlot {
        if let slot = self[name] { return slot }
        let shown = name.isEmpty ? "without a name" : "“\(name)”"
        throw GranaryError(
            .unavailable,
            "The source \(shown) of \(entity) is not there, so its server cannot be asked; give it to `Repositories(…, sources:)`, or later by `use(_:named:)`.",
            context: .init(entity: entity))
    }
}
