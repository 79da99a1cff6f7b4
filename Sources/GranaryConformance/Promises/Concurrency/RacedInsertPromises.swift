import Granary
import Synchronization

/// Units of work that look up an object and insert it if it is missing, while others do the same.
enum RacedInsertPromises: PromiseList {
    static let category = ConformanceCategory.tasks
    static let areAboutContent = true

    /// Counts attempts.
    private final class Attempts: Sendable {
        private let count = Mutex(0)
        var all: Int { count.withLock { $0 } }
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    private static func options(_ bench: ConformanceBench, retries: Int) -> ContextOptions {
        var options = bench.stack.backgroundOptions
        options.retries = retries
        return options
    }

    static let promises: [ConformancePromise] = [
        promise(
            "A unit of work that meets a key stored since it looked is repeated if asked",
            needs: [.snapshots, .concurrentSessions]
        ) { bench in
            let attempts = Attempts()
            try await bench.perform(options(bench, retries: 3)) { context in
                let isFirst = attempts.next() == 1
                if let tag = try context.object(Tag.self, "raced") {
                    tag.weight = 11
                } else {
                    if isFirst {
                        try bench.commit("Tag") {
                            .inserting($0, ["word": .text("raced"), "weight": .integer(10)])
                        }
                    }
                    try context.insert(Tag(word: "raced", weight: 1))
                }
                try context.save()
            }
            try expectEqual(attempts.all, 2, "attempts")
            try expectEqual(
                try await bench.perform { try $0.existing(Tag.self, "raced").weight }, 11, "weight")
        },
        promise(
            "A unit of work that meets a unique value stored since it looked is repeated if asked",
            needs: [.snapshots, .concurrentSessions]
        ) { bench in
            let attempts = Attempts()
            try await bench.perform(options(bench, retries: 1)) { context in
                let isFirst = attempts.next() == 1
                if let seat = try context.first(Seat.where { $0.label == "A1" }) {
                    seat.row = 7
                } else {
                    if isFirst {
                        try bench.commit("Seat") {
                            .inserting($0, ["id": .integer(900), "label": .text("A1")])
                        }
                    }
                    try context.insert(Seat(label: "A1"))
                }
                try context.save()
            }
            try expectEqual(attempts.all, 2, "attempts")
            try expectEqual(try await bench.perform { try $0.existing(Seat.self, 900).row }, 7, "row")
        },
        promise("A value that is taken each time is tried as often as asked, and then violates a constraint")
        {
            bench in
            for retries in [0, 2] {
                let attempts = Attempts()
                try await expectErrorAsync(.constraint, "saving two seats with one label") {
                    try await bench.perform(options(bench, retries: retries)) { context in
                        _ = attempts.next()
                        for _ in 0..<2 { try context.insert(Seat(label: "B2")) }
                        try context.save()
                    }
                }
                try expectEqual(attempts.all, retries + 1, "attempts")
            }
            let attempts = Attempts()
            try await expectErrorAsync(.constraint, "inserting two objects with one key") {
                try await bench.perform(options(bench, retries: 5)) { context in
                    _ = attempts.next()
                    for _ in 0..<2 { try context.insert(Tag(word: "twice")) }
                }
            }
            try expectEqual(attempts.all, 1, "attempts without a commit")
            try expectEqual(try await bench.perform { try $0.count(Seat.all) }, 0, "seats")
        },
        promise("Many units of work that insert what they do not find agree on one object") { bench in
            let options = options(bench, retries: 50)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await bench.perform(options) { context in
                            if let tag = try context.object(Tag.self, "shared") {
                                tag.weight = (tag.weight ?? 0) + 1
                            } else {
                                try context.insert(Tag(word: "shared", weight: 1))
                            }
                            try context.save()
                        }
                    }
                }
                try await group.waitForAll()
            }
            try expectEqual(
                try await bench.perform { try $0.existing(Tag.self, "shared").weight }, 8, "weight")
        },
    ]
}
