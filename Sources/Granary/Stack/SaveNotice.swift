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
        /// Whether any row may have changed or gone, because nobody knows the keys any more.
        package let isWhole: Bool

        /// Notes the rows of some keys.
        package init(entity: Int, updated: [KeyBits], deleted: [KeyBits]) {
            self.entity = entity
            self.updated = updated
            self.deleted = deleted
            isWhole = false
        }

        /// Notes that any row of an entity may have changed.
        package init(whole entity: Int) {
            self.entity = entity
            updated = []
            deleted = []
            isWhole = true
        }
    }

    /// The changes, an entity each.
    package let parts: [Part]

    /// Makes a notice.
    package init(parts: [Part]) { self.parts = parts }

    /// Makes one notice of several, without their keys.
    package convenience init(uniting notices: [SaveNotice]) {
        let entities = Set(notices.lazy.flatMap { $0.parts.lazy.map(\.entity) })
        self.init(parts: entities.sorted().map(Part.init(whole:)))
    }

    /// Whether it has no keys.
    package var isWhole: Bool { parts.allSatisfy(\.isWhole) }

    /// How many keys and parts it has.
    package var weight: Int { parts.reduce(0) { $0 + 1 + $1.updated.count + $1.deleted.count } }
}
