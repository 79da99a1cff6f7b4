import Granary

/// Many readers at once, some of them cancelled midway: the others miss nothing.
enum CrowdedReaderPromises: PromiseList {
    static let category = ConformanceCategory.tasks

    /// The numbers that a reader of a stream is given, up to some number; cancelling its task ends it.
    private static func numbers<T: Sendable>(
        _ stream: AsyncStream<T>, until count: Int, _ number: @escaping @Sendable (T) -> Int
    ) -> Task<[Int], Never> {
        Task {
            var numbers: [Int] = []
            for await element in stream {
                numbers.append(number(element))
                if numbers.count == count { break }
            }
            return numbers
        }
    }

    /// A context whose next save in the background is refused, because another one has changed the tag.
    private static func saveInConflict(_ stack: PersistentStack) async throws {
        let (clerk, other) = (try Clerk(stack), try Clerk(stack))
        _ = try await clerk.work { try $0.existing(Tag.self, "red").weight }
        try await other.work { context in
            let red = try context.existing(Tag.self, "red")
            red.weight = (red.weight ?? 0) + 1
            try context.save()
        }
        try await expectErrorAsync(.conflict, "the save") {
            try await clerk.workAndSave { try $0.existing(Tag.self, "red").weight = 1_000 }
        }
    }

    static let promises: [ConformancePromise] = [
        promise("Of readers of one live query some are cancelled in the midst, and the others reach the end")
        {
            bench in
            let live = bench.stack.observe(Stamp.all)
            let readers = try (0..<8).map { _ in
                let clerk = try Clerk(bench.stack)
                return Task { try await clerk.follow(live, until: 16) }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<16 {
                    group.addTask { try await bench.save { try $0.insert(Stamp(text: "\(number)")) } }
                    if number % 4 == 3 { readers[number / 4].cancel() }
                }
                try await group.waitForAll()
            }
            for (number, reader) in readers.enumerated() {
                let counts = try await reader.value
                try expectEqual(counts, counts.sorted(), "the order of the results of reader \(number)")
                if number >= 4 { try expectEqual(counts.last, 16, "the last result of reader \(number)") }
            }
        },
        promise("Every reader of the error channel is given every error, beside readers that are cancelled") {
            bench in
            try await bench.saveLibrary()
            let readers = (0..<6).map { _ in numbers(bench.stack.errors, until: 3) { $0.number } }
            let idle = bench.stack.errors
            for round in 0..<3 {
                try await saveInConflict(bench.stack)
                readers[round].cancel()
            }
            let expected = await readers[3].value
            try expectEqual(expected.count, 3, "errors")
            for reader in readers[4...] { try expectEqual(await reader.value, expected, "errors") }
            for reader in readers[..<3] {
                let given = await reader.value
                try expectEqual(given, Array(expected.prefix(given.count)), "errors of a cancelled reader")
            }
            withExtendedLifetime(idle) {}
        },
        promise("Readers of action events that come and go are given every event of their time") { bench in
            let stack = bench.stack
            var readers: [Task<[Int], Never>] = []
            for round in 0..<6 {
                readers.append(numbers(stack.actionEvents, until: 20) { $0.number })
                let actions = (0..<10).map { _ in stack.run(.entity(Stamp.self)) { _, _ in } }
                if round % 2 == 1 { readers[round - 1].cancel() }
                for action in actions { try await action.result() }
            }
            for (round, reader) in readers.enumerated() {
                let given = await reader.value
                let first = given.first ?? 0
                try expectEqual(given, Array(first..<first + given.count), "events of reader \(round)")
                if round % 2 == 1 { try expectEqual(given.count, 20, "events of reader \(round)") }
            }
        },
    ]
}
