import Granary

/// Contexts of every stack merge what another one saves in a shared store, and notice conflicts with it.
enum SharedContextPromises: PromiseList {
    static let category = ConformanceCategory.sharing

    static var promises: [ConformancePromise] {
        everywhere(merging, in: [.united, .apart]) + settings + conflicts + keys
    }

    // MARK: Merging

    private static let merging: [ConformancePromise] = [
        promise("The main context follows changes and deletions of another stack by itself") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                try await follow(here, there)
            }
        },
        promise("A list of the main context follows the objects that another stack adds to it") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                try await followList(here, there)
            }
        },
        promise("A kept context shows another stack's save in its next snapshot, and not before") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                let context = try there.makeContext()
                let (blue, red) = (
                    try context.existing(Tag.self, "blue"), try context.existing(Tag.self, "red")
                )
                try here.weigh("blue", 77)
                try expectEqual(blue.weight, 3, "the weight in the snapshot")
                red.weight = 1
                try context.save()
                try expectEqual(blue.weight, 77, "the weight after a save of something else")
                try expectEqual(try here.weight("red"), 1, "the weight that the second stack has saved")
            }
        },
        promise("A child of another stack's main context follows too") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                try await followChild(here, there)
            }
        },
    ]

    @MainActor private static func follow(_ here: PersistentStack, _ there: PersistentStack) async throws {
        let context = try there.mainContext
        let (red, green) = (try context.existing(Tag.self, "red"), try context.existing(Tag.self, "green"))
        try await here.perform { other in
            try other.existing(Tag.self, "red").weight = 77
            try other.delete(try other.existing(Tag.self, "green"))
            try other.save()
        }
        await context.followed()
        try expectEqual(red.weight, 77, "weight")
        try expect(try context.object(Tag.self, "green") == nil, "the deleted tag is still found")
        withExtendedLifetime(green) {}
    }

    @MainActor private static func followList(_ here: PersistentStack, _ there: PersistentStack) async throws
    {
        let context = try there.mainContext
        let author = try context.existing(Author.self, 1)
        let book = try context.existing(Book.self, 1)
        let (books, tags) = (author.books.count, book.tags.count)
        try await here.perform { other in
            let book = Book(id: 900, title: "A new one")
            try other.insert(book)
            book.author = try other.existing(Author.self, 1)
            try other.existing(Book.self, 1).tags.append(Tag(word: "pair"))
            try other.save()
        }
        await context.followed()
        try expectEqual(author.books.count, books + 1, "books")
        try expectEqual(book.tags.count, tags + 1, "tags")
    }

    @MainActor private static func followChild(_ here: PersistentStack, _ there: PersistentStack) async throws
    {
        let main = try there.mainContext
        let child = main.makeChild(.child)
        let red = try child.existing(Tag.self, "red")
        try await here.perform { other in
            try other.existing(Tag.self, "red").weight = 77
            try other.save()
        }
        await main.followed()
        try child.refreshAll()
        try expectEqual(red.weight, 77, "the weight in the child")
    }

    // MARK: Settings and stores

    private static let settings: [ConformancePromise] = [
        promise("Whether contexts merge by themselves is a matter of each stack") { bench in
            var settings = bench.harness.settings
            settings.automaticMerge = false
            try await bench.sharing(settings: settings) { here, there in
                try await bench.saveLibrary()
                let (merging, quiet) = (try here.makeContext(), try there.makeContext())
                let tags = try [merging, quiet].map { try $0.existing(Tag.self, "blue") }
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                try await bench.save { try $0.existing(Tag.self, "blue").weight = 77 }
                for (number, context) in [merging, quiet].enumerated() {
                    try context.insert(Tag(word: "tag \(number)"))
                    try context.save()
                }
                try expectEqual(tags.map(\.weight), [77, 3], "weights after a save of something else")
                // Observers are told in any case.
                try expectEqual(try await toldSave(&changes).updated.map(\.after.weight), [77], "told")
                try quiet.refreshAll()
                try expectEqual(tags.map(\.weight), [77, 77], "weights after the refresh")
            }
        },
        promise("A stack that merges again reads again what another stack has saved meanwhile") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                try await mergeLater(here, there)
            }
        },
        promise(
            "A kept context goes on when others have saved in a store that its stack has detached", .apart
        ) {
            bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                let context = try there.makeContext()
                let author = try context.existing(Author.self, 1)
                _ = author.books.count
                try await bench.save(in: here) { context in
                    let book = Book(title: "New")
                    try context.insert(book)
                    book.author = try context.existing(Author.self, 1)
                }
                try await there.detachPersistentStore("Operations")
                for name in ["one", "two"] {
                    author.name = name
                    try context.save()
                    try expectEqual(try context.count(Author.all), Library.authors.count, "authors")
                }
                try await there.attachPersistentStore(for: bench.configuration("Operations"))
                try context.refreshAll()
                try expectEqual(try context.count(Book.all), 11, "books")
            }
        },
        promise(
            "A main context does not take the save in another stack's own store for one of its own", .apart
        ) {
            bench in
            try await bench.sharingReference { here, there in
                for (weight, stack) in [(1, here), (2, there)] {
                    try await bench.save(in: stack) { try $0.insert(Tag(word: "same", weight: weight)) }
                }
                try await stay(here, there)
            }
        },
    ]

    @MainActor private static func mergeLater(_ here: PersistentStack, _ there: PersistentStack) async throws
    {
        let main = try there.mainContext
        let red = try main.existing(Tag.self, "red")
        there.mergesAutomatically = false
        try here.weigh("red", 77)
        await main.followed()
        try expectEqual(red.weight, -1, "the weight without merging")
        there.mergesAutomatically = true
        await main.followed()
        try expectEqual(red.weight, 77, "the weight once it merges again")
    }

    @MainActor private static func stay(_ here: PersistentStack, _ there: PersistentStack) async throws {
        let main = try here.mainContext
        let tag = try main.existing(Tag.self, "same")
        try there.weigh("same", 3)
        try expect(!main.hasNews, "the main context has heard of it")
        await main.followed()
        try expectEqual(tag.weight, 1, "the weight in the first stack")
        tag.weight = 5
        try main.save()
        try expectEqual([try here.weight("same"), try there.weight("same")], [5, 3], "stored weights")
    }

    // MARK: Conflicts

    private static let conflicts: [ConformancePromise] = [
        promise("Two stacks that change one object notice the conflict") { bench in
            var settings = bench.harness.settings
            settings.automaticMerge = false
            try await bench.sharing(settings: settings) { here, there in
                try await bench.saveLibrary()
                let context = try there.makeContext()
                let held = try context.existing(Tag.self, "red")
                try here.weigh("red", 77)
                held.weight = 5
                try expectError(.conflict, "the save") { try context.save() }
                try expectEqual(try here.weight("red"), 77, "the stored weight")
                context.rollback()
                try context.refreshAll()
                held.weight = 5
                try context.save()
                try expectEqual(try here.weight("red"), 5, "the final stored weight")
            }
        },
        promise("A settled conflict of two stacks is told to both as it was stored") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                var mine = here.changes(of: Tag.self).makeAsyncIterator()
                var theirs = there.changes(of: Tag.self).makeAsyncIterator()
                try await there.perform(.importer) { context in
                    let tag = try context.existing(Tag.self, "blue")
                    try here.weigh("blue", 4)
                    tag.weight = 6
                    try context.save()
                }
                for (before, after) in [(3, 4), (4, 6)] {
                    for update in [
                        try await toldSave(&mine).updated.first, try await toldSave(&theirs).updated.first,
                    ] {
                        let update = try unwrap(update, "a changed tag")
                        try expectEqual(
                            [update.before.weight, update.after.weight], [before, after], "weights")
                    }
                }
            }
        },
        promise("Unique values are unique over all stacks that share a store") { bench in
            try await bench.sharing { here, there in
                try await bench.save(in: here) { try $0.insert(Seat(id: 1, label: "A")) }
                try await expectErrorAsync(.constraint, "a value twice") {
                    try await bench.save(in: there) { try $0.insert(Seat(id: 2, label: "A")) }
                }
                try await bench.save(in: there) { try $0.insert(Seat(id: 2, label: "B")) }
                try expectEqual(try await here.perform { try $0.count(Seat.all) }, 2, "seats")
            }
        },
    ]

    // MARK: Keys

    private static let keys: [ConformancePromise] = [
        promise("Integer keys of two stacks do not collide, also where neither has saved yet") { bench in
            try await bench.sharing { here, there in
                let contexts = [try here.makeContext(), try there.makeContext()]
                var keys: [Int] = []
                for number in 0..<100 {
                    let book = Book(title: "\(number)")
                    try contexts[number % 2].insert(book)
                    keys.append(book.id)
                }
                try expectEqual(Set(keys).count, 100, "different keys")
                for context in contexts.reversed() { try context.save() }
                try expectEqual(try await bench.books(in: here), 100, "books")
            }
        },
        promise("A key that a program sets in one stack is not given out in another") { bench in
            try await bench.sharing { here, there in
                let (setting, drawing) = (try here.makeContext(), try there.makeContext())
                let first = Book(title: "first")
                try drawing.insert(first)
                for key in first.id + 1...first.id + 5 { try setting.insert(Book(id: key, title: "set")) }
                let drawn = (0..<50).map { Book(title: "\($0)") }
                for book in drawn { try drawing.insert(book) }
                try setting.save()
                try drawing.save()
                try expectEqual(try await bench.books(in: here), 56, "books")
            }
        },
        promise("Stacks that insert beside each other get different integer keys") { bench in
            try await bench.sharing { here, there in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<4 {
                        group.addTask {
                            for round in 0..<5 {
                                try await bench.save(in: writer % 2 == 0 ? here : there) { context in
                                    for number in 0..<10 {
                                        try context.insert(Book(title: "\(writer) \(round) \(number)"))
                                    }
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                try expectEqual(try await bench.books(in: there), 200, "books")
            }
        },
        promise("A stack that comes to a store goes on with its integer keys") { bench in
            let first = try await bench.save { context in
                let book = Book(title: "first")
                try context.insert(book)
                return book.id
            }
            let second = try await bench.sharing { _, there in
                try await bench.save(in: there) { context in
                    let book = Book(title: "second")
                    try context.insert(book)
                    return book.id
                }
            }
            // From the same block, as one stack would.
            try expectEqual(second, first + 1, "the next key")
        },
    ]
}
