import Granary

/// A live query gives each result of a query with its differences from the one before.
enum LiveQueryPromises: PromiseList {
    static let category = ConformanceCategory.observation

    static var promises: [ConformancePromise] { first + differences + silence + limits + paths + stores }

    private static let first: [ConformancePromise] = [
        promise("The first result of a live query is that of a fetch") { bench in
            try await bench.saveLibrary()
            let query = Book.where { $0.pages > 90 }.sorted { $0.title.descending }
            var reader = bench.stack.observe(query).makeAsyncIterator()
            let result = try unwrap(try await reader.next(), "a result")
            let fetched = try await bench.perform { try $0.fetch(query).map(\.snapshot) }
            try expectEqual(Array(result), fetched, "books")
            try expect(result.isFirst && result.changes.isEmpty, "the first result has differences")
        },
        promise("Each reader of a live query has a first result of its own") { bench in
            try await bench.saveLibrary()
            let query = bench.stack.observe(Tag.all)
            for round in 0..<2 {
                var reader = query.makeAsyncIterator()
                let result = try unwrap(try await reader.next(), "a result")
                try expectEqual(result.count, 4 + round, "tags")
                try await bench.saveTag("more \(round)", in: bench.stack)
            }
        },
        promise("A live query that a fetch refuses is refused") { bench in
            var refused = bench.stack.observe(Book.all.limit(-1)).makeAsyncIterator()
            do {
                _ = try await refused.next()
                throw ConformanceFailure(.broken, "A negative limit gives a result.")
            } catch GranaryError.Code.query {}
            var reader = bench.stack.observe(Book.all).makeAsyncIterator()
            try expectEqual(try await reader.next()?.count, 0, "books")
        },
    ]

    private static let differences: [ConformancePromise] = [
        promise("Objects that enter, leave, move and change are told with their places and values") { bench in
            try await bench.saveLibrary()
            var live = try await follow(Tag.where { $0.weight != nil }.sorted { $0.weight.ascending }, bench)
            try await bench.save { try $0.insert(Tag(word: "new", weight: 5)) }
            try expectEqual(try await live.next(), ["insert new at 2"], "entering")
            try await bench.save { try $0.existing(Tag.self, "blue").weight = nil }
            try expectEqual(try await live.next(), ["delete blue at 1"], "leaving")
            try await bench.save { try $0.existing(Tag.self, "unused").weight = -5 }
            try expectEqual(try await live.next(), ["move unused from 2 to 0"], "moving")
            try await bench.save { try $0.existing(Tag.self, "red").weight = 0 }
            try expectEqual(try await live.next(), ["update red at 1"], "changing")
            try await bench.save { try $0.delete(try $0.existing(Tag.self, "new")) }
            try expectEqual(try await live.next(), ["delete new at 2"], "deleted")
        },
        promise("Several changes of a save, and several saves between two looks, are one difference") {
            bench in
            try await bench.saveLibrary()
            var live = try await follow(Tag.all, bench)
            try await bench.save { context in
                try context.insert(Tag(word: "a"))
                try context.insert(Tag(word: "z"))
                try context.existing(Tag.self, "red").weight = 5
            }
            try await bench.save { try $0.delete(try $0.existing(Tag.self, "a")) }
            try await bench.save { try $0.existing(Tag.self, "red").weight = 6 }
            let changes = try await live.next()
            try expectEqual(Set(changes), ["insert z at 4", "update red at 2"], "differences")
        },
        promise("Batches are followed as saves are") { bench in
            try await bench.saveLibrary()
            var live = try await follow(Tag.where { $0.weight > 0 }, bench)
            try await bench.perform { context in
                _ = try context.updateAll(Tag.where { $0.weight == nil }) { $0.weight.set(to: 1) }
            }
            try expectEqual(try await live.next(), ["insert green at 1"], "a batch update")
            try await bench.perform { _ = try $0.deleteAll(Tag.where { $0.word == "unused" }) }
            try expectEqual(try await live.next(), ["delete unused at 2"], "a batch deletion")
        },
        promise("A store that is erased while a live query runs empties its result") { bench in
            try await bench.saveLibrary()
            var live = try await follow(Tag.all, bench)
            let configuration = try unwrap(try bench.schema().entity("Tag"), "the entity").configuration
            try await bench.stack.eraseAll(in: configuration)
            try expectEqual(try await live.next().count, 4, "differences")
        },
    ]

