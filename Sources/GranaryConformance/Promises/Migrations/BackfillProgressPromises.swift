import Granary
import Synchronization

/// A backfill works concurrently with others, can be stopped at any time, and continues where it stopped.
enum BackfillProgressPromises: PromiseList {
    static let category = ConformanceCategory.migrations
    static let areAboutContent = true

    static var promises: [ConformancePromise] { progress + stopping + hot + others }

    private typealias Books = BackfillPromises

    // MARK: Progress and pace

    private static let progress: [ConformancePromise] =
        Books.fills("A backfill reports its progress after each chunk") { bench, backfill in
            try await Books.saveBooks(10, in: bench.stack)
            let reports: Mutex<[BackfillProgress]> = Mutex([])
            let result = try await bench.stack.backfill(backfill, pace: Books.steady(4)) { report in
                reports.withLock { $0.append(report) }
            }
            let seen = reports.withLock { $0 }
            try expectEqual(seen.map(\.filled), [4, 8, 10, 10], "filled")
            try expectEqual(seen.map(\.fraction), [0.4, 0.8, 1, 1], "fractions")
            try expectEqual(seen.map(\.isComplete), [false, false, false, true], "complete")
            try expectEqual(seen.last, result, "the last report")
            try expectEqual(Set(seen.map(\.model)), ["Book"], "models")
        } + [
            promise("A backfill rests after each chunk, by the clock that it is given") { bench in
                try await Books.saveBooks(10, in: bench.stack)
                let clock = RecordingClock()
                var pace = BackfillPace(rows: 4, pause: .seconds(3_600))
                pace.clock = clock
                try await bench.stack.backfill(Books.titles, pace: pace)
                try expectEqual(clock.waits, Array(repeating: .seconds(3_600), count: 2), "rests")
            },
            promise("A backfill rests for as long as it works, unless told otherwise") { bench in
                try await Books.saveBooks(10, in: bench.stack)
                let clock = RecordingClock(step: .seconds(9))
                var pace = BackfillPace()
                (pace.rows, pace.clock) = (5, clock)
                try await bench.stack.backfill(Books.titles, pace: pace)
                try expectEqual(clock.waits, Array(repeating: .seconds(9), count: 2), "rests")
            },
        ]

    // MARK: Stopping and going on

    /// Cancels the task that it is called in.
    private static func cancelTask() { withUnsafeCurrentTask { $0?.cancel() } }

    private static let stopping: [ConformancePromise] = [
        promise("A backfill that is cancelled goes on with the rest, and does no object twice") { bench in
            try await Books.saveBooks(23, in: bench.stack)
            let calls = Atomic(0)
            let counting = Backfill(Book.self, where: { $0.subtitle == nil }) { book in
                calls.add(1, ordering: .relaxed)
                book.subtitle = book.title
            }
            var left = 23
            while left > 10 {
                try await expectErrorAsync(.cancelled, "the backfill") {
                    _ = try await Task {
                        try await bench.stack.backfill(counting, pace: Books.steady(5)) { _ in
                            withUnsafeCurrentTask { $0?.cancel() }
                        }
                    }.value
                }
                left -= 5
                let found = try await Books.subtitles(bench.stack)
                try expectEqual(found.count { $0.isEmpty }, left, "left")
            }
            let result = try await bench.stack.backfill(counting, pace: Books.steady(5))
            try expectEqual([result.total, result.filled], [8, 8], "total and filled of the last run")
            try expectEqual(calls.load(ordering: .relaxed), 23, "calls")
            let found = try await Books.subtitles(bench.stack)
            try expectEqual(found, Books.expected(23), "subtitles")
        },
        promise("A backfill that rests is cancelled at once") { bench in
            try await Books.saveBooks(5, in: bench.stack)
            let clock = RecordingClock { cancelTask() }
            var pace = BackfillPace(rows: 2, pause: .seconds(1))
            pace.clock = clock
            let given = pace
            try await expectErrorAsync(.cancelled, "the backfill") {
                _ = try await Task { try await bench.stack.backfill(Books.titles, pace: given) }.value
            }
            try expectEqual(clock.waits.count, 1, "rests")
        },
        promise("A backfill waits while its stack is suspended") { bench in
            try await Books.saveBooks(6, in: bench.stack)
            let stack = bench.stack
            let resuming: Mutex<Task<Void, Never>?> = Mutex(nil)
            let clock = RecordingClock {
                try await stack.suspend()
                resuming.withLock { task in
                    task = Task {
                        await Task.yield()
                        stack.resume()
                    }
                }
            }
            var pace = BackfillPace(rows: 4, pause: .seconds(1))
            pace.clock = clock
            let result = try await stack.backfill(Books.titles, pace: pace)
            await resuming.withLock { $0 }?.value
            try expectEqual(result.filled, 6, "filled")
        },
    ]

    // MARK: Others

