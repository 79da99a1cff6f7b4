import Granary

/// The saves that a program is notified of agree with the rows that it can read at that time.
enum ToldSavePromises: PromiseList {
    static let category = ConformanceCategory.observation

    static var promises: [ConformancePromise] { own + others }

    private static let own: [ConformancePromise] = [
        promise("A snapshot has the save that was just told") { bench in
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            for number in 0..<5 {
                try await bench.saveTag("tag \(number)", in: bench.stack)
                let change = try unwrap(try await changes.next(), "a save")
                try expectEqual(change.inserted.map(\.word), ["tag \(number)"], "new tags")
                let words = try await bench.words(in: bench.stack)
                try expect(words.contains("tag \(number)"), "a unit of work begun later misses the save")
            }
        },
        promise("The first result of a live query has the saves that were told before it") { bench in
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            for number in 1...5 {
                try await bench.saveTag("tag \(number)", in: bench.stack)
                _ = try await changes.next()
                var reader = bench.stack.observe(Tag.all).makeAsyncIterator()
                try expectEqual(try await reader.next()?.count, number, "tags")
                var count = bench.stack.observe(Tag.all) { $0.count() }.makeAsyncIterator()
                try expectEqual(try await count.next(), number, "counted tags")
            }
        },
    ]

    private static let others: [ConformancePromise] = [
        promise("What others have saved can be read as soon as it is told", needs: watched) { bench in
            try await ForeignSavePromises.withPair(bench) { here, there in
                for number in 0..<3 {
                    // Earlier notices, perhaps late, are of no interest.
                    var changes = here.changes(of: Tag.self).makeAsyncIterator()
                    async let saving: Void = bench.saveTag("tag \(number)", in: there)
                    let change = try await changes.next()
                    try expect(change?.isWhole == true, "the save of another stack is told as an own one")
                    let words = try await bench.words(in: here)
                    try await saving
                    try expect(words.contains("tag \(number)"), "what was told cannot be read yet")
                    // Nothing more is reported of this save.
                    try await Self.settle(bench, here, there, number)
                }
            }
        },
        promise("Every save of others is told, in the order in which they were made", needs: watched, .united)
        {
            bench in
            try await ForeignSavePromises.withPair(bench) { here, there in
                var tags = here.changes(of: Tag.self).makeAsyncIterator()
                var people = here.changes(of: Person.self).makeAsyncIterator()
                try await bench.saveTag("of others", in: there)
                try await there.perform { context in
                    try context.insert(Person(id: 1, name: "of others"))
                    try context.save()
                }
                // The second save is reported, and so the first one was.
                let second = try await people.next()
                try expect(second?.isWhole == true, "the save of a person is told as an own one")
                try await bench.saveTag("own", in: here)
                let first = try await tags.next()
                try expect(first?.isWhole == true, "the save of a tag before it was never told")
            }
        },
        promise(
            "A save is told to others although its program ended before it could tell them", needs: watched
        ) {
            bench in
            try await ForeignSavePromises.withPair(bench) { here, there in
                var changes = here.changes(of: Tag.self).makeAsyncIterator()
                var live = here.observe(Tag.all).makeAsyncIterator()
                try expectEqual(try await live.next()?.count, 0, "tags")
                // A commit without the context that would report it.
                let (coordinator, entity) = (try there.coordinator(), try bench.entity("Tag"))
                let store = coordinator.members[try coordinator.storeIndex(of: entity)].store
                let session = try store.makeSession()
                try session.committed(.inserting(entity, ["word": .text("last")]))
                session.end()
                try await there.stop()
                let change = try await changes.next()
                try expect(change?.isWhole == true, "the save is told as an own one")
                try expectEqual(try await bench.words(in: here), ["last"], "stored tags")
                try expectEqual(try await live.next()?.map(\.word), ["last"], "followed tags")
            }
        },
    ]

    private static var watched: Capabilities { [.foreignSaves, .persistent] }

    /// Waits until both stacks have reported a later save, so that nothing is left of those before.
    private static func settle(
        _ bench: ConformanceBench, _ here: PersistentStack, _ there: PersistentStack, _ number: Int
    ) async throws {
        var changes = here.changes(of: Person.self).makeAsyncIterator()
        try await there.perform { context in
            try context.insert(Person(id: number + 1, name: "later"))
            try context.save()
        }
        _ = try await changes.next()
    }
}
