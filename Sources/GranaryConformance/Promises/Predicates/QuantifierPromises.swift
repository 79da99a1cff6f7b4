import FoundationEssentials
import Granary

/// Conditions on relationships to many: any, all, none, count, in one store and across stores.
enum QuantifierPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(near + pairs + far + fromAuthors) }

    private static let near: [ConformancePromise] = [
        books("any holds for at least one", { $0.chapters.any { $0.words > 100 } }) {
            $0.chapters.contains { ($0.words ?? 0) > 100 }
        },
        books("all holds for every one, and for none at all", { $0.chapters.all { $0.words > 20 } }) { row in
            row.chapters.allSatisfy { ($0.words ?? 0) > 20 }
        },
        books("all with nil inside", { $0.chapters.all { $0.words != nil } }) {
            $0.chapters.allSatisfy { $0.words != nil }
        },
        books("none holds for not one", { $0.chapters.none { $0.heading == "Two" } }) {
            !$0.chapters.contains { $0.heading == "Two" }
        },
        books("count of a relationship", { $0.chapters.count == 2 }) { $0.chapters.count == 2 },
        books("count of an empty relationship is 0", { $0.chapters.count == 0 }) { $0.chapters.isEmpty },
        books(
            "count of those that satisfy a condition", { $0.chapters.count(where: { $0.words < 1_000 }) >= 1 }
        ) { row in
            row.chapters.contains { ($0.words ?? .max) < 1_000 }
        },
        books("isEmpty", { $0.loans.isEmpty }) { $0.loans == 0 },
        books("not isEmpty", { !$0.loans.isEmpty }) { $0.loans != 0 },
        books("count in arithmetic", { $0.loans.count * 2 + 1 == 5 }) { $0.loans == 2 },
        books(
            "any with conditions on both sides",
            { $0.chapters.any { $0.words > 100 && $0.heading == "One" } && $0.isPrinted }
        ) {
            $0.id == 1
        },
        books("any of any", { $0.chapters.any { $0.footnotes.any { $0.text == "note 1" } } }) { row in
            row.chapters.contains { $0.footnotes > 1 }
        },
        books("any inside goes back to one", { $0.chapters.any { $0.book.pages > 320 } }) {
            !$0.chapters.isEmpty && ($0.pages ?? 0) > 320
        },
        books("A text match inside any", { $0.chapters.any { $0.heading.equals("ONE", .caseInsensitive) } }) {
            $0.chapters.contains { $0.heading.lowercased() == "one" }
        },
    ]

    private static let pairs: [ConformancePromise] = [
        books("any over many to many", { $0.tags.any { $0.word == "blue" } }) { $0.words.contains("blue") },
        books("all over many to many", { $0.tags.all { $0.weight > 0 } }) {
            $0.tags.allSatisfy { ($0.weight ?? 0) > 0 }
        },
        books("none over many to many", { $0.tags.none { $0.weight == nil } }) {
            !$0.tags.contains { $0.weight == nil }
        },
        books("count over many to many", { $0.tags.count > 1 }) { $0.tags.count > 1 },
        books("count with a condition over many to many", { $0.tags.count(where: { $0.weight < 0 }) == 1 }) {
            row in
            row.tags.filter { ($0.weight ?? 0) < 0 }.count == 1
        },
        books("There and back over many to many", { $0.tags.any { $0.books.any { $0.title == "STRASSE" } } })
        { row in
            row.tags.contains { $0.books.contains { $0.title == "STRASSE" } }
        },
        books("count on the other side", { $0.tags.any { $0.books.count == 2 } }) { row in
            row.tags.contains { $0.books.count == 2 }
        },
    ]

    private static let far: [ConformancePromise] = [
        books("any along a path", { $0.author.books.any { $0.pages > 320 } }) { row in
            row.author?.books.contains { ($0.pages ?? 0) > 320 } ?? false
        },
        books("all along a path through nil holds", { $0.author.books.all { $0.pages > 0 } }) { row in
            row.author?.books.allSatisfy { ($0.pages ?? 0) > 0 } ?? true
        },
        books("none along a path through nil holds", { $0.author.books.none { $0.isPrinted } }) { row in
            row.author?.books.contains { $0.isPrinted } != true
        },
        books("count along a path, 0 through nil", { $0.author.books.count == 0 }) { $0.author == nil },
        books("count along a path", { $0.author.books.count == 3 }) { $0.author?.books.count == 3 },
        books("any along two steps", { $0.publisher.owner.imprints.any { $0.name == "North" } }) { row in
            row.publisher?.owner?.imprints.contains { $0.name == "North" } ?? false
        },
    ]

    private static let fromAuthors: [ConformancePromise] = [
        authors("Authors with any such book", { $0.books.any { $0.isPrinted } }) {
            $0.books.contains { $0.isPrinted }
        },
        authors("Authors without such books", { $0.books.none { $0.isPrinted } }) {
            !$0.books.contains { $0.isPrinted }
        },
        authors("Authors with only such books", { $0.books.all { $0.rating != nil } }) {
            $0.books.allSatisfy { $0.rating != nil }
        },
        authors("Authors by the number of books", { $0.books.count >= 2 }) { $0.books.count >= 2 },
        authors("Authors by the number of such books", { $0.books.count(where: { $0.pages > 90 }) == 1 }) {
            row in
            row.books.filter { ($0.pages ?? 0) > 90 }.count == 1
        },
        authors("Authors without books", { $0.books.isEmpty }) { $0.books.isEmpty },
        authors(
            "Any, with a condition on a relationship to one",
            { $0.books.any { $0.publisher.name == "North" } }
        ) { row in
            row.books.contains { $0.publisher?.name == "North" }
        },
        authors(
            "Any, with a condition on a relationship to many",
            { $0.books.any { $0.tags.any { $0.word == "red" } } }
        ) { row in
            row.books.contains { $0.words.contains("red") }
        },
        authors("Any, with a condition on the author again", { $0.books.any { $0.author.rank > 3 } }) {
            !$0.books.isEmpty && ($0.rank ?? 0) > 3
        },
        authors("Any, or a condition on the author", { $0.books.any { $0.pages > 320 } || $0.country == "" })
        {
            row in
            row.books.contains { ($0.pages ?? 0) > 320 } || row.country == ""
        },
    ]
}
