import Granary

/// Costs grow with what is asked for and changed, not with what there is.
///
/// Times are compared with times of the same run, by factors that leave room for a busy machine.
enum PerformancePromises: PromiseList {
    static let category = ConformanceCategory.performance

    /// The shortest of several times that a closure takes.
    private static func shortest(_ rounds: Int = 5, _ body: () throws -> Void) rethrows -> Duration {
        var best = Duration.seconds(3_600)
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            try body()
            best = min(best, ContinuousClock.now - start)
        }
        return best
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
                let before = try shortest(9, change)
                let many = try context.fetch(Finding.all)
                let after = try shortest(9, change)
                try expectEqual(many.count, 10_000, "loaded")
                try expect(after < before * 10 + .milliseconds(10), "\(before) with few, \(after) with many")
            }
        },
        promise("Asking whether there are changes costs the same with many objects loaded") { bench in
            try await fill(bench, 10_000)
            try await bench.perform { context in
                let some = try context.fetch(Finding.where { $0.id < 10 })
                let before = shortest { for _ in 0..<1_000 { _ = context.hasChanges } }
                let many = try context.fetch(Finding.all)
                let after = shortest { for _ in 0..<1_000 { _ = context.hasChanges } }
                try expectEqual(some.count + many.count, 10_010, "loaded")
                try expect(after < before * 10 + .milliseconds(5), "\(before) with few, \(after) with many")
            }
        },
        promise("Inserting eight times as many objects takes about eight times as long") { bench in
            func time(_ count: Int, from first: Int) async throws -> Duration {
                var best = Duration.seconds(3_600)
                for round in 0..<3 {
                    let start = ContinuousClock.now
                    try await fill(bench, count, from: first + round * count)
                    best = min(best, ContinuousClock.now - start)
                }
                return best
            }
            let few = try await time(500, from: 0)
            let many = try await time(4_000, from: 100_000)
            try expect(many < few * 32 + .milliseconds(50), "\(few) for 500, \(many) for 4,000")
        },
        promise("Fetching eight times as many objects takes about eight times as long") { bench in
            try await fill(bench, 8_000)
            let times = try await bench.perform { context in
                try [1_000, 8_000].map { count in
                    try shortest {
                        context.reset()
                        try expectEqual(
                            try context.fetch(Finding.where { $0.id < count }).count, count, "findings")
                    }
                }
            }
            try expect(
                times[1] < times[0] * 32 + .milliseconds(50), "\(times[0]) for 1,000, \(times[1]) for 8,000")
        },
        promise("An object by key costs the same however many there are", needs: .indexes) { bench in
            try await fill(bench, 200)
            func time() async throws -> Duration {
                try await bench.perform { context in
                    try shortest {
                        context.reset()
                        for id in 0..<100 { _ = try context.existing(Finding.self, id) }
                    }
                }
            }
            let before = try await time()
            try await fill(bench, 12_000, from: 200)
            let after = try await time()
            try expect(after < before * 10 + .milliseconds(20), "\(before) among 200, \(after) among 12,200")
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
