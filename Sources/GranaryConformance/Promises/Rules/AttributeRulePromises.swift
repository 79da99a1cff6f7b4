import FoundationEssentials
import Granary

/// A save refuses all violations of the rules of attributes and models, at once and before anything is written.
enum AttributeRulePromises: PromiseList {
    static let category = ConformanceCategory.rules
    static let areAboutContent = true

    static var promises: [ConformancePromise] { kinds + failures + stored + validation }

    /// A promise about the valid values of one property of a parcel.
    private static func property(
        _ name: String, rule: String, bad: [@Sendable (Parcel) -> Void], good: [@Sendable (Parcel) -> Void]
    ) -> ConformancePromise {
        ruled(name) { context, _ in
            let parcel = try context.existing(Parcel.self, 1)
            for change in bad {
                change(parcel)
                try expectEqual(try RuleScene.broken(context), [rule], "broken rules")
            }
            for change in good {
                change(parcel)
                try context.save()
            }
        }
    }

    private static let kinds: [ConformancePromise] = [
        ruled("Empty text breaks the rule of text that is not empty, and a space does not") { context, _ in
            let depot = try context.existing(Depot.self, "A")
            depot.name = ""
            try expectEqual(try RuleScene.broken(context), ["Depot.name: notEmpty"], "broken rules")
            depot.name = " "
            try context.save()
        },
        property(
            "A length counts characters, not bytes", rule: "Parcel.remark: length(...4)",
            bad: [{ $0.remark = "fünf!" }, { $0.remark = "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦." }],
            good: [{ $0.remark = "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦" }, { $0.remark = "" }, { $0.remark = "e\u{301}e\u{301}ab" }]),
        property(
            "The length of bytes is their number", rule: "Parcel.seal: length(2...4)",
            bad: [{ $0.seal = Data() }, { $0.seal = Data([1]) }, { $0.seal = Data([1, 2, 3, 4, 5]) }],
            good: [{ $0.seal = Data([1, 2]) }, { $0.seal = Data([1, 2, 3, 4]) }]),
        property(
            "Both ends of a closed range belong to it", rule: "Parcel.weight: range(1...100)",
            bad: [{ $0.weight = 0 }, { $0.weight = 101 }, { $0.weight = .max }],
            good: [{ $0.weight = 100 }, { $0.weight = 1 }]),
        property(
            "The upper end of a half-open range does not belong to it", rule: "Parcel.share: range(0..<1.5)",
            bad: [{ $0.share = 1.5 }, { $0.share = -0.001 }, { $0.share = .infinity }],
            good: [{ $0.share = -0.0 }, { $0.share = 1.499_999 }]),
        property(
            "A range of decimals is exact", rule: "Parcel.price: range(0.07...)",
            bad: [{ $0.price = Decimal(string: "0.06999999999999999999") }, { $0.price = -1 }],
            good: [{ $0.price = Decimal(string: "0.07") }, { $0.price = 1_000_000 }]),
        property(
            "A pattern matches the whole text", rule: "Parcel.label: pattern([A-Z][A-Z0-9 ]*)",
            bad: [
                { $0.label = "box" }, { $0.label = "BOX!" }, { $0.label = " BOX" }, { $0.label = "BOX\nB" },
            ],
            good: [{ $0.label = "B" }, { $0.label = "BOX 12" }]),
        property(
            "A fraction counts the digits after the point, without zeros at the end",
            rule: "Parcel.fee: fraction(...2)",
            bad: [{ $0.fee = Decimal(string: "0.001") }, { $0.fee = Decimal(string: "-1234567.125") }],
            good: [
                { $0.fee = Decimal(string: "0.01") }, { $0.fee = Decimal(string: "-9.5000") },
                { $0.fee = Decimal(string: "1e20") }, { $0.fee = 0 },
            ]),
        property(
            "Trimmed text has no white space at its ends", rule: "Parcel.tag: trimmed",
            bad: [{ $0.tag = " a" }, { $0.tag = "a\n" }, { $0.tag = "\u{a0}a" }, { $0.tag = "\u{3000}" }],
            good: [{ $0.tag = "a b" }, { $0.tag = "a" }]),
        property(
            "A function of the model decides about a number", rule: "Parcel.number: isEven",
            bad: [{ $0.number = 3 }, { $0.number = -1 }], good: [{ $0.number = 4 }, { $0.number = 0 }]),
        property(
            "A function of the model decides about an enumeration", rule: "Parcel.grade: isSound",
            bad: [{ $0.grade = .poor }], good: [{ $0.grade = .good }]),
        property(
            "A function of the model decides about a structured value", rule: "Parcel.words: isShort",
            bad: [{ $0.words = ["a", "b", "c"] }], good: [{ $0.words = ["a", "b"] }, { $0.words = [] }]),
        ruled("No value at all keeps every rule but that of a required relationship") { context, bench in
            let parcel = try context.existing(Parcel.self, 1)
            (parcel.remark, parcel.share, parcel.price, parcel.seal) = ("a", 1, 1, Data([1, 2]))
            (parcel.number, parcel.grade, parcel.words) = (2, .fine, [])
            try context.save()
            (parcel.remark, parcel.share, parcel.price, parcel.seal) = (nil, nil, nil, nil)
            (parcel.number, parcel.grade, parcel.words) = (nil, nil, nil)
            try context.save()
            let stored = try bench.reader().existing(Parcel.self, 1)
            try expect(stored.remark == nil && stored.words == nil, "a value is left")
        },
    ]

