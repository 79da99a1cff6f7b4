import Granary

/// A million objects; in a long run only.
enum MillionPromises: PromiseList {
    static let category = ConformanceCategory.bulk

    private static let count = 1_000_000

    /// Stores a million stamps in batches.
    private static func fill(_ bench: ConformanceBench) async throws {
        guard bench.harness.capabilities.contains(.indexes) else {
            throw ConformanceFailure(.broken, "A store without indexes is not asked for a million objects.")
        }
        for batch in 0..<50 {
            try await bench.save { context in
                for number in 0..<(count / 50) {
                    try context.insert(Finding(id: batch * (count / 50) + number, int: number % 1_000))
                }
            }
        }
    }

    static var promises: [ConformancePromise] { ConformanceEffort.current.isLong ? long : [] }

    private static let long: [ConformancePromise] = [
        promise(
            "A million objects are stored, counted, streamed and stepped through by pages",
            needs: .indexes
        ) { bench in
            try await fill(bench)
            try await bench.perform { context in
                try expectEqual(try context.count(Finding.all), count, "findings")
                var (streamed, total) = (0, 0)
                try context.stream(Finding.all) { finding in
                    streamed += 1
                    total += finding.int ?? 0
                    return true
                }
                try expectEqual(streamed, count, "streamed")
                try expectEqual(total, try context.sum(Finding.all) { $0.int }, "the sum")
                var last = -1
                for _ in 0..<20 {
                    let page = try context.fetch(Finding.where { $0.id > last }.limit(500))
                    try expectEqual(page.first?.id, last + 1, "the first key of the page")
                    last = page.last?.id ?? last
                }
                try expectEqual(last, 9_999, "the last key of twenty pages")
            }
        },
        promise("Of a million objects one is changed, found and deleted like one of ten", needs: .indexes) {
            bench in
            try await fill(bench)
            try await bench.save { context in
                try context.existing(Finding.self, 777_777).string = "this one"
                try context.delete(try context.existing(Finding.self, 777_778))
            }
            try await bench.perform { context in
                try expectEqual(
                    try context.existing(Finding.self, 777_777).string, "this one", "the changed finding")
                try expect(try context.object(Finding.self, 777_778) == nil, "the deleted finding is found")
                try expectEqual(try context.count(Finding.where { $0.int == 5 }), 1_000, "findings found")
            }
        },
    ]
}
