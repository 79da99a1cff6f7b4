import FoundationEssentials
import Granary

/// Changes are saved in a valid order, all or none, and a failed save leaves everything unchanged.
enum UnitOfWorkPromises: PromiseList {
    static let category = ConformanceCategory.unitOfWork
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(saving) + failing + undoing }

    private static let saving: [ConformancePromise] = [
        promise("The order of insertion does not matter") { bench in
            try await bench.save { context in
                let author = Author(id: 1, name: "a")
                let book = Book(
                    id: 1, title: "b", author: author,
                    publisher: Publisher(code: "p", owner: Publisher(code: "o")))
                let chapter = Chapter(volume: "v", position: 1, heading: "h", book: book)
                let footnote = Footnote(text: "f", chapter: chapter)
                try context.insert(footnote)
                try context.insert(author)
            }
            try await bench.perform { context in
                let footnote = try unwrap(try context.first(Footnote.all), "the footnote")
                try expectEqual(
                    footnote.chapter?.book?.publisher?.owner?.code, "o", "the code at the end of the chain")
            }
        },
        promise("Inserts, changes and deletions of one graph are one save") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let book = try context.existing(Book.self, 1)
                for chapter in book.chapters { try context.delete(chapter) }
                book.chapters.append(Chapter(volume: "new", position: 1, heading: "New"))
                book.author = Author(id: 50, name: "New")
                book.publisher = nil
                book.title = "New"
                book.tags.append(Tag(word: "new"))
                try context.delete(try context.existing(Author.self, 5))
            }
            try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                try expectEqual(book.chapters.map(\.heading), ["New"], "chapters")
                try expectEqual(book.author?.id, 50, "author")
                try expect(book.publisher == nil, "the publisher is still set")
                try expectEqual(book.tags.map(\.word), ["blue", "green", "new"], "tags")
                try expectEqual(try context.count(Footnote.all), 1, "footnotes")
                try expect(try context.object(Author.self, 5) == nil, "the deleted author is still there")
            }
        },
        promise("A save survives a later error in the unit of work; unsaved changes do not") { bench in
            try await expectErrorAsync(.query, "the unit of work") {
                try await bench.perform { context in
                    try context.insert(Author(id: 1, name: "saved"))
                    try context.insert(Book(id: 1, title: "saved"))
                    try context.save()
                    try context.insert(Author(id: 2, name: "not saved"))
                    try context.insert(Book(id: 2, title: "not saved"))
                    throw GranaryError(.query, "enough")
                }
            }
            try await bench.perform { context in
                try expectEqual(try context.fetch(Author.all).map(\.id), [1], "authors")
                try expectEqual(try context.fetch(Book.all).map(\.id), [1], "books")
            }
        },
        promise("After a save the context goes on with its objects") { bench in
            try await bench.perform { context in
                let author = Author(id: 1, name: "a")
                try context.insert(author)
                try context.save()
                let book = Book(id: 1, title: "b", author: author)
                try context.insert(book)
                author.name = "changed"
                try context.save()
                try context.delete(author)
                try context.save()
                try expectEqual(try context.count(Book.all) + context.count(Author.all), 0, "objects")
            }
            try expectEqual(try await bench.perform { try $0.count(Book.all) }, 0, "books")
        },
    ]

    /// A save fails repeatedly with all changes still pending; after a correction it succeeds.
    private static func recovers(
        _ name: String, _ code: GranaryError.Code, _ spoil: @escaping @Sendable (Context) throws -> Void,
        _ correct: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise {
        promise("After \(name) everything is still there to be saved") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try context.insert(Tag(word: "new", weight: 1))
                try context.existing(Tag.self, "red").weight = 44
                try context.delete(try context.existing(Tag.self, "unused"))
                try context.existing(Book.self, 9).tags.append(try context.existing(Tag.self, "green"))
                try spoil(context)
                for _ in 0..<2 { try expectError(code, "the save") { try context.save() } }
                try expectEqual(context.changes.deleted.count { $0 is Tag }, 1, "deleted tags")
                try expect(
                    context.changes.inserted.contains { ($0 as? Tag)?.word == "new" },
                    "the inserted tag is not listed")
                try expectEqual(
                    try context.fetch(Tag.all).map(\.weight), [3, nil, 1, 44], "weights in the context")
                try correct(context)
                try context.save()
            }
            try await bench.perform { context in
                try expectEqual(try context.fetch(Tag.all).map(\.weight), [3, nil, 1, 44], "weights")
                try expectEqual(
                    try context.existing(Book.self, 9).tags.map(\.word), ["green"], "tags of book 9")
            }
        }
    }

    private static let failing: [ConformancePromise] = [
        recovers(
            "an invalid value", .invalidValue, { try $0.existing(Book.self, 1).rating = .nan },
            { try $0.existing(Book.self, 1).rating = 1 }),
        recovers(
            "a violated constraint", .constraint,
            { context in for id in 1...2 { try context.insert(Seat(id: id, label: "same")) } },
            { context in try context.delete(try context.existing(Seat.self, 2)) }),
        recovers(
            "a denied deletion", .constraint, { try $0.delete(try $0.existing(Book.self, 7)) },
            { context in for loan in try context.fetch(Loan.all) { try context.delete(loan) } }),
        recovers(
            "text that cannot be stored", .invalidValue,
            { try $0.insert(Book(id: 90, title: "a\u{0}b")) }, { try $0.existing(Book.self, 90).title = "ab" }
        ),
        promise("After a conflict everything is still there to be saved") { bench in
            try await bench.saveLibrary()
            let context = try bench.stack.makeContext()
            let red = try context.existing(Tag.self, "red")
            red.weight = 44
            try context.insert(Tag(word: "new"))
            try await bench.save { try $0.existing(Tag.self, "red").weight = 55 }
            for _ in 0..<2 { try expectError(.conflict, "the save") { try context.save() } }
            try expectEqual(red.weight, 44, "the weight in the context")
            try expect(context.hasChanges && context.changes.inserted.count == 1, "the changes are lost")
            try context.refresh(red)
            try expectEqual(red.weight, 55, "the weight after refreshing")
            red.weight = 66
            try context.save()
            try expectEqual(try await bench.perform { try $0.existing(Tag.self, "red").weight }, 66, "weight")
            try expectEqual(try await bench.perform { try $0.count(Tag.all) }, 5, "tags")
        },
        promise("An empty save writes nothing and throws nothing") { bench in
            try await bench.perform { context in
                try context.save()
                try context.insert(Tag(word: "t"))
                context.rollback()
                try context.save()
                try expectEqual(context.statistics.storeRequests, 0, "requests")
            }
        },
    ]

    private static let undoing: [ConformancePromise] = [
        promise("rollback undoes inserts, changes and deletions") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let tag = Tag(word: "new")
                let red = try context.existing(Tag.self, "red")
                let unused = try context.existing(Tag.self, "unused")
                try context.insert(tag)
                red.weight = 9
                try context.delete(unused)
                context.rollback()
                try expect(!context.hasChanges, "there are changes")
                try expectEqual(red.weight, -1, "the changed weight")
                try expect(
                    try context.object(Tag.self, "unused") === unused, "the deleted tag did not return")
                try expect(try context.object(Tag.self, "new") == nil, "the inserted tag is still there")
                try expectEqual(try context.count(Tag.all), 4, "tags")
                unused.weight = 10
                try context.insert(tag)
                try context.save()
            }
            try expectEqual(
                try await bench.perform { try $0.fetch(Tag.all).map(\.weight) }, [3, nil, nil, -1, 10],
                "weights")
        },
        promise("rollback undoes relationships on both sides") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let (ada, bob) = (try context.existing(Author.self, 1), try context.existing(Author.self, 2))
                let book = try context.existing(Book.self, 1)
                bob.books.append(book)
                book.tags.removeAll()
                book.chapters.append(Chapter(volume: "new", position: 0, heading: "new"))
                context.rollback()
                try expect(book.author === ada, "the author was not restored")
                try expectEqual(
                    [ada.books.count, bob.books.count, book.tags.count, book.chapters.count], [3, 1, 2, 2],
                    "members of the lists")
                try context.save()
            }
            try expectEqual(try await bench.perform { try $0.existing(Book.self, 1).tags.count }, 2, "tags")
        },
        promise("rollback after a failed save makes the context clean") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try context.existing(Book.self, 1).rating = .nan
                try context.insert(Tag(word: "red"))
                try expectEqual(context.changes.inserted.count, 1, "inserted objects")
                do {
                    try context.save()
                    throw ConformanceFailure(.broken, "the save succeeded")
                } catch is GranaryError {
                    context.rollback()
                }
                try expect(!context.hasChanges, "there are changes")
                try expectEqual(try context.existing(Book.self, 1).rating, 4.5, "rating")
                try context.existing(Book.self, 1).rating = 5
                try context.save()
            }
            try expectEqual(
                try await bench.perform { try $0.existing(Book.self, 1).rating }, 5, "stored rating")
            try expectEqual(
                try await bench.perform { try $0.existing(Tag.self, "red").weight }, -1, "stored weight")
        },
        promise("A context that drops its saves leaves the store as it was") { bench in
            try await bench.saveLibrary()
            try await bench.perform(.temporary) { context in
                try context.existing(Tag.self, "red").weight = 1_000
                try context.save()
                try expectEqual(
                    try context.existing(Tag.self, "red").weight, 1_000, "the weight in the context")
            }
            try expectEqual(try await bench.perform { try $0.existing(Tag.self, "red").weight }, -1, "weight")
        },
        promise("A context for reading refuses to save") { bench in
            try await bench.saveLibrary()
            var options = ContextOptions()
            options.saves = .refuse
            let reading = options
            try await bench.perform(reading) { context in
                try context.existing(Tag.self, "red").weight = 1_000
                try expectError(.unsupported, "the save") { try context.save() }
            }
            try expectEqual(try await bench.perform { try $0.existing(Tag.self, "red").weight }, -1, "weight")
        },
    ]
}
