import Granary

/// Each type has one total order, with `nil` first in ascending order and ties broken by key.
enum ScalarSortPromises: PromiseList {
    static let category = ConformanceCategory.sorting
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        let integers =
            sorted(IntegerColumns.int) + sorted(IntegerColumns.int8) + sorted(IntegerColumns.uint64)
        let numbers =
            sorted(NumberColumns.double) + sorted(NumberColumns.float) + sorted(NumberColumns.decimal)
        let others =
            sorted(OtherColumns.bool) + sorted(OtherColumns.string) + sorted(OtherColumns.data)
            + sorted(OtherColumns.date) + sorted(OtherColumns.uuid) + sorted(OtherColumns.url)
        return integers + numbers + others + sorted(EnumerationColumns.grade)
            + sorted(EnumerationColumns.level)
    }

    private static func sorted<V>(_ column: ScalarColumn<V>) -> [ConformancePromise] {
        [
            promise("\(column.name)? ascending: nil first, ties by ascending key") { bench in
                try await bench.perform { context in
                    try ScalarRows.insert(column, in: context)
                    let query = Finding.all.sorted { column.optional($0).ascending }
                    try expectEqual(try context.keys(query), ascending(column), "unsaved keys")
                    try context.save()
                    try expectEqual(try context.keys(query), ascending(column), "saved keys")
                    let page = Array(ascending(column).dropFirst(5).prefix(11))
                    try expectEqual(try context.keys(query.offset(5).limit(11)), page, "keys of a page")
                }
            },
            promise("\(column.name)? descending: nil last, ties by descending key") { bench in
                try await bench.perform { context in
                    try ScalarRows.insert(column, in: context)
                    let query = Finding.all.sorted { column.optional($0).descending }
                    try expectEqual(try context.keys(query), ascending(column).reversed(), "unsaved keys")
                    try context.save()
                    try expectEqual(try context.keys(query), ascending(column).reversed(), "saved keys")
                }
            },
        ]
    }

    private static func ascending<V>(_ column: ScalarColumn<V>) -> [Int] {
        (0..<ScalarRows.count).sorted { left, right in
            (column.position(inRow: left) ?? -1, left) < (column.position(inRow: right) ?? -1, right)
        }
    }
}
