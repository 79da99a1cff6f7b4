import Granary

/// A live query asks its store as little as it can, says how it follows, and reports each save if it is asked to.
enum LiveDeliveryPromises: PromiseList {
    static let category = ConformanceCategory.observation

    static var promises: [ConformancePromise] { requests + plans + deliveries + combinations }

    private static let requests: [ConformancePromise] = [
        promise("A live query over attributes asks its store once", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                let query = Tag.where { $0.weight > 2 }.sorted { $0.weight.ascending }
                var reader = stack.observe(query).makeAsyncIterator()
                _ = try await reader.next()
                var count = stack.observe(query) { $0.count() }.makeAsyncIterator()
                _ = try await count.next()
                watch.clear()
                for number in 0..<5 {
                    try await stack.perform { context in
                        try context.insert(Tag(word: "tag \(number)", weight: 3 + number))
                        if number > 0 {
                            try context.delete(try context.existing(Tag.self, "tag \(number - 1)"))
                        }
                        try context.save()
                    }
                    let result = try await reader.next()
                    try expect(result?.changes.isEmpty == false, "no difference")
                    if number == 0 { try expectEqual(try await count.next(), 3, "tags") }
                }
                let asked = watch.spans.filter {
                    $0.name.hasPrefix("fetch") || $0.name.hasPrefix("select")
                        || $0.name.hasPrefix("aggregate")
                        || $0.name.hasPrefix("count")
                }
                try expectEqual(asked.map(\.name), [], "requests")
            }
        }
    ]

    private static let plans: [ConformancePromise] = [
        promise("A live query says how it follows saves") { bench in
            let stack = bench.stack
            let tags = Tag.where { $0.weight > 2 }
            try expectEqual(try stack.observe(tags).explain().kind, .evaluated, "attributes")
            try expectEqual(try stack.observe(tags.limit(2)).explain().kind, .refilled, "a limit")
            try expectEqual(try stack.observe(tags.offset(2)).explain().kind, .repeated, "an offset")
            let path = try stack.observe(Book.where { $0.author.name == "Ada" }).explain()
            try expectEqual(path.kind, .repeated, "a relationship")
            try expectEqual(path.models, ["Author", "Book"], "models")
            try expectEqual(
                path.description, "Runs again after each save of Author, Book.", "the plan in words")
            try expectEqual(try stack.observe(tags) { $0.count() }.explain().kind, .evaluated, "a count")
            try expectEqual(
                try stack.observe(tags) { $0.weight.minimum }.explain().kind, .refilled, "a minimum")
            try expectEqual(
                try stack.observe(tags) { $0.weight.distinctCount }.explain().kind, .repeated, "different")
            try expectEqual(
                try stack.observe(Book.all) { $0.rating.sum }.explain().kind, .repeated, "a sum of reals")
            try expectError(.query, "a negative limit") {
                _ = try stack.observe(Tag.all.limit(-1)).explain()
            }
        }
    ]

    private static let deliveries: [ConformancePromise] = [
        promise("A reader of every save gets a result for each that changes it") { bench in
            try await bench.saveLibrary()
            var reader = bench.stack.observe(Tag.all, .every(buffer: 10)).makeAsyncIterator()
            var elements = Array(try unwrap(try await reader.next(), "a result"))
            for number in 0..<3 {
                try await bench.save { try $0.insert(Tag(word: "tag \(number)")) }
                try await bench.save { try $0.existing(Book.self, 1).pages = number }
            }
            for number in 0..<3 {
                let result = try unwrap(try await reader.next(), "a result")
                try expectEqual(result.count, 5 + number, "tags")
                try expectEqual(result.changes.count, 1, "differences")
                try expect(!result.hasOverflowed, "nothing has overflowed")
                elements.apply(result.changes)
                try expectEqual(elements, Array(result), "the differences applied")
            }
        },
        promise("A reader that has not read for long gets the right result, and is told what is combined") {
            bench in
            try await bench.saveLibrary()
            var late: [(isEvery: Bool, reader: LiveQuery<Tag>.Iterator)] = [
                LiveDelivery.latest, .every(buffer: 5),
            ].map { ($0 != .latest, bench.stack.observe(Tag.all, $0).makeAsyncIterator()) }
            var elements: [[Tag.Snapshot]] = []
            for position in late.indices {
                elements.append(Array(try unwrap(try await late[position].reader.next(), "a result")))
            }
            for number in 0..<30 {
                try await bench.save { context in
                    try context.insert(Tag(word: "tag \(number)", weight: number))
                    if number % 3 == 1 {
                        try context.delete(try context.existing(Tag.self, "tag \(number - 1)"))
                    }
                    if number % 3 == 2 { try context.existing(Tag.self, "tag \(number - 1)").weight = nil }
                }
            }
            let stored = try await bench.perform { try $0.fetch(Tag.all).map(\.snapshot) }
            for position in late.indices {
                let result = try unwrap(try await late[position].reader.next(), "a result")
                elements[position].apply(result.changes)
                try expectEqual(elements[position], Array(result), "the differences applied")
                try expectEqual(elements[position], stored, "what a fetch gives")
                try expectEqual(
                    result.hasOverflowed, late[position].isEvery, "whether it tells what is combined")
            }
        },
        promise("A reader of every save that is behind is told that saves are combined") { bench in
            try await bench.saveLibrary()
            var reader = bench.stack.observe(Tag.all, .every(buffer: 2)).makeAsyncIterator()
            let sectioned = bench.stack.observe(Tag.all, sectionedBy: { $0.weight }, .every(buffer: 2))
            var sections = sectioned.makeAsyncIterator()
            var elements = Array(try unwrap(try await reader.next(), "a result"))
            _ = try await sections.next()
            for number in 0..<5 { try await bench.saveTag("tag \(number)", in: bench.stack) }
            let divided = try unwrap(try await sections.next(), "sections")
            try expect(divided.hasOverflowed, "the sections do not tell that they have overflowed")
            let result = try unwrap(try await reader.next(), "a result")
            try expect(result.hasOverflowed, "the result does not tell that it has overflowed")
            elements.apply(result.changes)
            try expectEqual(elements.count, 9, "tags")
            try await bench.saveTag("last", in: bench.stack)
            let next = try unwrap(try await reader.next(), "a result")
            try expect(!next.hasOverflowed && next.changes.count == 1, "the next save is not told alone")
            // Together they change nothing.
            try await bench.saveTag("gone", in: bench.stack)
            for weight in 1...2 {
                try await bench.save { try $0.existing(Tag.self, "gone").weight = weight }
            }
            try await bench.save { try $0.delete(try $0.existing(Tag.self, "gone")) }
            let same = try unwrap(try await reader.next(), "a result")
            try expect(same.hasOverflowed && same.changes.isEmpty, "saves without a difference are not told")
        },
    ]

    private static let combinations: [ConformancePromise] = [
        promise("A reader of every save whose query runs again is told what one run combines") { bench in
            try await bench.saveLibrary()
            let query = Book.where { $0.author.name == "Ada" }
            var reader = bench.stack.observe(query, .every(buffer: 10)).makeAsyncIterator()
            _ = try await reader.next()
            for (authors, isCombined) in [([2], false), ([1, 2], true), ([1], false)] {
                for author in authors {
                    try await bench.save { context in
                        let author = try context.existing(Author.self, author)
                        author.name = author.name == "Ada" ? "Bob" : "Ada"
                    }
                }
                let result = try unwrap(try await reader.next(), "a result")
                try expectEqual(result.hasOverflowed, isCombined, "combined, after authors \(authors)")
            }
        },
        promise("A reader of every save whose limit is filled again is told of waiting saves in it") {
            bench in
            try await bench.save { context in
                for id in 0..<60 { try context.insert(Author(id: id, name: "Author \(id)")) }
            }
            let query = Author.all.limit(3)
            var reader = bench.stack.observe(query, .every(buffer: 10)).makeAsyncIterator()
            var elements = Array(try unwrap(try await reader.next(), "a result"))
            try await delete(Array(0..<17), bench)
            let alone = try unwrap(try await reader.next(), "a result")
            try expect(!alone.hasOverflowed && alone.map(\.id) == [17, 18, 19], "one save is not told alone")
            elements.apply(alone.changes)
            // The first of two saves leaves two authors; the rows read behind them lack one that the second deletes.
            try await delete(Array(17..<34), bench)
            try await delete([34, 36], bench)
            var result = try unwrap(try await reader.next(), "a result")
            try expect(result.hasOverflowed, "the result does not tell that it has both saves")
            elements.apply(result.changes)
            let stored = try await bench.perform { try $0.fetch(query).map(\.snapshot) }
            while elements != stored {
                result = try unwrap(try await reader.next(), "a result")
                elements.apply(result.changes)
            }
            try await delete([35], bench)
            let last = try unwrap(try await reader.next(), "a result")
            try expect(!last.hasOverflowed && last.changes.count == 2, "the last save is not told alone")
        },
    ]

    private static func delete(_ ids: [Int], _ bench: ConformanceBench) async throws {
        try await bench.save { context in
            for id in ids { try context.delete(try context.existing(Author.self, id)) }
        }
    }
}
