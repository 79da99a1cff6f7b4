import Granary

/// Two saves of one object, the first one reported late, lead every reader to the stored state.
enum LateSavePromises: PromiseList {
    static let category = ConformanceCategory.observation

    static let promises: [ConformancePromise] = [
        promise("An update that is told late does not undo the update that followed it") { bench in
            try await follow(bench, from: 1) {
                try $0.existing(Tag.self, "one").weight = 2
            } then: {
                try $0.existing(Tag.self, "one").weight = 3
            }
        },
        promise("A deletion that is told late does not remove the object that took the key") { bench in
            try await follow(bench, from: 1) {
                try $0.delete(try $0.existing(Tag.self, "one"))
            } then: {
                try $0.insert(Tag(word: "one", weight: 3))
            }
        },
        promise("An insertion that is told late does not bring back the object that was deleted") { bench in
            try await follow(bench, from: nil) {
                try $0.insert(Tag(word: "one", weight: 2))
            } then: {
                try $0.delete(try $0.existing(Tag.self, "one"))
            }
        },
    ]

    /// Follows two saves of the tag “one”, which has a weight before them or does not exist, and a third one that ends
    /// it.
    private static func follow(
        _ bench: ConformanceBench, from weight: Int?,
        _ first: @escaping @Sendable (Context) throws -> Void,
        then second: @escaping @Sendable (Context) throws -> Void
    ) async throws {
        try await bench.saveLibrary()
        let isOrdered = bench.harness.backend.type.capabilities.contains(.orderedSaves)
        try await bench.delayed { stack, delay in
            // Only here, since a store in memory has lost its rows with its stack.
            if let weight { try await save({ try $0.insert(Tag(word: "one", weight: weight)) }, in: stack) }
            let heavy = Tag.where { $0.weight > 0 }.sorted { $0.weight.descending }
            var readers = [Tag.all, heavy, heavy.limit(3)].map { LateReader($0, stack) }
            var sums = stack.observe(Tag.all) { $0.weight.sum }.makeAsyncIterator()
            for position in readers.indices { try await readers[position].next() }
            var sum = try await sums.next()
            let late = await LateSave(stack, delay, first)
            try await save(second, in: stack)
            try await save({ try $0.insert(Tag(word: "two", weight: 1_000)) }, in: stack)
            if !isOrdered {
                // These two are reported here, and evaluated without the first.
                for position in readers.indices { try await readers[position].next() }
                sum = try await sums.next()
            }
            try await late.end()
            try await save({ try $0.insert(Tag(word: "three", weight: 2_000)) }, in: stack)
            for position in readers.indices { try await readers[position].follow() }
            let stored = try await stack.perform { try $0.sum(Tag.all) { $0.weight } }
            while sum != stored { sum = try await sums.next() }
        }
    }

    private static func save(
        _ change: @escaping @Sendable (Context) throws -> Void, in stack: PersistentStack
    ) async throws {
        try await stack.perform { context in
            try change(context)
            try context.save()
        }
    }
}

/// A reader whose differences are applied, until it has the result of a fetch.
private struct LateReader {
    private let query: Query<Tag>
    private let stack: PersistentStack
    private var reader: LiveQuery<Tag>.Iterator
    private var elements: [Tag.Snapshot] = []

    init(_ query: Query<Tag>, _ stack: PersistentStack) {
        self.query = query
        self.stack = stack
        reader = stack.observe(query).makeAsyncIterator()
    }

    mutating func next() async throws {
        let result = try unwrap(try await reader.next(), "a result")
        if result.isFirst { elements = Array(result) }
        elements.apply(result.changes)
        try expectEqual(elements, Array(result), "the differences applied")
    }

    mutating func follow() async throws {
        let query = query
        let stored = try await stack.perform { try $0.fetch(query).map(\.snapshot) }
        while elements != stored { try await next() }
    }
}
