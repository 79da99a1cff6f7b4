import FoundationEssentials
import Granary

/// Durations and times of a day are stored as integers of microseconds, and queried as what they are.
enum TimePromises: PromiseList {
    static let category = ConformanceCategory.scalars
    static let areAboutContent = true

    /// Seven in the morning, noon, and the last microsecond of the day.
    private static func times() throws -> [TimeOfDay] {
        try [
            unwrap(TimeOfDay(hour: 7, minute: 5), "seven"), unwrap(TimeOfDay(hour: 12), "noon"),
            unwrap(TimeOfDay(microsecondsSinceMidnight: 86_399_999_999), "the end"),
        ]
    }

    private static func save(_ bench: ConformanceBench) async throws {
        let times = try times()
        try await bench.save { context in
            try context.insert(
                Workday(id: 1, begins: times[0], length: .seconds(3_600), pause: .milliseconds(90)))
            try context.insert(Workday(id: 2, begins: times[1], length: .zero, lunch: times[2]))
            try context.insert(
                Workday(id: 3, begins: times[2], length: .seconds(-90), pause: .microseconds(Int64.max)))
        }
    }

    static let promises: [ConformancePromise] = [
        promise("Durations and times of a day come back, durations rounded to a microsecond") { bench in
            let times = try times()
            try await save(bench)
            try await bench.save { context in
                let day = try context.existing(Workday.self, 1)
                day.length = .nanoseconds(1_499)
                try expectEqual(day.length, .microseconds(1), "the property, rounded")
                try context.existing(Workday.self, 2).pause = .nanoseconds(-1_500)
            }
            try await bench.perform { context in
                let days = try context.fetch(Workday.all)
                try expectEqual(days.map(\.begins), times, "the beginnings")
                try expectEqual(
                    days.map(\.length), [.microseconds(1), .zero, .seconds(-90)], "the lengths")
                try expectEqual(
                    days.map(\.pause), [.milliseconds(90), .microseconds(-2), .microseconds(Int64.max)],
                    "the pauses")
                try expectEqual(days.map(\.lunch), [nil, times[2], nil], "the lunches")
                try expect(!context.hasChanges, "nothing has changed")
                days[0].length = .nanoseconds(900)
                try expect(!context.hasChanges, "the same microsecond is no change")
            }
            try bench.commit("Workday") { entity in
                .inserting(
                    entity, ["id": .integer(4), "begins": .integer(86_400_000_000), "length": .integer(0)])
            }
            try await bench.perform { context in
                let error = try expectError(.malformed, "a stored number beyond the day") {
                    _ = try context.fetch(Workday.all)
                }
                try expectEqual(error.context.properties, ["begins"], "the property in the error")
                try expectEqual(error.context.key, .integer(4), "the key in the error")
            }
        },
        promise("A duration beyond 64 bits of microseconds is refused by name") { bench in
            let times = try times()
            try await bench.perform { context in
                let day = Workday(id: 1, begins: times[0], length: .seconds(Int64.max))
                try context.insert(day)
                let error = try expectError(.invalidValue, "the save") { try context.save() }
                try expectEqual(error.context.properties, ["length"], "the property in the error")
                day.length = .seconds(1)
                try context.save()
            }
        },
        promise("Queries compare, sort and add up durations and times of a day") { bench in
            let times = try times()
            try await save(bench)
            try await bench.perform { context in
                func ids(_ query: Query<Workday>) throws -> [Int] { try context.fetch(query).map(\.id) }
                try expectEqual(try ids(Workday.where { $0.length >= .zero }), [1, 2], "not negative")
                try expectEqual(
                    try ids(Workday.where { $0.length < .seconds(Int64.max) }), [1, 2, 3], "below the largest"
                )
                try expectEqual(
                    try ids(Workday.where { $0.length < .seconds(Int64.min) }), [], "below the least")
                try expectEqual(try ids(Workday.where { $0.pause == .milliseconds(90) }), [1], "one pause")
                try expectEqual(try ids(Workday.where { $0.pause == nil }), [2], "no pause")
                try expectEqual(try ids(Workday.where { $0.begins > times[0] }), [2, 3], "by the index")
                try expectEqual(try ids(Workday.where { $0.lunch > $0.begins }), [2], "two times")
                try expectEqual(try ids(Workday.where { $0.begins.isIn(times.prefix(2)) }), [1, 2], "a list")
                try expectEqual(try ids(Workday.all.sorted { $0.begins.descending }), [3, 2, 1], "by time")
                try expectEqual(try ids(Workday.all.sorted { $0.length }), [3, 2, 1], "by length")
                let row = try context.aggregate(Workday.all) {
                    ($0.length.sum, $0.length.average, $0.length.maximum, $0.begins.minimum)
                }
                try expectEqual(row.0, .seconds(3_510), "the sum")
                try expectEqual(row.1, .seconds(1_170), "the mean")
                try expectEqual(row.2, .seconds(3_600), "the longest")
                try expectEqual(row.3, times[0], "the first")
                let pairs = try context.select(Workday.all) { ($0.begins, $0.pause ?? .zero) }
                try expectEqual(pairs.map(\.0), times, "a column of times")
                try expectEqual(pairs[1].1, .zero, "a fallback")
                try expectEqual(
                    try context.updateAll(Workday.where { $0.pause == nil }) {
                        $0.pause.set(to: .seconds(5))
                    },
                    1,
                    "a batch")
            }
            let pause = try await bench.perform { try $0.existing(Workday.self, 2).pause }
            try expectEqual(pause, .seconds(5), "what the batch has set")
        },
        promise("Durations and times of a day go to JSON and come back") { bench in
            try await save(bench)
            let (text, before) = try await bench.save { context in
                let day = try context.existing(Workday.self, 2)
                defer { try? context.delete(day) }
                return (try day.snapshot.json(), day.snapshot)
            }
            try expect(text.contains("12:00:00"), "the time in \(text)")
            try await bench.save { _ = try $0.insert(Workday.self, json: text) }
            try expectEqual(
                try await bench.perform { try $0.existing(Workday.self, 2).snapshot }, before, "the object")
            let wrong = #"{"id": 9, "begins": "24:00:00", "length": [0, 0]}"#
            try await bench.perform { context in
                let error = try expectError(.invalidValue, "a time beyond the day") {
                    _ = try context.insert(Workday.self, json: wrong)
                }
                try expect("\(error)".contains("begins"), "the property in \(error)")
            }
        },
    ]
}
