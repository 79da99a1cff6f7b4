import FoundationEssentials
import Granary

/// Reports never contain stored values, constants of conditions, keys, places or secrets.
enum RedactionPromises: PromiseList {
    static let category = ConformanceCategory.telemetry

    private static let secret = "s3cret-value-of-a-user"
    private static let number = 987_654_321

    /// Runs a closure in a watched stack and expects that no report contains a secret.
    private static func silent(
        _ name: String, _ operations: [String],
        _ body: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise {
        promise(name, .united) { bench in
            try await bench.watched { stack, watch in
                try await stack.perform { context in
                    try store(in: context)
                    try context.save()
                    try body(context)
                }
                let reported = Set(watch.spans.compactMap { $0.attributes["db.operation.name"] })
                try expect(
                    reported.isSuperset(of: operations),
                    "of the operations \(operations), only \(reported) were reported")
                try watch.expectNowhere(secret, "a text")
                try watch.expectNowhere("\(number)", "a number")
            }
        }
    }

    /// Inserts an author, a book, a tag and a seat with secret keys and values.
    private static func store(in context: Context) throws {
        let book = Book(
            id: number, title: secret, pages: number, author: Author(id: number, name: secret))
        try context.insert(book)
        book.tags.append(Tag(word: secret, weight: number))
        book.chapters.append(Chapter(volume: secret, position: number, heading: secret))
        try context.insert(Seat(id: number, label: secret))
    }

    static let promises: [ConformancePromise] = [
        silent("Reports of reading hold no values, no keys and no constants of conditions", reads) {
            context in
            _ = try context.fetch(Book.where { $0.title == secret && $0.pages == number })
            _ = try context.fetch(Tag.where { $0.word.isIn([secret, "other"]) }.limit(number))
            for tag in try context.fetch(Tag.all) { _ = tag.books.map(\.title) }
            try context.stream(Book.where { $0.title.contains(secret) }) { _ in true }
            _ = try context.count(Book.where { $0.author.name.hasPrefix(secret) })
            context.reset()
            for book in try context.fetch(Book.all) { _ = book.author?.name }
            try expect(try context.object(Book.self, number + 1) == nil, "an object has an unused key")
            _ = try context.existing(Tag.self, secret)
        },
        silent("Reports of sums, groups and single values hold none of them", ["aggregate", "select"]) {
            context in
            try expectEqual(try context.sum(Book.all) { $0.pages }, number, "the sum")
            _ = try context.maximum(Book.where { $0.title == secret }) { $0.title }
            _ = try context.grouped(Tag.all, by: { $0.word }) { $0.weight.sum }
            _ = try context.select(Book.all) { ($0.title, $0.pages) }
        },
        silent("Reports of batches hold neither conditions nor new values", ["update", "delete"]) {
            context in
            try context.updateAll(Seat.where { $0.label == secret }) { $0.row.set(to: number) }
            try context.deleteAll(Seat.where { $0.row == number })
        },
        silent("Reports of failed saves hold no data of the failure", ["save", "commit"]) { context in
            try context.insert(Seat(id: number + 1, label: secret))
            let violation = try expectError(.constraint, "a unique value") { try context.save() }
            context.reset()
            try context.insert(Tag(word: secret))
            let double = try expectError(.constraint, "a key") { try context.save() }
            try expect(!violation.message.isEmpty && !double.message.isEmpty, "an error has no message")
        },
        promise("Reports hold no message of an error", .united) { bench in
            try await bench.watched { stack, watch in
                let message = try await stack.perform { context in
                    try context.insert(Seat(id: 1, label: secret))
                    try context.insert(Seat(id: 2, label: secret))
                    return try expectError(.constraint, "the save") { try context.save() }.message
                }
                try watch.expectNowhere(message, "the message of the error")
                let unknown = try await expectErrorAsync(.schema, "an unknown model") {
                    try await stack.perform { _ = try $0.count(CrashAccount.all) }
                }
                try watch.expectNowhere(unknown.message, "the message of the error")
            }
        },
        silent("A native query is reported without its text and its values", ["native"]) { context in
            do {
                _ = try context.native(
                    "SELECT \(Book.fields.title) FROM \(Book.self) WHERE \(Book.fields.title) = \(secret)",
                    from: Book.self, as: String.self)
            } catch GranaryError.Code.unsupported {
                // A store without a query language throws an error.
            }
        },
        promise("Reports hold neither a store's place nor a secret of its options", .united) {
            bench in
            try await bench.watched { stack, watch in
                try await stack.perform { try Library.insert(in: $0) }
                try await stack.perform { _ = try $0.fetch(Book.all) }
                for (what, text) in hidden(in: stack, bench) { try watch.expectNowhere(text, what) }
                try await stack.close()
                for (what, text) in hidden(in: stack, bench) { try watch.expectNowhere(text, what) }
            }
        },
    ]

    private static let reads = ["perform", "fetch", "find", "load", "stream", "count"]

    /// The parts of a stack's configurations that reports must not contain.
    private static func hidden(
        in stack: PersistentStack, _ bench: ConformanceBench
    ) -> [(what: String, text: String)] {
        let secrets = bench.harness.backend.type.options.filter(\.isSecret).map(\.name)
        return stack.attachedStores.flatMap { configuration in
            [("the directory", configuration.location), ("the file", configuration.file)]
                + secrets.map { ("the option \($0)", configuration.options[$0]) }
        }
        .compactMap { what, text in text.flatMap { $0.isEmpty ? nil : (what, $0) } }
    }
}
