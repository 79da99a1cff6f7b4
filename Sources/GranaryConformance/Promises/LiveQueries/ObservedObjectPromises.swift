import Granary

/// Programs are notified of saves of the objects and properties that they ask for.
enum ObservedObjectPromises: PromiseList {
    static let category = ConformanceCategory.observation

    static let promises: [ConformancePromise] = [
        promise("Saves of given objects are told, and no others") { bench in
            try await bench.saveLibrary()
            let ids = try await bench.perform { context in
                [
                    try context.existing(Tag.self, "blue").objectID,
                    try context.existing(Tag.self, "red").objectID,
                ]
            }
            var changes = bench.stack.changes(of: ids).makeAsyncIterator()
            try await bench.save { try $0.existing(Tag.self, "green").weight = 1 }
            try await bench.save { context in
                try context.existing(Tag.self, "green").weight = 2
                try context.existing(Tag.self, "blue").weight = 2
            }
            try await bench.save { try $0.delete(try $0.existing(Tag.self, "red")) }
            let first = try unwrap(try await changes.next(), "a save")
            try expectEqual(first.updated.map(\.after.word), ["blue"], "changed tags")
            try expectEqual(first.updated.map(\.before.weight), [3], "weights before")
            let second = try unwrap(try await changes.next(), "a save")
            try expectEqual(second.deleted.map(\.word), ["red"], "deleted tags")
        },
        promise("Changes of given properties are told, with the values before and after") { bench in
            try await bench.saveLibrary()
            let id = try await bench.perform { try $0.existing(Book.self, 1).objectID }
            var changes = bench.stack.changes(of: [id]) {
                $0.pages
                $0.author
            }.makeAsyncIterator()
            try await bench.save { try $0.existing(Book.self, 1).title = "Another" }
            try await bench.save { try $0.existing(Book.self, 1).pages = 77 }
            try await bench.save { context in
                try context.existing(Book.self, 1).author = try context.existing(Author.self, 2)
            }
            let pages = try unwrap(try await changes.next()?.updated.first, "a changed book")
            try expectEqual(pages.after.pages, 77, "pages")
            try expectEqual(pages.properties, ["pages"], "properties")
            let author = try unwrap(try await changes.next()?.updated.first, "a changed book")
            try expectEqual([author.before.author, author.after.author], [1, 2], "authors")
        },
        promise("Observing what is no property of the model is an error") { bench in
            var changes = bench.stack.changes(of: [ObjectID<Book>]()) {
                $0.author.name
            }.makeAsyncIterator()
            do {
                _ = try await changes.next()
                throw ConformanceFailure(.broken, "The name of an author is observed in a book.")
            } catch GranaryError.Code.query {}
        },
    ]
}