    private static let failures: [ConformancePromise] = [
        ruled("A save names every broken rule of every object, with entity, property and key") { context, _ in
            let (first, second) = (try context.existing(Parcel.self, 1), try context.existing(Parcel.self, 2))
            (first.label, first.weight, second.number) = ("", 0, 7)
            try context.existing(Slip.self, 1).text = "much too long for it"
            let error = try expectError(.validation, "the save") { try context.save() }
            try expectEqual(
                Set(error.failures.map(\.description)),
                [
                    "Parcel.label: notEmpty", "Parcel.label: pattern([A-Z][A-Z0-9 ]*)",
                    "Parcel.weight: range(1...100)", "Parcel.number: isEven", "Slip.text: length(...12)",
                ], "broken rules")
            let odd = error.failures.first { $0.rule.name == "isEven" }
            try expectEqual(odd?.key, .integer(2), "the key of the odd one")
            try expectEqual(odd?.properties, ["number"], "its property")
        },
        ruled("A failure has its rule as a value, with its bounds and the key of its message") { context, _ in
            let parcel = Parcel(id: 3, label: "box", remark: "fünf!", weight: 0, share: 1.5)
            (parcel.seal, parcel.number, parcel.fee, parcel.tag) = (Data(), 3, Decimal(string: "0.001"), "")
            try context.insert(parcel)
            let error = try expectError(.validation, "the save") { try context.save() }
            let kinds: [RuleFailure.Rule.Kind] = [
                .pattern("[A-Z][A-Z0-9 ]*"), .length(least: 0, most: 4),
                .range(from: .integer(1), through: .integer(100), below: nil),
                .range(from: .real(0), through: nil, below: .real(1.5)), .length(least: 2, most: 4), .own,
                .fraction(most: 2), .notEmpty, .required,
            ]
            try expectEqual(error.failures.map(\.rule.kind), kinds, "kinds")
            try expectEqual(
                error.failures.map(\.rule.messageKey),
                [
                    "pattern", "length", "range", "range", "length", "isEven", "parcel.fee", "parcel.tag",
                    "required",
                ], "keys of messages")
        },
        ruled("A refused save writes nothing, and goes through once corrected") { context, bench in
            let (first, second) = (try context.existing(Parcel.self, 1), try context.existing(Parcel.self, 2))
            (first.weight, second.weight) = (50, 500)
            for _ in 0..<2 { _ = try RuleScene.broken(context) }
            try expectEqual(try bench.reader().fetch(Parcel.all).map(\.weight), [1, 1], "stored weights")
            try expect(context.hasChanges, "the changes are gone")
            second.weight = 60
            try context.save()
            try expectEqual(try bench.reader().fetch(Parcel.all).map(\.weight), [50, 60], "stored weights")
        },
        ruled("The error of broken rules holds no value, and descriptions no key") { context, _ in
            let parcel = try RuleScene.secret(context)
            parcel.label = "secret label"
            let error = try expectError(.validation, "the save") { try context.save() }
            var dumped = ""
            dump(error, to: &dumped)
            for text in ["\(error)", error.message, dumped, error.failures.map(\.description).joined()] {
                try expect(!text.contains("secret") && !text.contains("987654"), "it says \(text)")
            }
            try expectEqual(error.context.entity, "Parcel", "the entity")
            try expectEqual(error.context.properties, ["label"], "the properties")
        },
        ruled("What a refused save would have written is undone by a rollback") { context, _ in
            let parcel = try context.existing(Parcel.self, 1)
            parcel.weight = 500
            _ = try RuleScene.broken(context)
            context.rollback()
            try expectEqual(parcel.weight, 1, "the weight")
            try context.save()
        },
        ruled("An undone change breaks no rule") { context, _ in
            context.history.levels = 10
            let parcel = try context.existing(Parcel.self, 1)
            parcel.weight = 500
            _ = try RuleScene.broken(context)
            try expect(try context.history.undo(), "nothing was undone")
            try context.save()
            try expectEqual(parcel.weight, 1, "the weight")
        },
    ]