    private static let silence: [ConformancePromise] = [
        promise("There is no result without a difference") { bench in
            try await bench.saveLibrary()
            var live = try await follow(Tag.where { $0.weight > 2 }, bench)
            try await bench.save { try $0.insert(Tag(word: "light", weight: 1)) }
            try await bench.save { try $0.existing(Book.self, 1).pages = 9 }
            try await bench.save { try $0.existing(Tag.self, "light").weight = 2 }
            try await bench.save { context in
                try context.insert(Tag(word: "short-lived", weight: 9))
                try context.save()
                try context.delete(try context.existing(Tag.self, "short-lived"))
            }
            try await bench.save { try $0.insert(Tag(word: "heavy", weight: 3)) }
            try expectEqual(try await live.next(), ["insert heavy at 1"], "differences")
        },
        promise("Unsaved changes and refused saves do not show in a live query") { bench in
            try await bench.saveLibrary()
            var live = try await follow(Tag.all, bench)
            try await bench.perform { context in
                try context.insert(Tag(word: "unsaved"))
                context.rollback()
            }
            try await expectErrorAsync(.constraint, "a key twice") {
                try await bench.save { try $0.insert(Tag(word: "blue")) }
            }
            try await bench.save { try $0.insert(Tag(word: "saved")) }
            try expectEqual(try await live.next(), ["insert saved at 3"], "differences")
        },
    ]

    private static let limits: [ConformancePromise] = [
        promise("A limit holds: what enters pushes the last one out, and what leaves is replaced") { bench in
            try await bench.saveLibrary()
            var live = try await follow(Tag.all.sorted { $0.word.ascending }.limit(2), bench)
            try await bench.save { try $0.insert(Tag(word: "a")) }
            try expectEqual(Set(try await live.next()), ["insert a at 0", "delete green at 1"], "entering")
            try await bench.save { try $0.delete(try $0.existing(Tag.self, "blue")) }
            try expectEqual(
                Set(try await live.next()), ["delete blue at 1", "insert green at 1"], "leaving")
        },
        promise("A limit is filled again when more leave than were read ahead") { bench in
            try await bench.save { context in
                for number in 0..<60 { try context.insert(Author(id: number, name: "Author \(number)")) }
            }
            let query = Author.all.sorted { $0.id.ascending }.limit(3)
            var live = try await follow(query, bench)
            try await bench.save { context in
                for author in try context.fetch(Author.where { $0.id < 50 }) { try context.delete(author) }
            }
            try expectEqual(try await live.next().count, 6, "differences")
            try expectEqual(live.elements.map(\.id), [50, 51, 52], "authors")
        },
        promise("A live query with an offset follows") { bench in
            try await bench.saveLibrary()
            var live = try await follow(Tag.all.offset(1).limit(2), bench)
            try await bench.save { try $0.insert(Tag(word: "a")) }
            try expectEqual(
                Set(try await live.next()), ["insert blue at 0", "delete red at 1"], "entering before it")
        },
    ]

    private static let paths: [ConformancePromise] = everywhere([
        promise("A live query with a condition through a relationship follows the other model") { bench in
            try await bench.saveLibrary()
            var live = try await follow(Book.where { $0.author.name == "Ada" }, bench)
            try expectEqual(live.elements.map(\.id), [1, 2, 10], "books")
            try await bench.save { try $0.existing(Author.self, 2).name = "Ada" }
            try expectEqual(try await live.next(), ["insert 3 at 2"], "a renamed author")
        },
        promise("A live query in the order of a relationship follows the other model") { bench in
            try await bench.saveLibrary()
            var live = try await follow(
                Book.where { $0.author != nil }.sorted { $0.author.name.ascending }, bench)
            let before = live.elements.map(\.id)
            try await bench.save { try $0.existing(Author.self, 2).name = "zz" }
            _ = try await live.next()
            try expect(live.elements.map(\.id) != before, "the order is the same")
        },
        promise("A live query with a condition on members follows pairs and members") { bench in
            try await bench.saveLibrary()
            var live = try await follow(Book.where { $0.tags.any { $0.weight > 2 } }, bench)
            try expectEqual(live.elements.map(\.id), [1, 2, 5, 10], "books")
            try await bench.save { context in
                try context.existing(Book.self, 4).tags.append(try context.existing(Tag.self, "blue"))
            }
            try expectEqual(try await live.next(), ["insert 4 at 2"], "a new pair")
            try await bench.save { try $0.existing(Tag.self, "green").weight = 4 }
            try expectEqual(try await live.next(), ["insert 8 at 4"], "a changed member")
        },
    ])

