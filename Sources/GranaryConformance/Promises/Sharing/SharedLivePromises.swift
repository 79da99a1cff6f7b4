import Granary

/// Live queries of every stack follow what the others save in a shared store, by its values.
enum SharedLivePromises: PromiseList {
    static let category = ConformanceCategory.sharing

    static var promises: [ConformancePromise] { results + requests + objects + programs + stores }

    // MARK: Results

    private static let results: [ConformancePromise] = [
        promise("A live query tells the differences that another stack has made") { bench in
            try await bench.sharing { _, there in
                try await bench.saveLibrary()
                var heavy = try await FollowedQuery(
                    Tag.where { $0.weight > 2 }.sorted { $0.weight.ascending }, bench)
                try await bench.save(in: there) { context in
                    try context.insert(Tag(word: "new", weight: 5))
                    try context.existing(Tag.self, "blue").weight = 30
                    try context.delete(try context.existing(Tag.self, "unused"))
                }
                _ = try await heavy.next()
                try expectEqual(heavy.elements.map(\.word), ["new", "blue"], "tags")
                _ = try await there.perform { try $0.deleteAll(Tag.where { $0.weight == 5 }) }
                try expectEqual(try await heavy.next().count, 1, "differences of a batch")
                try await there.eraseAll(in: "Operations")
                _ = try await heavy.next()
                try expectEqual(heavy.elements.count, 0, "tags after the erasure")
            }
        },
        promise("Live aggregates have the values of what another stack saves") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                let query = Tag.where { $0.weight > 2 }
                var count = try await FollowedAggregate(here.observe(query) { $0.count() }, bench) {
                    try $0.count(query)
                }
                var sum = try await FollowedAggregate(here.observe(query) { $0.weight.sum }, bench) {
                    try $0.sum(query) { $0.weight }
                }
                try await bench.save(in: there) { try $0.insert(Tag(word: "new", weight: 5)) }
                try await count.next()
                try await sum.next()
                try await bench.save(in: there) { try $0.delete(try $0.existing(Tag.self, "blue")) }
                try await count.next()
                try await sum.next()
            }
        },
        promise("Live sections follow what another stack saves") { bench in
            try await bench.sharing { here, there in
                for (word, weight) in [("a", 1), ("b", 2), ("c", 1)] {
                    try await bench.save(in: here) { try $0.insert(Tag(word: word, weight: weight)) }
                }
                var reader = here.observe(Tag.all, sectionedBy: { $0.weight }).makeAsyncIterator()
                var copy = SectionedCopy(try unwrap(try await reader.next(), "a result"))
                try await bench.save(in: there) { context in
                    try context.existing(Tag.self, "a").weight = 2
                    try context.insert(Tag(word: "d", weight: 3))
                }
                let problem = copy.follow(try unwrap(try await reader.next(), "a result"))
                try expect(problem == nil, problem ?? "")
                try expectEqual(
                    copy.sections.map { $0.items.map(\.word) }, [["c"], ["a", "b"], ["d"]], "sections")
            }
        },
        promise("A reader of every result gets one for each save of another stack") { bench in
            try await bench.sharing { here, there in
                var every = here.observe(Tag.all, .every(buffer: 20)).makeAsyncIterator()
                try expectEqual(try await every.next()?.count, 0, "tags at first")
                for number in 0..<5 {
                    try await bench.saveTag("tag \(number)", in: number % 2 == 0 ? there : here)
                }
                for number in 1...5 {
                    let result = try unwrap(try await every.next(), "a result")
                    try expectEqual(result.count, number, "tags")
                    try expect(!result.hasOverflowed, "results are combined")
                }
            }
        },
        promise("A limited live query is filled again with what another stack leaves") { bench in
            try await bench.sharing { _, there in
                for number in 1...6 {
                    try await bench.save(in: there) { try $0.insert(Tag(word: "\(number)", weight: number)) }
                }
                let query = Tag.where { $0.weight > 0 }.sorted { $0.weight.descending }.limit(3)
                var few = try await FollowedQuery(query, bench)
                for word in ["6", "5"] {
                    try await bench.save(in: there) { try $0.delete(try $0.existing(Tag.self, word)) }
                    _ = try await few.next()
                }
                try expectEqual(few.elements.map(\.word), ["4", "3", "2"], "tags")
            }
        },
    ]

    // MARK: Requests

    private static let requests: [ConformancePromise] = [
        promise("A live query over attributes asks the store nothing when another stack saves", .united) {
            bench in
            try await bench.watchedLibrary { here, watch in
                try await bench.withStack(try bench.sharer(of: here)) { there in
                    let query = Tag.where { $0.weight > 2 }.sorted { $0.weight.ascending }
                    var reader = here.observe(query).makeAsyncIterator()
                    _ = try await reader.next()
                    var count = here.observe(query) { $0.count() }.makeAsyncIterator()
                    _ = try await count.next()
                    watch.clear()
                    for number in 0..<5 {
                        try await bench.save(in: there) {
                            try $0.insert(Tag(word: "tag \(number)", weight: 3 + number))
                        }
                        let result = try await reader.next()
                        try expect(result?.changes.isEmpty == false, "no difference")
                        try expectEqual(try await count.next(), 3 + number, "tags")
                    }
                    let asked = watch.spans.map(\.name).filter { name in
                        ["fetch", "select", "aggregate", "count"].contains { name.hasPrefix($0) }
                    }
                    try expectEqual(asked, [], "requests")
                }
            }
        },
        promise("Live queries of two stacks have the same results", .united) { bench in
            try await bench.sharing { here, there in
                var readers = [here, there, there].map { $0.observe(Tag.all).makeAsyncIterator() }
                for position in readers.indices { _ = try await readers[position].next() }
                for (number, stack) in [here, there].enumerated() {
                    try await bench.saveTag("tag \(number)", in: stack)
                    let words = try await bench.words(in: here)
                    for position in readers.indices {
                        let told = try await readers[position].next()?.map(\.word)
                        try expectEqual(told, words, "tags of reader \(position)")
                    }
                }
            }
        },
    ]

    // MARK: Objects

    private static let objects: [ConformancePromise] = [
        promise("Live objects of a main context have the values that another stack saves") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                try await follow(here, there)
            }
        },
        promise("Saves of given objects by another stack are told, and no others") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                let ids = try await bench.perform { [try $0.existing(Tag.self, "blue").objectID] }
                var changes = here.changes(of: ids).makeAsyncIterator()
                try there.weigh("green", 1)
                try there.weigh("blue", 2)
                let change = try await toldSave(&changes)
                try expectEqual(change.updated.map(\.after.word), ["blue"], "changed tags")
                try expectEqual(change.updated.map(\.before.weight), [3], "weights before")
            }
        },
    ]

    @MainActor private static func follow(_ here: PersistentStack, _ there: PersistentStack) async throws {
        let live = here.observeObjects(Tag.where { $0.weight > 2 }.sorted { $0.weight.ascending })
        _ = try await live.next()
        try expectEqual(live.objects.map(\.word), ["blue", "unused"], "tags")
        try await there.perform { context in
            try context.insert(Tag(word: "new", weight: 5))
            try context.existing(Tag.self, "blue").weight = 30
            try context.save()
        }
        _ = try await live.next()
        try expectEqual(live.objects.map(\.word), ["new", "unused", "blue"], "tags afterwards")
        try expectEqual(live.objects.map(\.weight), [5, 9, 30], "weights")
        let blue = try here.mainContext.existing(Tag.self, "blue")
        try expect(live.objects.last === blue, "another object")
    }

    // MARK: Programs

    private static let programs: [ConformancePromise] = [
        promise("Live queries of every kind follow the random saves of two stacks") { bench in
            for seed in LiveQueryProgramPromises.seeds.prefix(ConformanceEffort.current.isLong ? 200 : 2) {
                do { try await run(seed, bench) } catch {
                    throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                }
                try await bench.stack.eraseAll(in: "Operations")
            }
        }
    ]

    private static func run(_ seed: UInt64, _ bench: ConformanceBench) async throws {
        try await bench.sharing { here, there in
            var (generator, program) = (SeededGenerator(seed: seed), TagProgram())
            let heavy = Tag.where { $0.weight > 0 }.sorted { $0.weight.descending }
            var all = try await FollowedQuery(Tag.all, bench)
            var some = try await FollowedQuery(heavy, bench)
            var few = try await FollowedQuery(heavy.limit(3), bench)
            var sum = try await FollowedAggregate(here.observe(Tag.all) { $0.weight.sum }, bench) {
                try $0.sum(Tag.all) { $0.weight }
            }
            for _ in 0..<25 {
                for _ in 0...generator.below(3) {
                    try await program.step(&generator, in: generator.chance(3) ? here : there)
                }
                try await all.follow()
                try expectEqual(all.elements.map(\.word), program.stored.keys.sorted(), "the stored tags")
                if generator.chance(2) { try await some.follow() }
                if generator.chance(2) { try await few.follow() }
                if generator.chance(2) { try await sum.follow() }
            }
        }
    }

    // MARK: Stores

    private static let stores: [ConformancePromise] = [
        promise("A live query is not told of saves in another stack's own store", .apart) { bench in
            try await bench.sharingReference { here, there in
                var mine = here.observe(Tag.all, .every(buffer: 10)).makeAsyncIterator()
                var theirs = there.observe(Tag.all, .every(buffer: 10)).makeAsyncIterator()
                _ = try await (mine.next(), theirs.next())
                try await bench.saveTag("there", in: there)
                try await bench.saveTag("here", in: here)
                try expectEqual(try await mine.next()?.map(\.word), ["here"], "tags here")
                try expectEqual(try await theirs.next()?.map(\.word), ["there"], "tags there")
            }
        },
        promise(
            "A live query over a shared store and an own one follows what another stack saves in the shared one",
            .apart
        ) { bench in
            try await bench.sharingReference { here, there in
                for (title, stack) in [("Here", here), ("There", there)] {
                    try await bench.save(in: stack) { context in
                        if try context.object(Author.self, 1) == nil {
                            try context.insert(Author(id: 1, name: "Ada"))
                        }
                        let book = Book(id: 1, title: title)
                        try context.insert(book)
                        book.author = try context.existing(Author.self, 1)
                    }
                }
                let query = Book.where { $0.author.name == "Ada" }
                var mine = here.observe(query).makeAsyncIterator()
                var theirs = there.observe(query).makeAsyncIterator()
                try expectEqual(try await mine.next()?.map(\.title), ["Here"], "books here")
                try expectEqual(try await theirs.next()?.map(\.title), ["There"], "books there")
                try await bench.save(in: here) { try $0.existing(Author.self, 1).name = "Eve" }
                try expectEqual(try await mine.next()?.map(\.title), [], "books here afterwards")
                try expectEqual(try await theirs.next()?.map(\.title), [], "books there afterwards")
            }
        },
        promise("A live query goes on when another stack leaves the store") { bench in
            let there = try bench.sharer()
            var reader = bench.stack.observe(Tag.all).makeAsyncIterator()
            try await bench.withStack(there) { try await bench.saveTag("there", in: $0) }
            try expectEqual(try await reader.next()?.count, 1, "tags of the closed stack")
            try await bench.saveTag("here", in: bench.stack)
            try expectEqual(try await reader.next()?.count, 2, "tags")
        },
        promise("A live query of a stack that comes back has what another one has saved meanwhile", .apart) {
            bench in
            try await bench.sharing { here, there in
                var reader = there.observe(Tag.all).makeAsyncIterator()
                var count = there.observe(Tag.all) { $0.count() }.makeAsyncIterator()
                _ = try await (reader.next(), count.next())
                try await there.detachPersistentStore("Operations")
                try await bench.saveTag("meanwhile", in: here)
                try await there.attachPersistentStore(for: bench.configuration("Operations"))
                try expectEqual(try await reader.next()?.map(\.word), ["meanwhile"], "tags")
                try expectEqual(try await count.next(), 1, "the number of tags")
                try await bench.saveTag("later", in: here)
                try expectEqual(try await reader.next()?.map(\.word), ["later", "meanwhile"], "tags then")
                try expectEqual(try await count.next(), 2, "the number of tags then")
            }
        },
    ]
}
