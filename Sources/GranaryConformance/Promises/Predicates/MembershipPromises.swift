import Granary

/// `isIn` holds for exactly the values in the list, of any type.
enum MembershipPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        [
            listed(OtherColumns.bool), listed(IntegerColumns.int), listed(IntegerColumns.uint8),
            listed(NumberColumns.double), listed(NumberColumns.decimal), listed(OtherColumns.string),
            listed(OtherColumns.data), listed(OtherColumns.date), listed(OtherColumns.uuid),
            listed(OtherColumns.url),
            listed(EnumerationColumns.grade), listed(EnumerationColumns.level), manyIntegers, manyTexts,
        ]
    }

    private static func listed<V>(_ column: ScalarColumn<V>) -> ConformancePromise {
        promise("\(column.name)? in a list: none, some, with and without nil, and negated") { bench in
            try await bench.perform { context in
                try ScalarRows.insert(column, in: context)
                try context.save()
                let some = column.values.indices.filter { $0 % 3 != 1 }
                for positions in [[], [nil], some, some + [nil], [some.first ?? 0]] as [[Int?]] {
                    let values = positions.map { position in position.map { column.values[$0] } }
                    let found = try context.keys(Finding.where { column.optional($0).isIn(values) })
                    try expectEqual(
                        found, ScalarRows.keys(of: column) { positions.contains($0) }, "in \(values)")
                    let others = try context.keys(Finding.where { !column.optional($0).isIn(values) })
                    try expectEqual(
                        others, ScalarRows.keys(of: column) { !positions.contains($0) }, "not in \(values)")
                }
            }
        }
    }

    private static var manyIntegers: ConformancePromise {
        promise("A list of 10,000 integers is one request") { bench in
            try await bench.perform { context in
                for id in 0..<40 { try context.insert(Finding(id: id, int: id * 1_001)) }
                try context.save()
                let wanted = (0..<10_000).map { Optional($0 * 2) }
                let found = try context.keys(Finding.where { $0.int.isIn(wanted) })
                try expectEqual(found, (0..<40).filter { $0 % 2 == 0 && $0 * 1_001 < 20_000 }, "findings")
            }
        }
    }

    private static var manyTexts: ConformancePromise {
        promise("A list of 10,000 texts is one request") { bench in
            try await bench.perform { context in
                for id in 0..<40 { try context.insert(Finding(id: id, string: "text \(id * 999)")) }
                try context.save()
                let wanted = (0..<10_000).map { Optional("text \($0)") }
                let found = try context.keys(Finding.where { $0.string.isIn(wanted) })
                try expectEqual(found, Array(0..<11), "findings")
            }
        }
    }
}
