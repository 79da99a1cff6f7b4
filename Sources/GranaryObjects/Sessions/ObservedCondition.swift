/// A condition on the rows of one entity, which decides which saves an observer gets.
package final class ObservedCondition: Sendable {
    private let condition: BoundExpression
    private let entity: Entity

    /// Makes a condition that was bound to an entity.
    package init(_ condition: BoundExpression, on entity: Entity) {
        self.condition = condition
        self.entity = entity
    }

    /// The most rows of a save that are looked at on the thread that saves.
    private static let mostRows = 16

    /// Whether the condition may hold for a row, before or after the save: of a large save this is assumed, of others
    /// their rows are looked at.
    package func mayHold(in rows: ObservedRows) -> Bool {
        guard case .known(let changes) = rows, changes.count <= Self.mostRows else { return true }
        // A condition that fails is found again, and thrown, where the rows are judged.
        guard let rows = try? changes.rows(of: entity) else { return true }
        return rows.contains { (try? condition.holds($0, in: NullRow.shared)) ?? true }
    }
}
