import FoundationEssentials
import Granary

/// Sums, means, extremes and counts.
enum AggregatePromises: PromiseList {
    static let category = ConformanceCategory.aggregates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { counts + sums + means + extremes }

    /// Inserts findings and passes them to a closure, before and after they are saved.
    private static func over(
        _ name: String, _ findings: @escaping @Sendable () -> [Finding],
        _ check: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.perform { context in
                for finding in findings() { try context.insert(finding) }
                try check(context)
                try context.save()
            }
            try await bench.perform { try check($0) }
        }
    }

    private static func integers(_ values: [Int?]) -> @Sendable () -> [Finding] {
        { values.enumerated().map { Finding(id: $0, int: $1) } }
    }

    private static func doubles(_ values: [Double?]) -> @Sendable () -> [Finding] {
        { values.enumerated().map { Finding(id: $0, double: $1) } }
    }

    private static func decimals(_ values: [Decimal?]) -> @Sendable () -> [Finding] {
        { values.enumerated().map { Finding(id: $0, decimal: $1) } }
    }

    private static let counts: [ConformancePromise] = [
        over("Counting nothing gives 0", { [] }) { context in
            try expectEqual(try context.count(Finding.all), 0, "count")
            try expect(try !context.exists(Finding.all), "a finding exists")
        },
        over("A count with a condition, a limit and an offset", integers([1, 2, nil, 4, 5])) { context in
            try expectEqual(try context.count(Finding.all), 5, "all findings")
            try expectEqual(
                try context.count(Finding.where { $0.int > 1 }), 3,
                "findings that meet the condition")
            try expectEqual(
                try context.count(Finding.where { $0.int > 1 }.limit(2)), 2, "findings with a limit")
            try expectEqual(
                try context.count(Finding.where { $0.int > 1 }.offset(2).limit(9)), 1,
                "findings after an offset")
        },
        over(
            "Counting values leaves nil out, counting distinct values counts each once",
            integers([1, 1, nil, 2, nil])
        ) { context in
            let rows = try context.grouped(Finding.all, by: { $0.bool }) {
                ($0.count(), $0.int.valueCount, $0.int.distinctCount)
            }
            try expectEqual(rows.count, 1, "groups")
            for (_, values) in rows { try expect(values == (5, 3, 2), "got the counts \(values)") }
        },
        over(
            "Several aggregates over a whole query need no more requests than one",
            integers([1, nil, -5, 20])
        ) {
            context in
            let start = context.statistics.storeRequests
            _ = try context.sum(Finding.all) { $0.int }
            let middle = context.statistics.storeRequests
            let all = try context.aggregate(Finding.all) {
                ($0.count(), $0.int.sum, $0.int.average, $0.int.minimum)
            }
            try expect(all == (4, 16, 16.0 / 3, -5), "got \(all)")
            let end = context.statistics.storeRequests
            try expect(end - middle <= middle - start, "\(end - middle) requests for several aggregates")
            let some = try context.aggregate(Finding.where { $0.int < 10 }.limit(1)) {
                ($0.int.sum, $0.count())
            }
            try expect(some == (1, 1), "got \(some) of a range")
            try expectEqual(try context.aggregate(Finding.all) { $0.int.maximum }, 20, "one aggregate")
            let none = try context.aggregate(Finding.where { $0.int > 99 }) { ($0.int.maximum, $0.count()) }
            try expect(none == (nil, 0), "got \(none) of nothing")
        },
    ]

    private static let sums: [ConformancePromise] = [
        over("The sum of nothing is 0", integers([nil, nil])) { context in
            try expectEqual(try context.sum(Finding.all) { $0.int }, 0, "the sum of Int")
            try expectEqual(try context.sum(Finding.all) { $0.double }, 0, "the sum of Double")
            try expectEqual(try context.sum(Finding.all) { $0.decimal }, 0, "the sum of Decimal")
        },
        over("A sum of integers leaves nil out", integers([1, nil, -5, 20])) { context in
            try expectEqual(try context.sum(Finding.all) { $0.int }, 16, "sum")
            try expectEqual(try context.sum(Finding.where { $0.int < 10 }) { $0.int }, -4, "sum of some")
        },
        over("A sum of integers beyond 64 bits is an error", integers([.max, 1])) { context in
            try expectError(.overflow, "sum") { _ = try context.sum(Finding.all) { $0.int } }
        },
        over("Only the final sum of integers can overflow", integers([.max, .max, -.max, -.max, 7])) {
            context in
            try expectEqual(try context.sum(Finding.all) { $0.int }, 7, "sum")
        },
        over("A sum of integers reaches both ends of their range", integers([.min + 5, -5])) { context in
            try expectEqual(try context.sum(Finding.all) { $0.int }, .min, "sum")
        },
        over("A sum of doubles is correctly rounded", doubles([1e16, 1, -1e16, nil])) { context in
            try expectEqual(try context.sum(Finding.all) { $0.double }, 1, "sum")
        },
        over("A sum of doubles does not overflow on the way", doubles([1e308, 1e308, -1e308, -1e308, 0.5])) {
            context in
            try expectEqual(try context.sum(Finding.all) { $0.double }, 0.5, "sum")
        },
        over("A sum of ten times 0.1 is 1", doubles(Array(repeating: 0.1, count: 10))) { context in
            try expectEqual(try context.sum(Finding.all) { $0.double }, 1, "sum")
        },
        over(
            "A sum of decimals is exact",
            decimals([makeDecimal("0.1"), makeDecimal("0.2"), nil, makeDecimal("1e20")])
        ) { context in
            try expectEqual(
                try context.sum(Finding.all) { $0.decimal }, makeDecimal("100000000000000000000.3"), "sum")
        },
        over("A sum obeys limit and offset", integers([1, 2, 4, 8, 16])) { context in
            try expectEqual(try context.sum(Finding.all.offset(1).limit(2)) { $0.int }, 6, "sum")
            let largest = Finding.all.sorted { $0.int.descending }.limit(2)
            try expectEqual(try context.sum(largest) { $0.int }, 24, "sum of the largest two")
        },
    ]

    private static let means: [ConformancePromise] = [
        over("The mean of nothing is nil", doubles([nil])) { context in
            try expect(try context.average(Finding.all) { $0.int } == nil, "the average of no Int is not nil")
            try expect(
                try context.average(Finding.all) { $0.double } == nil, "the average of no Double is not nil")
            try expect(
                try context.average(Finding.all) { $0.decimal } == nil, "the average of no Decimal is not nil"
            )
        },
        over("The mean of integers is a double and leaves nil out", integers([1, nil, 2])) { context in
            try expectEqual(try context.average(Finding.all) { $0.int }, 1.5, "mean")
        },
        over("The mean of large integers does not overflow", integers([.max, .max])) { context in
            try expectEqual(try context.average(Finding.all) { $0.int }, Double(Int.max), "mean")
        },
        over("The mean of doubles is correctly rounded", doubles([1e16, 2, -1e16])) { context in
            try expectEqual(try context.average(Finding.all) { $0.double }, 2.0 / 3, "mean")
        },
        over("The mean of decimals is a decimal", decimals([1, 2, 2, 2])) { context in
            try expectEqual(try context.average(Finding.all) { $0.decimal }, makeDecimal("1.75"), "mean")
        },
        over("The mean of decimals that does not end is rounded to 38 digits", decimals([1, 0, 0])) {
            context in
            let mean = try context.average(Finding.all) { $0.decimal }
            try expectEqual(mean, makeDecimal("0.33333333333333333333333333333333333333"), "mean")
        },
    ]

    private static let extremes: [ConformancePromise] = [
        extremes(IntegerColumns.int), extremes(IntegerColumns.uint8), extremes(NumberColumns.double),
        extremes(NumberColumns.decimal), extremes(OtherColumns.string), extremes(OtherColumns.data),
        extremes(OtherColumns.date), extremes(OtherColumns.uuid), extremes(OtherColumns.url),
    ]

    private static func extremes<V: OrderedAttribute>(_ column: ScalarColumn<V>) -> ConformancePromise {
        promise("The smallest and largest \(column.name), without nil") { bench in
            try await bench.perform { context in
                try ScalarRows.insert(column, in: context)
                try context.save()
                let isSame = { (left: V??, right: V?) in
                    guard let left = left ?? nil, let right else { return false }
                    return column.isSame(left, right)
                }
                try expect(
                    isSame(try context.minimum(Finding.all) { column.optional($0) }, column.values.first),
                    "the minimum is wrong")
                try expect(
                    isSame(try context.maximum(Finding.all) { column.optional($0) }, column.values.last),
                    "the maximum is wrong")
                let none = try context.maximum(Finding.where { $0.id < 0 }) { column.optional($0) }
                try expect((none ?? nil) == nil, "the largest of no values is not nil")
            }
        }
    }
}
