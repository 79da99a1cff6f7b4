import FoundationEssentials
import Granary

/// Questions about the only object and about all objects of a query, and comparisons with objects.
enum SingleObjectPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        [
            library("The only object of a query") { context in
                let book = try context.single(Book.where { $0.title == "STRASSE" })
                try expectEqual(book.id, 5, "the book")
                let error = try expectError(.notFound, "none") {
                    _ = try context.single(Book.where { $0.title == "Strasse" })
                }
                try expectEqual(error.context.entity, "Book", "the entity of the error")
                try expectError(.query, "several") { _ = try context.single(Book.where { $0.pages == 96 }) }
                try expectEqual(
                    try context.single(Book.where { $0.pages == 96 }.limit(1)).id, 2, "the first of several")
                try expectError(.notFound, "nothing wanted") { _ = try context.single(Book.all.limit(0)) }
            },
            library("All objects of a query satisfy a condition") { context in
                try expect(try context.allSatisfy(Book.all) { $0.id > 0 }, "all have keys")
                try expect(try !context.allSatisfy(Book.all) { $0.pages > -100 }, "nil is not larger")
                let counted = Book.where { $0.pages != nil }
                try expect(
                    try context.allSatisfy(counted) {
                        $0.pages > -100
                        $0.pages < 2_000
                    }, "two lines")
                try expect(try context.allSatisfy(Book.where { $0.id > 99 }) { $0.id < 0 }, "no objects")
                let longest = counted.sorted { $0.pages.descending }.limit(2)
                try expect(try context.allSatisfy(longest) { $0.pages > 320 }, "the first two")
                try expect(try !context.allSatisfy(longest.offset(1)) { $0.pages > 320 }, "the next two")
                try expectError(.query, "a negative limit") {
                    _ = try context.allSatisfy(Book.all.limit(-1)) { $0.id > 0 }
                }
            },
            library("A relationship is compared with an object") { context in
                let ada = try context.single(Author.where { $0.name == "Ada" })
                let north = try context.single(Publisher.where { $0.code == "P1" })
                try expectEqual(
                    try context.fetch(Book.where { $0.author == ada }).map(\.id), [1, 2, 10], "books by Ada")
                try expectEqual(
                    try context.fetch(Book.where { $0.author != ada && $0.publisher == north }).map(\.id),
                    [5, 6], "books by others")
                let nobody: Author? = nil
                try expectEqual(
                    try context.fetch(Book.where { $0.author == nobody }).map(\.id), [7, 9], "by nobody")
                try expectEqual(
                    try context.fetch(Publisher.where { $0.owner.owner == north }).map(\.code), ["p2"],
                    "along a path")
                let book = try context.single(Book.where { $0.id == 10 })
                try expectEqual(
                    try context.fetch(Author.where { $0.books.first { $0.pages.descending } == book }).map(
                        \.id),
                    [1], "authors by a first book")
            },
        ]
    }
}