    private static let stores: [ConformancePromise] = [
        promise("One save over two stores is one result of a query through a relationship", .apart) { bench in
            try await bench.saveLibrary()
            let query = Book.where { $0.author.name == "Ada" }
            var reader = bench.stack.observe(query, .every(buffer: 10)).makeAsyncIterator()
            try expectEqual(try await reader.next()?.map(\.id), [1, 2, 10], "books")
            for id in 50...52 {
                try await bench.save { context in
                    let author = Author(id: id, name: "Ada")
                    try context.insert(author)
                    let book = Book(id: id, title: "Book \(id)")
                    book.author = author
                    try context.insert(book)
                }
                let result = try unwrap(try await reader.next(), "a result")
                try expectEqual(result.map(\.id), [1, 2, 10] + Array(50...id), "books")
                try expectEqual(result.changes.count, 1, "differences")
                try expect(!result.hasOverflowed, "the save is told as more than one")
            }
        },
        promise("A live query ends when its store is detached") { bench in
            try await bench.withStack(try bench.anotherStack(at: "leaving")) { stack in
                try await bench.saveTag("here", in: stack)
                var reader = stack.observe(Tag.all).makeAsyncIterator()
                try expectEqual(try await reader.next()?.count, 1, "tags")
                try await stack.detachPersistentStores(stack.attachedStores.map(\.name))
                try await expectErrorAsync(.closed, "a detached store") { _ = try await reader.next() }
            }
        },
        promise("A live query brings the result of a store that has taken the place of its own") { bench in
            try await bench.withStack(try bench.anotherStack(at: "one")) { stack in
                try await bench.saveTag("first", in: stack)
                var reader = stack.observe(Tag.all).makeAsyncIterator()
                _ = try await reader.next()
                try await stack.detachPersistentStores(stack.attachedStores.map(\.name))
                try await stack.attachPersistentStores(for: try bench.configurations(at: "two"))
                try await bench.saveTag("second", in: stack)
                let result = try unwrap(try await reader.next(), "a result")
                try expectEqual(result.map(\.word), ["second"], "tags")
                try expectEqual(result.changes.count, 2, "differences")
            }
        },
        promise("A live query follows the stores that its paths lead to: exchanged, and detached", .apart) {
            bench in
            try await bench.withStack(try bench.anotherStack(at: "one")) { stack in
                try await stack.perform { context in
                    try Library.insert(in: context)
                    try context.save()
                }
                var reader = stack.observe(Book.where { $0.author.name == "Ada" }).makeAsyncIterator()
                try expectEqual(try await reader.next()?.map(\.id), [1, 2, 10], "books")
                try await stack.detachPersistentStore("Reference")
                try await stack.attachPersistentStore(for: bench.configuration("Reference", at: "two"))
                try expectEqual(try await reader.next()?.map(\.id), [], "books without authors")
                try await stack.perform { context in
                    try context.insert(Author(id: 2, name: "Ada"))
                    try context.save()
                }
                try expectEqual(
                    try await reader.next()?.map(\.id), [3], "books of the author in the other store")
                try await stack.detachPersistentStore("Reference")
                try await expectErrorAsync(.closed, "a detached store") { _ = try await reader.next() }
            }
        },
    ]

    private nonisolated(nonsending) static func follow<M: Model>(
        _ query: Query<M>, _ bench: ConformanceBench
    ) async throws -> FollowedQuery<M> { try await FollowedQuery(query, bench) }
}
