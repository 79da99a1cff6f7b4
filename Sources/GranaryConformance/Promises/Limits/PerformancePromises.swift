import Granary

/// Costs grow with the size of requests and changes, not with that of the store or the context.
///
/// Times are compared with times of the same run, by factors that leave room for a busy machine.
enum PerformancePromises: PromiseList {
    static let category = ConformanceCategory.performance

    /// Expects that one of many rounds stays within a time limit.
    private static func expectFits(
        _ allowed: Duration, _ what: String, rounds: Int = 25, line: Int = #line, _ body: () throws -> Void
    ) throws {
        let outcome = try Pace.fits(within: allowed, rounds: rounds) { _ in try body() }
        try expect(outcome.isMet, "\(what): \(outcome.text)", line: line)
    }

    private static func fill(_ bench: ConformanceBench, _ count: Int, from first: Int = 0) async throws {
        try await bench.save { context in
            for id in first..<(first + count) {
                try context.insert(Finding(id: id, int: id, string: "\(id)"))
            }
        }
    }

    static let promises: [ConformancePromise] = [
        promise("Saving one change costs the same with many objects loaded") { bench in
            try await fill(bench, 10_000)
            try await bench.perform { context in
                let few = try context.fetch(Finding.where { $0.id < 100 })
                var number = 0
                func change() throws {
                    number += 1
                    few[0].int = number
                    try context.save()
                }
                let before = try Pace.shortest(9, change)
                let many = try context.fetch(Finding.all)
                try expectEqual(many.count, 10_000, "loaded findings")
                try expectFits(before * 10 + .milliseconds(10), "\(before) with few; with many", change)
            }
        },
        promise("Asking whether there are changes costs the same with many objects loaded") { bench in
            try await fill(bench, 10_000)
            try await bench.perform { context in
                let some = try context.fetch(Finding.where { $0.id < 10 })
                let ask = { for _ in 0..<1_000 { _ = context.hasChanges } }
                let before = Pace.shortest(9, ask)
                let many = try context.fetch(Finding.all)
                try expectEqual(some.count + many.count, 10_010, "loaded findings")
                try expectFits(before * 10 + .milliseconds(5), "\(before) with few; with many", ask)
            }
        },
        promise("Inserting eight times as many objects takes about eight times as long") { bench in
            func time(_ count: Int, from first: Int) async throws -> Duration {
                let start = ContinuousClock.now
                try await fill(bench, count, from: first)
                return ContinuousClock.now - start
            }
            var (few, many) = (Duration.seconds(3_600), Duration.seconds(3_600))
            for round in 0..<3 { few = min(few, try await time(500, from: round * 500)) }
            let allowed = few * 32 + .milliseconds(50)
            for round in 0..<9 where many >= allowed {
                many = min(many, try await time(4_000, from: 100_000 + round * 4_000))
            }
            try expect(many < allowed, "\(few) for 500, \(many) for 4,000")
        },
        promise("Fetching eight times as many objects takes about eight times as long") { bench in
            try await fill(bench, 8_000)
            try await bench.perform { context in
                let read = { (count: Int) throws -> Void in
                    context.reset()
                    try expectEqual(
                        try context.fetch(Finding.where { $0.id < count }).count, count, "findings")
                }
                let few = try Pace.shortest { try read(1_000) }
                try expectFits(few * 32 + .milliseconds(50), "\(few) for 1,000; for 8,000") {
                    try read(8_000)
                }
            }
        },
        promise(
            "An object by key costs the same however many there are", needs: .indexes, mayBeKeptByChance: true
        ) { bench in
            try await fill(bench, 200)
            let look = { @Sendable (context: Context) in
                context.reset()
                for id in 0..<100 { _ = try context.existing(Finding.self, id) }
            }
            let before = try await bench.perform { context in try Pace.shortest { try look(context) } }
            try await fill(bench, 12_000, from: 200)
            // A store without indexes only has to show twice that it scans all rows.
            let rounds = bench.harness.capabilities.contains(.indexes) ? 25 : 2
            try await bench.perform { context in
                try expectFits(
                    before * 10 + .milliseconds(20), "\(before) among 200; among 12,200", rounds: rounds
                ) { try look(context) }
            }
        },
        promise("A unit of work that reads one object makes one request", .united) { bench in
            try await bench.saveLibrary()
            let requests = try await bench.perform { context in
                _ = try context.existing(Book.self, 1)
                return context.statistics.storeRequests
            }
            try expectEqual(requests, 1, "requests")
        },
    ]
}
