/// The changes of one save to all its stores, by entity; all receivers share it.
///
/// Nothing relies on the order in which notices of different threads arrive: contexts read again what a notice names.
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
        /// The rows as observers get them.
        package let rows: ObservedRows
        /// Whether any row may have changed or gone, because the keys are no longer known.
        package let isWhole: Bool

        /// Notes changes of rows with known keys.
        package init(
            entity: Int, updated: [KeyBits], deleted: [KeyBits], moved: [ObjectKey]? = nil,
            rows: ObservedRows = .none
        ) {
            self.entity = entity
            self.rows = rows
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
            rows = .any
            isWhole = true
        }
    }

    /// The changes, one part per entity.
    package let parts: [Part]
    /// The number of the commit, as its ``CommitTicket`` says; 0 for a notice of no commit.
    package let ticket: UInt64
    /// The author in the options of the context that saved.
    package let author: String?
    /// Whether another stack has saved, which shares the stores.
    package let isOfOtherStack: Bool
    /// The presences of the stores that were written to, by entity; empty where they are not known.
    let presences: [StorePresence?]

    /// Makes a notice of a save in the stores of some presences, by entity.
    package init(
        parts: [Part], ticket: UInt64 = 0, author: String? = nil, ofOtherStack isOfOtherStack: Bool = false,
        in presences: [StorePresence?] = []
    ) {
        self.parts = parts
        self.ticket = ticket
        self.author = author
        self.isOfOtherStack = isOfOtherStack
        self.presences = presences
    }

    /// The presence of the store in which the rows of an entity were written; `nil` if it is not known.
    package func presence(of entity: Int) -> StorePresence? {
        presences.indices.contains(entity) ? presences[entity] : nil
    }

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
