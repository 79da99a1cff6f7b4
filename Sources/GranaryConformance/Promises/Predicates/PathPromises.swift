import FoundationEssentials
import Granary

/// Conditions along relationships to one: a path through `nil` gives `nil`, and the distribution over stores does not
/// matter.
enum PathPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(steps + identities + far) + [crowd] }

    private static let steps: [ConformancePromise] = [
        books("A relationship to one is nil", { $0.author == nil }) { $0.author == nil },
        books("A relationship to one is not nil", { $0.author != nil }) { $0.author != nil },
        books("An attribute of a related object", { $0.author.name == "Ada" }) { $0.author?.name == "Ada" },
        books("!= on a related object holds without one", { $0.author.name != "Ada" }) {
            $0.author?.name != "Ada"
        },
        books("nil in a related object, or no such object", { $0.author.country == nil }) {
            $0.author?.country == nil
        },
        books("An ordered comparison with a related object's attribute", { $0.author.rank > 3 }) {
            ($0.author?.rank ?? .min) > 3
        },
        books("A text match on a related object", { $0.author.name.hasPrefix("A") }) {
            $0.author?.name == "Ada"
        },
        books(
            "A folded text match on a related object", { $0.author.name.equals("ada", .caseInsensitive) }
        ) { $0.authorID == 1 || $0.authorID == 4 },
        books("A list for a related object's attribute, with nil", { $0.author.rank.isIn([nil, 7]) }) {
            $0.author?.rank == nil || $0.author?.rank == 7
        },
        books("A date part of a related object", { $0.author.born.year == 1950 }) { $0.authorID == 1 },
        books(
            "Two related objects compared with each other", { $0.author.country == $0.publisher.name }
        ) { $0.author?.country == $0.publisher?.name },
        books("A comparison with related objects on both sides", { $0.pages < $0.author.rank }) { row in
            guard let pages = row.pages, let rank = row.author?.rank else { return false }
            return pages < rank
        },
        books("Arithmetic across the relationship", { $0.author.rank + $0.reprints == 6 }) { row in
            guard let rank = row.author?.rank, let reprints = row.reprints else { return false }
            return rank + reprints == 6
        },
    ]

    private static let identities: [ConformancePromise] = [
        books("The related object", { $0.author == ObjectID<Author>(3) }) { $0.authorID == 3 },
        books("Not the related object, or none", { $0.author != ObjectID<Author>(3) }) {
            $0.authorID != 3
        },
        books("An object that does not exist", { $0.author == ObjectID<Author>(99) }) { _ in false },
        books("Text keys tell case apart", { $0.publisher == ObjectID<Publisher>("p2") }) {
            $0.publisherCode == "p2"
        },
        books("The key of a related object is an attribute", { $0.publisher.code < "a" }) {
            ($0.publisherCode ?? "z") < "a"
        },
        books("A one-to-one relationship", { $0.card.shelf == "S2" }) { $0.shelf == "S2" },
        books("An empty one-to-one relationship", { $0.card == nil }) { $0.shelf == nil },
    ]

    private static let far: [ConformancePromise] = [
        books("Two steps", { $0.publisher.owner.name == "North" }) { $0.publisher?.owner?.name == "North" },
        books("Two steps to nil", { $0.publisher.owner.name == nil }) { $0.publisher?.owner?.name == nil },
        books("Two steps, without an object at the end", { $0.publisher.owner == nil }) {
            $0.publisher?.owner == nil
        },
        books("Three steps", { $0.publisher.owner.owner.code == "P1" }) {
            $0.publisher?.owner?.owner?.code == "P1"
        },
        books(
            "Conditions here and there, and", { $0.author.country == "NL" && $0.pages > 90 }
        ) { $0.author?.country == "NL" && ($0.pages ?? 0) > 90 },
        books(
            "Conditions here and there, or", { $0.author.country == "NL" || $0.pages > 320 }
        ) { $0.author?.country == "NL" || ($0.pages ?? 0) > 320 },
        books(
            "Conditions on two related objects, nested",
            { !($0.author.country == "NL" || $0.publisher.name == "North") || $0.isPrinted }
        ) { !($0.author?.country == "NL" || $0.publisher?.name == "North") || $0.isPrinted },
    ]

    private static var crowd: ConformancePromise {
        promise("A condition that 4,000 objects of another store fulfil is one request", .apart) { bench in
            try await bench.save { context in
                for id in 1...5_000 { try context.insert(Author(id: id, name: "a", rank: id)) }
            }
            try await bench.save { context in
                for id in [1, 1_000, 1_001, 4_999] {
                    try context.insert(
                        Book(id: id, title: "b", author: try context.existing(Author.self, id)))
                }
            }
            try await bench.perform { context in
                let query = Book.where { $0.author.rank > 1_000 }
                try expectEqual(try context.fetch(query).map(\.id), [1_001, 4_999], "books")
                try expectEqual(try context.count(query), 2, "a count")
                let sorted = Book.all.sorted { $0.author.rank.descending }.limit(2)
                try expectEqual(try context.fetch(sorted).map(\.id), [4_999, 1_001], "books in an order")
            }
        }
    }
}
