import FoundationEssentials
import Granary

/// Conditions compare with values that no store can hold, but that have a place in the order.
enum BeyondPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    private static let all = [1, 2, 3]

    /// A promise about findings; the last, 4, has no value.
    private static func beyond<V: Sendable>(
        _ name: String, _ values: [V], _ set: @escaping @Sendable (Finding, V) -> Void,
        _ conditions:
            @escaping @Sendable (Finding.Fields) -> [(what: String, holds: Condition<Finding>, for: [Int])]
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.save { context in
                for (row, value) in values.enumerated() {
                    let finding = Finding(id: row + 1)
                    set(finding, value)
                    try context.insert(finding)
                }
                try context.insert(Finding(id: 4))
            }
            try await bench.perform { context in
                for (what, condition, wanted) in conditions(Finding.fields) {
                    let query = Finding.where { _ in condition }
                    try expectEqual(try context.keys(query), wanted, what)
                    try expectEqual(try context.count(query), wanted.count, "the count of \(what)")
                    for id in all + [4] {
                        let finding = try context.existing(Finding.self, id)
                        finding.grade = .good
                    }
                    try expectEqual(try context.keys(query), wanted, "\(what), among unsaved changes")
                    context.rollback()
                }
            }
        }
    }

    static let promises: [ConformancePromise] = [
        beyond(
            "A date outside the years 1 to 9999 is before, or after, all that are stored",
            // The last whole second: a `Date` so far away cannot distinguish its last microsecond from the year 10000.
            [StoredDate.range.lowerBound, 0, StoredDate.range.upperBound / 1_000_000 * 1_000_000].map(
                StoredDate.date),
            { $0.date = $1 }
        ) { fields in
            let (past, future) = (Date.distantPast, Date(timeIntervalSince1970: 1e12))
            let never = Date(timeIntervalSince1970: -.infinity)
            return [
                ("after the past", fields.date > past, all),
                ("not before the past", fields.date >= past, all),
                ("before the past", fields.date < past, []), ("the past", fields.date == past, []),
                ("other than the past", fields.date != past, [1, 2, 3, 4]),
                ("before the future", fields.date < future, all),
                ("after the future", fields.date >= future, []),
                ("after minus infinity", fields.date > never, all),
                ("before infinity", fields.date <= Date(timeIntervalSince1970: .infinity), all),
                ("one of some", fields.date.isIn([past, Date(timeIntervalSince1970: 0), future]), [2]),
                ("none of some", !fields.date.isIn([past, future, nil]), all),
            ]
        },
        beyond(
            "An unsigned integer beyond 63 bits is after all that are stored", [0, 1, UInt64(Int64.max)],
            { $0.uint64 = $1 }
        ) {
            fields in
            [
                ("before", fields.uint64 < .max, all), ("up to", fields.uint64 <= UInt64(Int64.max) + 1, all),
                ("after", fields.uint64 > .max, []), ("equal", fields.uint64 == .max, []),
                ("other", fields.uint64 != .max, [1, 2, 3, 4]),
                ("one of some", fields.uint64.isIn([.max, 1]), [2]),
            ]
        },
        beyond(
            "A decimal of more than 38 digits lies between those that are stored",
            ["-1", "3e38", "300000000000000000000000000000000000010"].map(makeDecimal), { $0.decimal = $1 }
        ) { fields in
            let between = makeDecimal("3e38") + 1
            return [
                ("before", fields.decimal < between, [1, 2]), ("after", fields.decimal >= between, [3]),
                ("equal", fields.decimal == between, []), ("other", fields.decimal != between, [1, 2, 3, 4]),
                ("one of some", fields.decimal.isIn([between, -1]), [1]),
            ]
        },
    ]
}
