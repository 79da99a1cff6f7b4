import Granary

/// Each comparison operator follows the order of its type, and is two-valued if a side is `nil`.
enum ComparisonPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        let integers =
            ordered(IntegerColumns.int) + ordered(IntegerColumns.int16) + ordered(IntegerColumns.int64)
            + ordered(IntegerColumns.uint8) + ordered(IntegerColumns.uint64)
        let numbers =
            ordered(NumberColumns.double) + ordered(NumberColumns.float) + ordered(NumberColumns.decimal)
        let others =
            ordered(OtherColumns.string) + ordered(OtherColumns.data) + ordered(OtherColumns.date)
            + ordered(OtherColumns.uuid) + ordered(OtherColumns.url)
        let unordered =
            equality(OtherColumns.bool) + equality(EnumerationColumns.grade)
            + equality(EnumerationColumns.level)
        return integers + numbers + others + unordered
    }

    private typealias Comparison<V: Sendable> =
        @Sendable (ScalarColumn<V>.Optionals, V?) -> Condition<Finding>
    private typealias RequiredComparison<V: Sendable> =
        @Sendable (ScalarColumn<V>.Required, V) -> Condition<Sample>

    private static func equality<V>(_ column: ScalarColumn<V>) -> [ConformancePromise] {
        [
            optional(column, "==", { $0 == $1 }) { $0 == $1 },
            optional(column, "!=", { $0 != $1 }) { $0 != $1 },
            required(column, "==", { $0 == $1 }) { $0 == $1 },
            required(column, "!=", { $0 != $1 }) { $0 != $1 },
        ]
    }

    private static func ordered<V: OrderedAttribute>(_ column: ScalarColumn<V>) -> [ConformancePromise] {
        equality(column) + [
            optional(column, "<", { $0 < $1 }) { both($0, $1, <) },
            optional(column, "<=", { $0 <= $1 }) { both($0, $1, <=) },
            optional(column, ">", { $0 > $1 }) { both($0, $1, >) },
            optional(column, ">=", { $0 >= $1 }) { both($0, $1, >=) },
            required(column, "<", { $0 < $1 }) { $0 < $1 },
            required(column, ">=", { $0 >= $1 }) { $0 >= $1 },
        ]
    }

    /// An ordered comparison is false if a side is missing.
    private static func both(_ left: Int?, _ right: Int?, _ holds: (Int, Int) -> Bool) -> Bool {
        guard let left, let right else { return false }
        return holds(left, right)
    }

    /// Compares positions in the column's list in place of values.
    private static func optional<V>(
        _ column: ScalarColumn<V>, _ sign: String, _ comparison: @escaping Comparison<V>,
        expecting holds: @escaping @Sendable (Int?, Int?) -> Bool
    ) -> ConformancePromise {
        promise("\(column.name)? \(sign) value or nil selects what its order says") { bench in
            try await bench.perform { context in
                try ScalarRows.insert(column, in: context)
                try context.save()
                for argument in [nil] + column.values.indices.map(Optional.some) {
                    let value = argument.map { column.values[$0] }
                    let found = try context.keys(Finding.where { comparison(column.optional($0), value) })
                    try expectEqual(
                        found, ScalarRows.keys(of: column) { holds($0, argument) },
                        "\(column.name) \(sign) \(String(describing: value))")
                }
            }
        }
    }

    private static func required<V>(
        _ column: ScalarColumn<V>, _ sign: String, _ comparison: @escaping RequiredComparison<V>,
        expecting holds: @escaping @Sendable (Int, Int) -> Bool
    ) -> ConformancePromise {
        promise("\(column.name) \(sign) value selects what its order says") { bench in
            try await bench.perform { context in
                for (id, value) in column.values.enumerated() {
                    let sample = ScalarRows.sample(id)
                    column.sample.set(sample, value)
                    try context.insert(sample)
                }
                try context.save()
                for (argument, value) in column.values.enumerated() {
                    let found = try context.fetch(Sample.where { comparison(column.required($0), value) })
                        .map(\.id)
                    try expectEqual(
                        found, column.values.indices.filter { holds($0, argument) },
                        "\(column.name) \(sign) \(value)")
                }
            }
        }
    }
}
