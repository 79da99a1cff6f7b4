import Granary

/// A live query asks its store as little as it can, says how it follows, and tells each save if it is asked to.
enum LiveDeliveryPromises: PromiseList {
    static let category = ConformanceCategory.observation

    static var promises: [ConformancePromise] { requests + plans + deliveries }

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
            try expectEqual(try stack.observe(tags).explain().kind, .judged, "attributes")
            try expectEqual(try stack.observe(tags.limit(2)).explain().kind, .refilled, "a limit")
            try expectEqual(try stack.observe(tags.offset(2)).explain().kind, .repeated, "an offset")
            let path = try stack.observe(Book.where { $0.author.name == "Ada" }).explain()
            try expectEqual(path.kind, .repeated, "a relationship")
            try expectEqual(path.models, ["Author", "Book"], "models")
            try expectEqual(
                path.description, "Runs again after each save of Author, Book.", "the plan in words")
            try expectEqual(try stack.observe(tags) { $0.count() }.explain().kind, .judged, "a count")
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
        promise("A reader of every save that is behind is told that saves are combined") { bench in
            try await bench.saveLibrary()
            var reader = bench.stack.observe(Tag.all, .every(buffer: 2)).makeAsyncIterator()
            var elements = Array(try unwrap(try await reader.next(), "a result"))
            for number in 0..<5 { try await bench.saveTag("tag \(number)", in: bench.stack) }
            let result = try unwrap(try await reader.next(), "a result")
            try expect(result.hasOverflowed, "the result does not tell that it has overflowed")
            elements.apply(result.changes)
            try expectEqual(elements.count, 9, "tags")
            try await bench.saveTag("last", in: bench.stack)
            let next = try unwrap(try await reader.next(), "a result")
            try expect(!next.hasOverflowed && next.changes.count == 1, "the next save is not told alone")
        },
    ]
}
