import FoundationEssentials
import Granary

/// A save refuses values that no store may hold and names their properties; equal values in different forms are
/// normalised.
enum InvalidValuePromises: PromiseList {
    static let category = ConformanceCategory.scalars
    static let areAboutContent = true

    static var promises: [ConformancePromise] { refusals + normalisations }

    /// A save with a bad value throws, names the property and writes nothing; it succeeds once the value is corrected.
    private static func refused(
        _ name: String, _ property: String, _ set: @escaping @Sendable (Finding) -> Void,
        _ correct: @escaping @Sendable (Finding) -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.perform { context in
                let finding = Finding(id: 1)
                set(finding)
                try context.insert(finding)
                try context.insert(Finding(id: 2))
                let error = try expectError(.invalidValue, "the save") { try context.save() }
                try expectEqual(error.context.entity, "Finding", "the entity in the error")
                try expectEqual(error.context.properties, [property], "the properties in the error")
                correct(finding)
                try context.save()
            }
            try await bench.perform { context in
                let finding = try context.object(Finding.self, 1)
                finding.map(set)
                try expectError(.invalidValue, "the save of a change") { try context.save() }
                finding.map(correct)
                try context.save()
                try expectEqual(try context.count(Finding.all), 2, "findings")
            }
        }
    }

    private static let refusals: [ConformancePromise] = [
        refused("NaN is refused by name", "double", { $0.double = .nan }, { $0.double = nil }),
        refused("A NaN of 32 bits is refused by name", "float", { $0.float = .nan }, { $0.float = 1 }),
        refused(
            "A signalling NaN is refused by name", "double", { $0.double = .signalingNaN }, { $0.double = 0 }),
        refused(
            "Text with U+0000 is refused by name", "string", { $0.string = "a\u{0}b" }, { $0.string = "ab" }),
        refused(
            "A decimal that is not a number is refused by name", "decimal", { $0.decimal = .nan },
            { $0.decimal = 0 }),
        refused(
            "A decimal of 39 digits is refused by name", "decimal",
            { $0.decimal = makeDecimal("3e38") + 1 }, { $0.decimal = 1 }),
        refused(
            "A date before the year 1 is refused by name", "date",
            { $0.date = Date(timeIntervalSince1970: -62_135_596_801) }, { $0.date = nil }),
        refused(
            "A date after the year 9999 is refused by name", "date",
            { $0.date = Date(timeIntervalSince1970: 253_402_300_800) },
            { $0.date = nil }),
        refused(
            "An unsigned number beyond 63 bits is refused by name", "uint64", { $0.uint64 = .max },
            { $0.uint64 = 1 }),
        refused(
            "A structure that JSON cannot hold is refused by name", "label",
            { $0.label = Label(text: "x", size: .nan) },
            { $0.label = Label(text: "x", size: 1) }),
        refused(
            "U+0000 in a structure is refused by name", "label",
            { $0.label = Label(text: "x", parts: ["", "\\\u{0}"]) }, { $0.label = Label(text: "\\u0000") }),
        refused(
            "U+0000 in an enumeration with payload is refused by name", "shape",
            { $0.shape = .named("a\u{0}b", corners: nil) }, { $0.shape = .point }),
        refused("U+0000 in a list is refused by name", "words", { $0.words = ["\u{0}"] }, { $0.words = [] }),
        refused(
            "U+0000 in a key of a dictionary is refused by name", "counts", { $0.counts = ["\u{0}": 1] },
            { $0.counts = [:] }),
    ]

    private static let normalisations: [ConformancePromise] = [
        promise("-0.0 becomes 0") { bench in
            try await bench.perform { context in
                try context.insert(Finding(id: 1, double: -0.0, float: -0.0))
                try context.save()
            }
            let signs = try await bench.perform { context in
                try context.object(Finding.self, 1).map { [$0.double?.sign, $0.float?.sign] }
            }
            try expectEqual(signs, [.plus, .plus], "signs")
        },
        promise("A date is rounded to its microsecond when it is assigned") { bench in
            try await bench.perform { context in
                let date = makeDate(2024, 5, 6, 7, 8, 9) + 0.123_456_7
                let finding = Finding(id: 1, date: date)
                try context.insert(finding)
                let assigned = finding.date
                try context.save()
                try context.refreshAll()
                try expectEqual(finding.date, assigned, "the date after the save")
                try expectEqual(
                    try context.count(Finding.where { $0.date == date }), 1,
                    "findings by the date before rounding")
            }
        },
        promise("A decimal keeps its value, not its trailing zeros") { bench in
            try await bench.perform { context in
                try context.insert(Finding(id: 1, decimal: makeDecimal("1.50000")))
                try context.insert(Finding(id: 2, decimal: makeDecimal("1.5")))
                try context.save()
                try expectEqual(
                    try context.keys(Finding.where { $0.decimal == makeDecimal("1.50") }), [1, 2],
                    "findings with an equal decimal")
                try expectEqual(
                    try context.distinct(Finding.all) { $0.decimal }.count, 1, "distinct decimals")
            }
        },
        promise("Ten megabytes of bytes and of text are read back") { bench in
            let data = Data((0..<10_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let text = String(repeating: "0123456789abcde\u{E9}", count: 600_000)
            try await bench.perform { context in
                try context.insert(Finding(id: 1, string: text, data: data))
                try context.save()
            }
            let isSame = try await bench.perform { context in
                let finding = try context.object(Finding.self, 1)
                return finding?.data == data && finding?.string?.utf8.elementsEqual(text.utf8) ?? false
            }
            try expect(isSame, "bytes and text differ")
        },
        promise("Empty text and empty bytes are not nil") { bench in
            try await bench.perform { context in
                try context.insert(Finding(id: 1, string: "", data: Data()))
                try context.save()
            }
            try await bench.perform { context in
                try expectEqual(
                    try context.keys(Finding.where { $0.string == nil || $0.data == nil }), [],
                    "findings without a text")
                try expectEqual(try context.object(Finding.self, 1)?.data, Data(), "bytes")
            }
        },
        promise("Every character but U+0000 survives") { bench in
            let scalars = (1...0x10FFFF).lazy.compactMap { Unicode.Scalar(UInt32($0)) }
            var text = String.UnicodeScalarView()
            for (number, scalar) in scalars.enumerated() where number < 0x3000 || number % 97 == 0 {
                text.append(scalar)
            }
            let written = String(text)
            try await bench.perform { context in
                try context.insert(Finding(id: 1, string: written))
                try context.save()
            }
            let read = try await bench.perform { context in try context.object(Finding.self, 1)?.string }
            try expect(
                read?.unicodeScalars.elementsEqual(written.unicodeScalars) ?? false, "the text has changed")
        },
    ]
}
