import FoundationEssentials
import Granary

/// Every value of every type is read back as it was written.
enum RoundTripPromises: PromiseList {
    static let category = ConformanceCategory.scalars
    static let areAboutContent = true

    static var promises: [ConformancePromise] { keptPromises + changedPromises }

    /// A new context reads the insertions of another.
    private static var keptPromises: [ConformancePromise] {
        let integers = [
            kept(IntegerColumns.int), kept(IntegerColumns.int8), kept(IntegerColumns.int16),
            kept(IntegerColumns.int32), kept(IntegerColumns.int64), kept(IntegerColumns.uint),
            kept(IntegerColumns.uint8), kept(IntegerColumns.uint16), kept(IntegerColumns.uint32),
            kept(IntegerColumns.uint64),
        ]
        return integers + [
            kept(OtherColumns.bool), kept(NumberColumns.double), kept(NumberColumns.float),
            kept(NumberColumns.decimal), kept(OtherColumns.string), kept(OtherColumns.data),
            kept(OtherColumns.date), kept(OtherColumns.uuid), kept(OtherColumns.url),
            kept(EnumerationColumns.grade), kept(EnumerationColumns.level),
        ]
    }

    /// A new context reads the changes of another.
    private static var changedPromises: [ConformancePromise] {
        [
            changed(OtherColumns.bool), changed(IntegerColumns.int), changed(NumberColumns.double),
            changed(NumberColumns.decimal), changed(OtherColumns.string), changed(OtherColumns.data),
            changed(OtherColumns.date), changed(OtherColumns.uuid), changed(OtherColumns.url),
            changed(EnumerationColumns.grade),
        ]
    }

    private static func kept<V>(_ column: ScalarColumn<V>) -> ConformancePromise {
        promise("\(column.name): every value and nil are read back as written") { bench in
            try await bench.perform { context in
                for (id, value) in column.values.enumerated() {
                    let sample = ScalarRows.sample(id)
                    column.sample.set(sample, value)
                    try context.insert(sample)
                }
                try ScalarRows.insert(column, in: context)
                try context.save()
            }
            try await bench.perform { context in
                for (sample, value) in zip(try context.fetch(Sample.all), column.values) {
                    let read = column.sample.get(sample)
                    try expect(column.isSame(read, value), "wrote \(value), read \(read)")
                }
                try expectEqual(try context.count(Sample.all), column.values.count, "samples")
                for finding in try context.fetch(Finding.all) {
                    try expectSame(column, column.finding.get(finding), column.value(inRow: finding.id))
                }
            }
        }
    }

    private static func changed<V>(_ column: ScalarColumn<V>) -> ConformancePromise {
        promise("\(column.name): a changed value is read back, from and to nil too") { bench in
            try await bench.perform { context in
                try ScalarRows.insert(column, in: context)
                try context.save()
                for finding in try context.fetch(Finding.all) {
                    column.finding.set(finding, column.value(inRow: finding.id + 1))
                }
                try context.save()
            }
            try await bench.perform { context in
                for finding in try context.fetch(Finding.all) {
                    try expectSame(column, column.finding.get(finding), column.value(inRow: finding.id + 1))
                }
            }
        }
    }

    private static func expectSame<V>(_ column: ScalarColumn<V>, _ read: V?, _ written: V?) throws {
        let isSame =
            switch (read, written) {
            case (nil, nil): true
            case (let read?, let written?): column.isSame(read, written)
            default: false
            }
        try expect(isSame, "wrote \(String(describing: written)), read \(String(describing: read))")
    }
}
