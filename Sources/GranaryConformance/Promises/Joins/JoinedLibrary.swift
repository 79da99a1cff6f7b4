import Granary

/// Pairs of rows of the library, found by comparing each with each.
enum JoinedLibrary {
    /// The pairs of books and authors for which a closure holds, by their keys.
    static func pairs(_ holds: (Library.BookRow, Library.AuthorRow) -> Bool) -> [KeyPair] {
        Library.books.flatMap { book in
            Library.authors.filter { holds(book, $0) }.map { KeyPair(book.id, $0.id) }
        }
    }

    /// The same with the books that have no partner.
    static func pairsOrAlone(_ holds: (Library.BookRow, Library.AuthorRow) -> Bool) -> [KeyPair] {
        Library.books.flatMap { book in
            let found = Library.authors.filter { holds(book, $0) }.map { KeyPair(book.id, $0.id) }
            return found.isEmpty ? [KeyPair(book.id, nil)] : found
        }
    }
}

extension PromiseList {
    /// Promises that a join of all books and authors has exactly the pairs for which a Swift closure holds, and a left join the
    /// other books too, before and after they are saved.
    static func joined(
        _ name: String,
        _ condition: @escaping @Sendable (Book.Fields, JoinedFields<Book, Author>) -> Condition<Book>,
        left leftCondition: @escaping @Sendable (Book.Fields, ToOneField<Book, Author>) -> Condition<Book>,
        expecting holds: @escaping @Sendable (Library.BookRow, Library.AuthorRow) -> Bool
    ) -> ConformancePromise {
        library(name) { context in
            let pairs = join(Book.all, Author.all, on: condition)
            let expected = JoinedLibrary.pairs(holds)
            let keys = try context.select(pairs) { ($0.id, $1.id) }
            try expectEqual(keys.map { KeyPair($0.0, $0.1) }, expected, "\(name), keys")
            try expectEqual(try context.count(pairs), expected.count, "\(name), counted")
            let objects = try context.fetch(pairs)
            try expectEqual(objects.map { KeyPair($0.0.id, $0.1.id) }, expected, "\(name), objects")
            let all = JoinedLibrary.pairsOrAlone(holds)
            let wider = leftJoin(Book.all, Author.all, on: leftCondition)
            let optional = try context.select(wider) { ($0.id, $1.id) }
            try expectEqual(optional.map { KeyPair($0.0, $0.1) }, all, "\(name), left")
            try expectEqual(try context.count(wider), all.count, "\(name), left, counted")
            let partners = try context.fetch(wider)
            try expectEqual(partners.map { KeyPair($0.0.id, $0.1?.id) }, all, "\(name), left, objects")
        }
    }
}