    private static let stored: [ConformancePromise] = [
        promise("A stored row that breaks a rule is read, and its other properties can be changed") { bench in
            try await bench.save { try RuleScene.fill($0) }
            try bench.withSession(of: "Parcel") { session, entity in
                try session.committed(
                    .updating(
                        entity, .integer(1), version: try session.version(of: .integer(1), entity),
                        ["label": .text("lower case"), "weight": .integer(1_000)]))
            }
            try await bench.perform { context in
                let parcel = try context.existing(Parcel.self, 1)
                try expectEqual(parcel.weight, 1_000, "the weight")
                parcel.most = 9
                try context.save()
                parcel.weight = 1_001
                try expectEqual(
                    try RuleScene.broken(context), ["Parcel.weight: range(1...100)"], "broken rules")
            }
        },
        ruled("A value that a merge policy chooses keeps the rules too") { _, bench in
            let other = try bench.reader()
            var options = ContextOptions()
            options.mergePolicy = .custom { _ in .values(["weight": .integer(7_000)]) }
            let merging = try bench.stack.makeContext(options)
            let mine = try merging.existing(Parcel.self, 1)
            try other.existing(Parcel.self, 1).weight = 30
            try other.save()
            mine.weight = 40
            try expectEqual(try RuleScene.broken(merging), ["Parcel.weight: range(1...100)"], "broken rules")
            try expectEqual(try bench.reader().existing(Parcel.self, 1).weight, 30, "the stored weight")
        },
    ]

    private static let validation: [ConformancePromise] = [
        ruled("A model validates new and changed objects as a whole") { context, _ in
            let parcel = try context.existing(Parcel.self, 1)
            parcel.least = 5
            try expectEqual(
                try RuleScene.broken(context), ["Parcel.least, most: leastIsNotMore"], "a changed one")
            parcel.most = 5
            try context.save()
            let new = Parcel(id: 3, label: "C", least: 1)
            new.depot = try context.existing(Depot.self, "A")
            try context.insert(new)
            try expectEqual(
                try RuleScene.broken(context), ["Parcel.least, most: leastIsNotMore"], "a new one")
        },
        ruled("A model can refuse the deletion of an object, also by a delete rule") { context, bench in
            let parcel = try context.existing(Parcel.self, 1)
            parcel.isLocked = true
            try context.save()
            try context.delete(parcel)
            try expectEqual(try RuleScene.broken(context), ["Parcel.isLocked: isNotLocked"], "deleted itself")
            context.rollback()
            try context.delete(try context.existing(Depot.self, "A"))
            try expectEqual(
                try RuleScene.broken(context), ["Parcel.isLocked: isNotLocked"], "deleted by a rule")
            try expectEqual(try bench.reader().count(Parcel.all), 2, "parcels")
        },
        ruled("A deleted object need not keep the rules of its attributes") { context, bench in
            let parcel = try context.existing(Parcel.self, 1)
            (parcel.weight, parcel.least) = (5_000, 7)
            try context.delete(parcel)
            try context.save()
            try expectEqual(try bench.reader().fetch(Parcel.all).map(\.id), [2], "parcels")
        },
    ]
}

extension RuleScene {
    /// A stored parcel whose key must not appear in an error.
    fileprivate static func secret(_ context: Context) throws -> Parcel {
        let parcel = Parcel(id: 987_654, label: "C")
        parcel.depot = try context.existing(Depot.self, "A")
        try context.insert(parcel)
        try context.save()
        return parcel
    }
}
