import Granary

/// Long values in indexes are stored whole, or refused by name.
enum IndexedValuePromises: PromiseList {
    static let category = ConformanceCategory.limits

    /// A text that cannot be compressed, which an engine may do before it looks at the length.
    private static func text(_ length: Int) -> String {
        var generator = SeededGenerator(seed: UInt64(length))
        return String(decoding: (0..<length).map { _ in UInt8(33 + generator.below(94)) }, as: UTF8.self)
    }

    /// Expects that a text is stored in an index, as a unique value and as a key, and found there.
    private static func expectStored(_ bench: ConformanceBench, _ length: Int) async throws {
        let long = text(length)
        try await bench.save { context in
            try context.insert(Author(id: 1, name: long))
            try context.insert(Seat(id: 1, label: long))
            try context.insert(Tag(word: long))
        }
        try await bench.perform { context in
            try expectEqual(try context.count(Author.where { $0.name == long }), 1, "authors of the name")
            try expectEqual(try context.count(Seat.where { $0.label == long }), 1, "seats of the label")
            try expect(try context.object(Tag.self, long) != nil, "the tag is not found by its key")
            try context.insert(Seat(id: 2, label: long))
            try expectError(.constraint, "saving the same label") { try context.save() }
            context.rollback()
        }
    }

    static let promises: [ConformancePromise] = [
        promise("Indexes, unique attributes and keys take values of 2,600 bytes") { bench in
            try await expectStored(bench, 2_600)
        },
        promise(
            "Indexes, unique attributes and keys take values as long as others", needs: .longIndexedValues
        ) { bench in
            try await expectStored(bench, 20_000)
        },
        promise("A value too long for an index is refused by name, and nothing of its save is stored") {
            bench in
            try await bench.perform { context in
                try context.insert(Seat(id: 1, label: "short"))
                try context.insert(Seat(id: 2, label: text(20_000)))
                do {
                    try context.save()
                    try expectEqual(try context.count(Seat.all), 2, "seats")
                } catch let error as GranaryError where error.code == .invalidValue {
                    try expectEqual(error.context.entity, "Seat", "the entity in the error")
                    try expectEqual(error.context.properties, ["label"], "the properties in the error")
                    context.rollback()
                    try expectEqual(try context.count(Seat.all), 0, "seats")
                }
            }
        },
    ]
}
