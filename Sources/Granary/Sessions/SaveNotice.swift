/// The changes of one save, by entity; all receivers share the keys.
package final class SaveNotice: Sendable {
    /// The changes of one entity.
    package struct Part: Sendable {
        /// The position of the entity in its schema.
        package let entity: Int
        /// The keys of the changed rows.
        package let updated: [KeyBits]
        /// The keys of the deleted rows.
        package let deleted: [KeyBits]
        /// The keys of the rows that may have entered another object's list; `nil` if any row may have entered or left
        /// one.
        package let moved: [ObjectKey]?
        /// Whether any row may have changed or gone, because the keys are no longer known.
        package let isWhole: Bool

        /// Notes changes of rows with known keys.
        package init(entity: Int, updated: [KeyBits], deleted: [KeyBits], moved: [ObjectKey]? = nil) {
            self.entity = entity
            self.updated = updated
            self.deleted = deleted
            self.moved = moved
            isWhole = false
        }

        /// Notes that any row of an entity may have changed.
        package init(whole entity: Int) {
            self.entity = entity
            updated = []
            deleted = []
            moved = nil
            isWhole = true
        }
    }

    /// The changes, one part per entity.
    package let parts: [Part]

    /// Makes a notice.
    package init(parts: [Part]) { self.parts = parts }

    /// Combines notices into one without keys; it keeps which entities have changed rows.
    package convenience init(uniting notices: [SaveNotice]) {
        var changes: [Int: Bool] = [:]
        for part in notices.lazy.flatMap(\.parts) {
            let isChanged = part.isWhole || !part.updated.isEmpty || !part.deleted.isEmpty
            changes[part.entity] = isChanged || changes[part.entity] ?? false
        }
        self.init(
            parts: changes.sorted { $0.key < $1.key }.map { entity, isChanged in
                isChanged ? Part(whole: entity) : Part(entity: entity, updated: [], deleted: [])
            })
    }

    /// The approximate memory that the notice takes, in units of one key of 16 bytes.
    package var weight: Int { parts.reduce(4) { $0 + 4 + $1.weight } }
}

extension SaveNotice.Part {
    /// The approximate memory that the keys take, in units of one key of 16 bytes.
    fileprivate var weight: Int { updated.count + deleted.count + 3 * (moved?.count ?? 0) }
}
