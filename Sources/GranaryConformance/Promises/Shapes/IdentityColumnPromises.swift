import FoundationEssentials
import Granary

/// Identities of objects at the ends of relationships, as columns and in conditions.
enum IdentityColumnPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(conditions) + columns }

    private static let conditions: [ConformancePromise] = [
        books("The identity of an object is another's", { $0.author.objectID == ObjectID<Author>(1) }) {
            $0.authorID == 1
        },
        books("The identity of no object is nil", { $0.publisher.objectID == nil }) {
            $0.publisherCode == nil
        },
        books(
            "The identity of an object is one of some",
            { $0.publisher.objectID.isIn([ObjectID<Publisher>("P1"), ObjectID<Publisher>("p2"), nil]) }
        ) { $0.publisherCode == nil || $0.publisherCode == "P1" || $0.publisherCode == "p2" },
        books(
            "An identity at the end of a path", { $0.publisher.owner.objectID == ObjectID<Publisher>("P1") }
        ) { $0.publisher?.ownerCode == "P1" },
    ]

    private static let columns: [ConformancePromise] = [
        library("Identities as columns") { context in
            let rows = try context.select(Book.where { $0.id < 5 }) {
                ($0.author.objectID, $0.publisher.objectID)
            }
            try expectEqual(rows.map(\.0), [ObjectID(1), ObjectID(1), ObjectID(2), ObjectID(3)], "authors")
            try expectEqual(
                rows.map(\.1), [ObjectID("P1"), ObjectID("P2"), ObjectID("p2"), nil], "publishers")
        },
        library("Groups by identities") { context in
            let groups = try context.grouped(Book.all, by: { $0.author.objectID }) { $0.count() }
            try expectEqual(
                groups.map(\.group), [nil, ObjectID(1), ObjectID(2), ObjectID(3), ObjectID(4)], "authors")
            try expectEqual(groups.map(\.values), [2, 3, 1, 2, 2], "counts")
        },
        library("A key of several parts is no column") { context in
            try expectError(.query, "identities of chapters") {
                _ = try context.select(Footnote.all) { $0.chapter.objectID }
            }
        },
    ]
}
