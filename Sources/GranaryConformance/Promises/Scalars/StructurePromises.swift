import Granary

/// Structures, collections and enumerations with payload are stored as a whole and read back equal.
enum StructurePromises: PromiseList {
    static let category = ConformanceCategory.structures
    static let areAboutContent = true

    /// A value is read back in a new context, at first and after a change.
    private static func kept<V: Equatable & Sendable>(
        _ name: String, _ values: [V?], _ access: ScalarColumn<V>.Access<Finding, V?>
    ) -> ConformancePromise {
        promise("\(name): written and changed values are read back equal") { bench in
            try await bench.perform { context in
                for (id, value) in values.enumerated() {
                    let finding = Finding(id: id)
                    access.set(finding, value)
                    try context.insert(finding)
                }
                try context.save()
            }
            let read = try await bench.perform { context in
                let findings = try context.fetch(Finding.all)
                let read = findings.map(access.get)
                for finding in findings { access.set(finding, values[(finding.id + 1) % values.count]) }
                try context.save()
                return read
            }
            try expectEqual(read, values, "values read")
            let changed = try await bench.perform { try $0.fetch(Finding.all).map(access.get) }
            try expectEqual(
                changed, Array(values.dropFirst()) + values.prefix(1), "values read after the change")
        }
    }

    static let promises: [ConformancePromise] = [
        kept(
            "A structure",
            [
                Label(text: ""), nil, Label(text: "\"quoted\" \\ \u{1F33E}\n", size: -0.1, parts: ["", "a"]),
                Label(text: "z", size: 1e300), Label(text: "\\u0000", parts: ["\\", "\\\\u0000", "u0000"]),
            ],
            .init(get: { $0.label }, set: { $0.label = $1 })),
        kept(
            "An enumeration with payload",
            [.point, .circle(radius: 0.1), .named("\u{E9}", corners: nil), nil, .named("", corners: -3)],
            .init(get: { $0.shape }, set: { $0.shape = $1 }) as ScalarColumn<Shape>.Access<Finding, Shape?>),
        kept(
            "A list", [[], ["a"], nil, ["a", "a", "", "\u{301}"]],
            .init(get: { $0.words }, set: { $0.words = $1 })
                as ScalarColumn<[String]>.Access<Finding, [String]?>),
        kept(
            "A dictionary", [[:], ["a": 1, "b": .max], nil, ["": .min, "\u{E9}": 0]],
            .init(get: { $0.counts }, set: { $0.counts = $1 })
                as ScalarColumn<[String: Int]>.Access<Finding, [String: Int]?>),
        promise("An empty structure is not nil") { bench in
            try await bench.perform { context in
                try context.insert(Finding(id: 1, words: [], counts: [:]))
                try context.insert(Finding(id: 2))
                try context.save()
                try expectEqual(
                    try context.keys(Finding.where { $0.words == nil }), [2], "findings without words")
                try expectEqual(
                    try context.keys(Finding.where { $0.counts != nil }), [1], "findings with counts")
            }
        },
        promise("Setting an equal structure changes nothing") { bench in
            try await bench.perform { context in
                let sample = ScalarRows.sample(1)
                try context.insert(sample)
                try context.save()
                sample.label = Label(text: "x")
                sample.counts = [:]
                try expect(!context.hasChanges, "there are changes")
                sample.label.parts.append("new")
                try expect(context.hasChanges, "a change inside the structure went unnoticed")
                try context.save()
            }
            let parts = try await bench.perform { try $0.object(Sample.self, 1)?.label.parts }
            try expectEqual(parts, ["new"], "parts")
        },
        promise("A structure that is equal but written otherwise is a change") { bench in
            let (composed, decomposed) = ("\u{E9}", "e\u{301}")
            try await bench.save { context in
                let sample = ScalarRows.sample(1)
                sample.label = Label(text: composed, size: 0, parts: [composed])
                sample.counts = [composed: 1]
                try context.insert(sample)
            }
            for step in 0..<4 {
                try await bench.save { context in
                    let sample = try context.existing(Sample.self, 1)
                    switch step {
                    case 0: sample.label.text = decomposed
                    case 1: sample.label.parts = [decomposed]
                    case 2: sample.label.size = -0.0
                    default: sample.counts = [decomposed: 1]
                    }
                    try expect(context.hasChanges, "there is no change in step \(step)")
                }
            }
            let (label, counts) = try await bench.perform { context in
                let sample = try context.existing(Sample.self, 1)
                return (sample.label, sample.counts)
            }
            let texts = [label.text] + label.parts + counts.keys
            try expectEqual(
                texts.map { Array($0.utf8) }, [[101, 204, 129], [101, 204, 129], [101, 204, 129]], "texts")
            try expectEqual(label.size?.sign, .minus, "the sign of zero")
        },
        promise("A dictionary with the same entries in another order is not a change") { bench in
            let names = (0..<40).map { "name \($0)" }
            try await bench.perform { context in
                let sample = ScalarRows.sample(1)
                for (number, name) in names.enumerated() { sample.counts[name] = number }
                try context.insert(sample)
                try context.save()
            }
            try await bench.perform { context in
                let sample = try context.existing(Sample.self, 1)
                var reversed: [String: Int] = [:]
                for (number, name) in names.enumerated().reversed() { reversed[name] = number }
                sample.counts = reversed
                try expect(!context.hasChanges, "there are changes")
            }
        },
        promise("A changed part of a structure is saved, and the structure's other parts stay") { bench in
            try await bench.save { context in
                let sample = ScalarRows.sample(1)
                sample.label = Label(text: "t", size: 2, parts: ["a", "b"])
                try context.insert(sample)
            }
            try await bench.save { try $0.existing(Sample.self, 1).label.parts[1] = "c" }
            let label = try await bench.perform { try $0.existing(Sample.self, 1).label }
            try expectEqual(label, Label(text: "t", size: 2, parts: ["a", "c"]), "label")
        },
        promise("A list of 10,000 texts is read back") { bench in
            let words = (0..<10_000).map { "word \($0)" }
            try await bench.perform { context in
                try context.insert(Finding(id: 1, words: words))
                try context.save()
            }
            let read = try await bench.perform { try $0.object(Finding.self, 1)?.words }
            try expectEqual(read, words, "words")
        },
    ]
}
