/// Estimates how much memory a step to undo holds: its values and the structures around them.
///
/// Neither the objects themselves nor memory that several steps share is counted; the estimate errs on the high side.
struct UndoSize {
    let schema: Schema

    /// A change's share of the step: references, states and the set of properties.
    private static let change = 160
    /// A pair's share of the step.
    private static let pair = 96

    /// The bytes of a step.
    func bytes(of step: UndoStep) -> Int {
        let objects = step.objects.reduce(0) { $0 + size(of: $1) }
        return Self.change + objects + step.links.count * Self.pair
    }

    private func size(of change: UndoStep.ObjectChange) -> Int {
        switch (change.before, change.after) {
        // The other values are those of the state before.
        case (.present(let before), .present(let after)):
            Self.change + size(of: before, .all) + size(of: after, change.properties)
        case (.present(let only), .absent), (.absent, .present(let only)):
            Self.change + size(of: only, .all)
        case (.absent, .absent): Self.change
        }
    }

    private func size<Snapshot: ModelSnapshot>(of snapshot: Snapshot, _ properties: PropertySet) -> Int {
        guard let entity = schema.entity(of: Snapshot.Object.self) else { return MemoryLayout<Snapshot>.size }
        return SnapshotBytes.of(snapshot, properties, in: entity)
    }
}
