import Granary

extension PromiseList {
    /// Promises that a condition selects exactly the books of the library for which a Swift closure holds.
    ///
    /// Unsaved books are evaluated by the core, saved ones by the store. The negated condition and counts are checked
    /// too.
    static func books(
        _ name: String,
        @ConditionBuilder<Book> _ condition: @escaping @Sendable (Book.Fields) -> Condition<Book>,
        expecting holds: @escaping @Sendable (Library.BookRow) -> Bool
    ) -> ConformancePromise {
        promise(name) { bench in
            let expected = Library.books.filter(holds).map(\.id)
            let others = Library.books.filter { !holds($0) }.map(\.id)
            let query = Book.where(condition)
            let negated = Book.where { !condition($0) }
            try await bench.perform { context in
                try Library.insert(in: context)
                try expectEqual(try context.fetch(query).map(\.id), expected, "\(name), unsaved")
                try context.save()
            }
            try await bench.perform { context in
                try expectEqual(try context.count(query), expected.count, "\(name), counted")
                try expectEqual(try context.fetch(query).map(\.id), expected, "\(name), saved")
                try expectEqual(try context.fetch(negated).map(\.id), others, "not: \(name)")
                try expectEqual(try context.exists(query), !expected.isEmpty, "\(name), exists")
            }
        }
    }

    /// Promises that a condition selects exactly the books with some keys.
    static func found(
        _ name: String, _ condition: @escaping @Sendable (Book.Fields) -> Condition<Book>, _ ids: Int...
    ) -> ConformancePromise { books(name, condition) { ids.contains($0.id) } }

    /// Promises that a condition selects exactly the authors for which a Swift closure holds.
    static func authors(
        _ name: String,
        @ConditionBuilder<Author> _ condition: @escaping @Sendable (Author.Fields) -> Condition<Author>,
        expecting holds: @escaping @Sendable (Library.AuthorRow) -> Bool
    ) -> ConformancePromise {
        promise(name) { bench in
            let expected = Library.authors.filter(holds).map(\.id)
            let others = Library.authors.filter { !holds($0) }.map(\.id)
            try await bench.perform { context in
                try Library.insert(in: context)
                try expectEqual(
                    try context.fetch(Author.where(condition)).map(\.id), expected, "\(name), unsaved")
                try context.save()
            }
            try await bench.perform { context in
                try expectEqual(
                    try context.count(Author.where(condition)), expected.count, "\(name), counted")
                try expectEqual(
                    try context.fetch(Author.where(condition)).map(\.id), expected, "\(name), saved")
                try expectEqual(
                    try context.fetch(Author.where { !condition($0) }).map(\.id), others, "not: \(name)")
            }
        }
    }

    /// Promises that a query throws an error with a code.
    static func books(
        _ name: String, failsWith code: GranaryError.Code,
        _ condition: @escaping @Sendable (Book.Fields) -> Condition<Book>
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.perform { context in
                try Library.insert(in: context)
                try context.save()
            }
            try await bench.perform { context in
                try expectError(code, "\(name), fetched") { _ = try context.fetch(Book.where(condition)) }
                try expectError(code, "\(name), counted") { _ = try context.count(Book.where(condition)) }
                try expectEqual(
                    try context.count(Book.all), Library.books.count, "books in the context afterwards")
            }
        }
    }
}