    private static let hot: [ConformancePromise] = [
        promise("A backfill goes on beside a row that others change all the time") { bench in
            try await Books.saveBooks(20, in: bench.stack)
            let stack = bench.stack
            let calls = Atomic(0)
            let backfill = Backfill(Book.self, where: { $0.subtitle == nil }) { book in
                let call = book.id == 7 ? calls.add(1, ordering: .relaxed).newValue : .max
                if call < 100 {
                    let other = try stack.makeContext()
                    try other.existing(Book.self, 7).pages = 1_000 + call
                    try other.save()
                }
                book.subtitle = book.title
            }
            let result = try await stack.backfill(backfill, pace: Books.steady(8))
            try expectEqual([result.filled, result.left], [20, 0], "filled and left")
            let found = try await Books.subtitles(stack)
            try expectEqual(found, Books.expected(20), "subtitles")
        }
    ]

    private static let others: [ConformancePromise] =
        Books.fills("Others save between the chunks of a backfill, and what they save stays") {
            bench, backfill in
            try await Books.saveBooks(10, in: bench.stack)
            let rests = Atomic(0)
            let clock = RecordingClock {
                guard rests.add(1, ordering: .relaxed).oldValue == 0 else { return }
                try await bench.save { context in
                    try context.existing(Book.self, 2).subtitle = "changed"
                    try context.existing(Book.self, 8).subtitle = "mine"
                    try context.insert(Book(id: -1, title: "title 0"))
                    try context.delete(try context.existing(Book.self, 9))
                }
            }
            var pace = BackfillPace(rows: 4, pause: .seconds(1))
            pace.clock = clock
            let result = try await bench.stack.backfill(backfill, pace: pace)
            var wanted = ["title 0"] + Books.expected(10)
            (wanted[2], wanted[8]) = ("changed", "mine")
            wanted.remove(at: 9)
            let found = try await Books.subtitles(bench.stack)
            try expectEqual(found, wanted, "subtitles")
            try expectEqual([result.filled, result.left], [9, 0], "filled and left")
        } + [
            promise("A value that others save while its chunk is computed stays") { bench in
                try await Books.saveBooks(6, in: bench.stack)
                let calls = Atomic(0)
                let stack = bench.stack
                let interrupted = Backfill(Book.self, where: { $0.subtitle == nil }) { book in
                    if calls.add(1, ordering: .relaxed).oldValue == 1 {
                        let other = try stack.makeContext()
                        try other.existing(Book.self, 1).subtitle = "mine"
                        try other.existing(Book.self, 3).pages = 77
                        try other.save()
                    }
                    book.subtitle = "\(book.pages ?? 0)"
                }
                let result = try await stack.backfill(interrupted, pace: Books.steady(4))
                try expectEqual(result.filled, 5, "filled")
                let found = try await Books.subtitles(stack)
                try expectEqual(found, ["mine", "2", "77", "4", "5", "6"], "subtitles")
            },
            promise("Two backfills at once share the objects between them") { bench in
                try await Books.saveBooks(60, in: bench.stack)
                let stack = bench.stack
                for backfill in [Books.titles, Books.coded] {
                    async let first = stack.backfill(backfill, pace: Books.steady(7))
                    async let second = stack.backfill(backfill, pace: Books.steady(5))
                    let results = try await [first, second]
                    try expectEqual(results.map(\.filled).reduce(0, +), 60, "filled by both")
                    try expectEqual(results.map(\.left), [0, 0], "left")
                    let found = try await Books.subtitles(stack)
                    try expectEqual(found, Books.expected(60), "subtitles")
                    try await stack.perform { _ = try $0.updateAll(Book.all) { $0.subtitle.set(to: nil) } }
                }
            },
            promise("A backfill and others who save at the same time lose nothing of each other") { bench in
                try await Books.saveBooks(40, in: bench.stack)
                let stack = bench.stack
                let saving = Task {
                    for id in stride(from: 40, to: 0, by: -2) {
                        var options = ContextOptions()
                        options.retries = 100
                        try await stack.perform(options) { context in
                            try context.existing(Book.self, id).subtitle = "mine"
                            try context.save()
                        }
                    }
                }
                let result = try await stack.backfill(Books.titles, pace: Books.steady(3))
                try await saving.value
                try expectEqual(result.left, 0, "left")
                let found = try await Books.subtitles(stack)
                let wanted = (1...40).map { $0.isMultiple(of: 2) ? "mine" : "title \($0)" }
                try expectEqual(found, wanted, "subtitles")
            },
            promise("To a context that has read an object, a backfill is another one that saves") { bench in
                try await Books.saveBooks(3, in: bench.stack)
                let mine = try bench.stack.makeContext()
                try mine.existing(Book.self, 1).pages = 9
                let idle = try bench.stack.makeContext()
                let book = try idle.existing(Book.self, 2)
                try await bench.stack.backfill(Books.titles)
                try expectError(.conflict, "the save") { try mine.save() }
                try idle.refreshAll()
                try expectEqual(book.subtitle, "title 2", "the subtitle")
            },
        ]
}
