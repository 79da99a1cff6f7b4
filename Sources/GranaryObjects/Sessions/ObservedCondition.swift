/// A condition on the rows of one entity, which decides which saves an observer gets.
package final class ObservedCondition: Sendable {
    private let condition: BoundExpression
    private let entity: Entity

    /// Makes a condition that was bound to an entity.
    package init(_ condition: BoundExpression, on entity: Entity) {
        self.condition = condition
        self.entity = entity
    }

    /// The most rows of a save that the saving thread checks.
    private static let mostRows = 16

    /// Whether the condition may hold for a row, before or after the save: for a large save this is assumed, for others
    /// the rows are checked.
    package func mayHold(in rows: ObservedRows) -> Bool {
        guard case .known(let changes) = rows, changes.count <= Self.mostRows else { return true }
        // A condition that fails is evaluated again where the rows are checked, which throws the error.
        guard let rows = try? changes.rows(of: entity) else { return true }
        return rows.contains { (try? condition.holds($0, in: NullRow.shared)) ?? true }
    }
}
