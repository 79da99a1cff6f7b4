/// What one save changed, by entity; the keys are shared by all who read it.
package final class SaveNotice: Sendable {
    /// The changes of one entity.
    package struct Part: Sendable {
        /// The position of the entity in its schema.
        package let entity: Int
        /// The keys of the changed rows.
        package let updated: [KeyBits]
        /// The keys of the deleted rows.
        package let deleted: [KeyBits]
        /// The keys of the rows that may have come into the list of another object; `nil` when any row may have come
        /// or gone.
        package let moved: [ObjectKey]?
        /// Whether any row may have changed or gone, because nobody knows the keys any more.
        package let isWhole: Bool

        /// Notes the rows of some keys.
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

    /// The changes, an entity each.
    package let parts: [Part]

    /// Makes a notice.
    package init(parts: [Part]) { self.parts = parts }

    /// Makes one notice of several, without their keys; of entities of which they have none, no row has changed.
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

    /// How much memory it takes, about, in keys of 16 bytes.
    package var weight: Int { parts.reduce(4) { $0 + 4 + $1.weight } }
}

extension SaveNotice.Part {
    /// How much memory the keys take, about, in those of 16 bytes.
    fileprivate var weight: Int { updated.count + deleted.count + 3 * (moved?.count ?? 0) }
}
