import FoundationEssentials
import Granary
import GranaryConformance
import GranaryMemory
import GranaryTestSupport
import Testing

/// The ordered tree against a plain sorted array, by seeded random programs.
@Suite struct RowTreeTests {
    /// The order of rows of a text, an optional integer and an integer that distinguishes them.
    static let order: RowOrder = {
        let model = ModelDescription(
            name: "Row",
            attributes: [
                AttributeDescription("text", .text),
                AttributeDescription("number", .integer, isOptional: true),
                AttributeDescription("id", .integer),
            ],
            key: ["id"])
        let schema = try? Schema("Rows", descriptions: [(model, nil)])
        return RowOrder(columns: [0, 1, 2], of: schema?.entities.first?.columns ?? [])
    }()

    static let texts = ["", "a", "ab", "abc", "common prefix 1", "common prefix 12", "common prefix 2", "z"]

    static func row(_ text: String, _ number: Int64?, _ id: Int64, version: Int64 = 0) -> StoredRow {
        StoredRow.make([.text(text), number.map(Value.integer) ?? .null, .integer(id)], version: version)
    }

    static func randomRow(_ random: inout SeededGenerator) -> StoredRow {
        let number = Int64.random(in: -3...3, using: &random)
        return row(
            texts.randomElement(using: &random) ?? "", number == 3 ? nil : number * 1_000_000_007,
            Int64.random(in: 0..<30, using: &random), version: Int64.random(in: 0..<1000, using: &random))
    }

    static func precedes(_ left: StoredRow, _ right: StoredRow) -> Bool {
        for column in 0..<3 {
            let ordering = left.values[column].compare(right.values[column])
            if ordering != .equal { return ordering == .less }
        }
        return false
    }

    static func isSame(_ left: StoredRow, _ right: StoredRow) -> Bool { left.values == right.values }

    @Test(.timeLimit(.minutes(2)), arguments: [4, 5, 8, 64])
    func behavesLikeASortedArray(capacity: Int) {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        var tree = RowTree(Self.order, capacity: capacity)
        var model: [StoredRow] = []
        var snapshots: [(RowTree, [StoredRow])] = []
        for step in 0..<4000 {
            let row = Self.randomRow(&random)
            let place = model.firstIndex { !Self.precedes($0, row) } ?? model.count
            let present = place < model.count && Self.isSame(model[place], row) ? model[place] : nil
            // Grows first and shrinks later, so that nodes split and join.
            let isGrowing = step % 2000 < 1200
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<(isGrowing ? 6 : 2):
                #expect(tree.insert(row) === present, "seed \(seed), step \(step)")
                if present == nil { model.insert(row, at: place) }
            case 9:
                #expect(tree.replace(row) === present, "seed \(seed), step \(step)")
                if present != nil { model[place] = row }
            default:
                let victim = model.randomElement(using: &random) ?? row
                let position = model.firstIndex { $0 === victim }
                #expect(
                    tree.remove(Self.row(victim)) === position.map { model[$0] }, "seed \(seed), step \(step)"
                )
                if let position { model.remove(at: position) }
            }
            #expect(tree.count == model.count)
            if step % 200 == 0 { snapshots.append((tree, model)) }
            if step % 50 == 0 { Self.expectSame(tree, model, "seed \(seed), step \(step)") }
        }
        for (tree, model) in snapshots { Self.expectSame(tree, model, "seed \(seed), a snapshot") }
    }

    /// A copy of a row that is not the same object.
    static func row(_ row: StoredRow) -> StoredRow { StoredRow.make(row.values, version: -1) }

    static func expectSame(_ tree: RowTree, _ model: [StoredRow], _ comment: Comment) {
        #expect(
            Array(RowIterator(tree)).map(ObjectIdentifier.init) == model.map(ObjectIdentifier.init), comment)
        let backwards = Array(RowIterator(tree, isReversed: true))
        #expect(backwards.map(ObjectIdentifier.init) == model.reversed().map(ObjectIdentifier.init), comment)
    }

    @Test(.timeLimit(.minutes(2)), arguments: [4, 64])
    func rangesAreThoseOfTheArray(capacity: Int) {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        var tree = RowTree(Self.order, capacity: capacity)
        for _ in 0..<600 { _ = tree.insert(Self.randomRow(&random)) }
        for _ in 0..<200 {
            if let victim = Array(RowIterator(tree)).randomElement(using: &random) { _ = tree.remove(victim) }
        }
        let rows = Array(RowIterator(tree))
        for _ in 0..<300 {
            let (low, high) = (Self.randomRow(&random), Self.randomRow(&random))
            let (first, last) = Self.precedes(high, low) ? (high, low) : (low, high)
            let length = Int.random(in: 1...3, using: &random)
            let probes = [first, last].map { ValuesProbe(Array($0.values.prefix(length)), Self.order) }
            let (isAfter, isUpTo) = (Bool.random(using: &random), Bool.random(using: &random))
            if isAfter && !isUpTo && first.values.prefix(length) == last.values.prefix(length) { continue }
            let range = RowRange(
                lower: .at(probes[0], afterEqual: isAfter), upper: .at(probes[1], afterEqual: isUpTo))
            let expected = rows.filter { row in
                let (below, above) = (Self.compare(row, first, length), Self.compare(row, last, length))
                return (isAfter ? below == .greater : below != .less)
                    && (isUpTo ? above != .greater : above == .less)
            }
            for isReversed in [false, true] {
                let found = Array(RowIterator(tree, [range], isReversed: isReversed)).map(
                    ObjectIdentifier.init)
                let wanted = expected.map(ObjectIdentifier.init)
                #expect(found == (isReversed ? wanted.reversed() : wanted), "seed \(seed)")
            }
            #expect((tree.count(range) ?? 0) == expected.count, "seed \(seed)")
        }
    }

    static func compare(_ left: StoredRow, _ right: StoredRow, _ length: Int) -> Ordering {
        var ordering = Ordering.equal
        for column in 0..<length where ordering == .equal {
            ordering = left.values[column].compare(right.values[column])
        }
        return ordering
    }

    @Test func prefixesAreRangesOfTexts() {
        var tree = RowTree(Self.order, capacity: 4)
        let texts =
            Self.texts + [
                "ab\u{10ffff}", "b", "common prefix 1\u{7f}", "common prefix",
                "a fairly long text that is cut",
            ]
        for (id, text) in texts.enumerated() { _ = tree.insert(Self.row(text, nil, Int64(id))) }
        for prefix in texts + ["c", "common", "a fairly long text that", "a fairly long text thbt"]
        where !prefix.isEmpty {
            let range = RowRange.equal(to: ValuesProbe([], textPrefix: prefix, Self.order))
            let expected = texts.filter { Array($0.utf8).starts(with: Array(prefix.utf8)) }.count
            #expect(Array(RowIterator(tree, [range])).count == expected, "\(prefix)")
        }
    }

    @Test(.timeLimit(.minutes(2)), arguments: [4, 5, 32])
    func manyRowsAtOnceAreTheSameAsOneByOne(capacity: Int) {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for round in 0..<60 {
            var (tree, single) = (
                RowTree(Self.order, capacity: capacity), RowTree(Self.order, capacity: capacity)
            )
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                var rows: [StoredRow] = []
                for _ in 0..<Int.random(in: 0..<150, using: &random) {
                    let row = Self.randomRow(&random)
                    if single.insert(row) == nil { rows.append(row) }
                }
                if Bool.random(using: &random) { rows.sort(by: Self.precedes) }
                let before = (tree, Array(RowIterator(tree)))
                #expect(tree.insert(contentsOf: rows) == nil, "seed \(seed), round \(round)")
                Self.expectSame(before.0, before.1, "seed \(seed), round \(round), before")
                let expected = Array(RowIterator(single))
                Self.expectSame(tree, expected, "seed \(seed), round \(round)")
                #expect(tree.count == expected.count)
                for row in expected { #expect(tree.replace(row) === row, "seed \(seed), round \(round)") }
                guard let twice = expected.randomElement(using: &random) else { continue }
                var copy = tree
                #expect(copy.insert(contentsOf: [Self.row(twice)]) === twice, "seed \(seed)")
                var empty = RowTree(Self.order, capacity: capacity)
                #expect(empty.insert(contentsOf: [Self.row(twice), twice]) != nil, "seed \(seed)")
            }
            while let victim = Array(RowIterator(tree)).randomElement(using: &random) {
                #expect(tree.remove(Self.row(victim)) === victim, "seed \(seed), round \(round)")
                _ = single.remove(victim)
                if tree.count % 16 == 0 {
                    Self.expectSame(tree, Array(RowIterator(single)), "seed \(seed), round \(round)")
                }
            }
        }
    }

    @Test func ascendingRowsFillTheNodes() {
        var tree = RowTree(Self.order)
        for id in 0..<10_000 as Range<Int64> { _ = tree.insert(Self.row("x", id, id)) }
        #expect(tree.count == 10_000)
        #expect(Array(RowIterator(tree)).map { $0.values[2] } == (0..<10_000).map { .integer($0) })
        #expect(tree.height <= 3)
    }
}

/// Abbreviated keys against comparison by value.
@Suite struct AbbreviatedKeyTests {
    /// Values of one kind in ascending order.
    static let ladders: [(AttributeType, [Value])] = [
        (.bool, [.bool(false), .bool(true)]),
        (
            .integer,
            ([
                .min, .min + 1, -(1 << 40), -65_537, -65_536, -257, -256, -2, -1, 0, 1, 255, 256, 65_535,
                1 << 40, .max,
            ] as [Int64]).map(Value.integer)
        ),
        (.date, ([.min, -1, 0, 1_359_676_799_999_999, .max] as [Int64]).map(Value.date)),
        (
            .real,
            [-.infinity, -1e300, -1, -1e-300, 0, 1e-300, 1, 1.0000000000000002, .infinity].map(Value.real)
        ),
        (
            .text,
            [
                "", "\u{1}", "a", "a\u{1}", "aa", "abcdefghijklmno", "abcdefghijklmnop", "abcdefghijklmnopq",
                "abcdefghijklmnoq", "é", "\u{10000}",
            ].map(Value.text)
        ),
        (
            .data,
            [
                [], [0], [0, 0], [0, 1], [0, 255], [1], [1, 0], [255], [255, 255],
                Array(repeating: 255, count: 16), Array(repeating: 255, count: 17),
            ].map { .data(Data($0 as [UInt8])) }
        ),
        (
            .decimal,
            [
                "-1e127", "-99999999999999999999999999999999999999", "-2", "-1.5", "-1e-128", "0", "1e-128",
                "0.1", "1", "1.0000000000000000000000000001", "9", "10", "1e127",
            ].map { .decimal(decimal($0)) }
        ),
        (
            .uuid,
            (0..<4).map { .uuid(UUID(uuid: ($0 * 60, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 255 - $0))) }
        ),
    ]

    private func key(_ values: [Value], isOptional: Bool) -> AbbreviatedKey {
        var key = AbbreviatedKey()
        for value in values { key.append(value, isOptional: isOptional) }
        return key
    }

    @Test(arguments: [false, true])
    func ordersLikeTheValues(isOptional: Bool) {
        for (type, ladder) in Self.ladders {
            let values = isOptional ? [.null] + ladder : ladder
            for (i, left) in values.enumerated() {
                for (j, right) in values.enumerated() {
                    let (a, b) = (key([left], isOptional: isOptional), key([right], isOptional: isOptional))
                    if i < j { #expect(a.bits <= b.bits, "\(type) \(i) \(j)") }
                    if i == j { #expect(a.bits == b.bits) }
                    if i != j, a.isComplete, b.isComplete { #expect(a.bits != b.bits, "\(type) \(i) \(j)") }
                }
            }
        }
    }

    @Test func ordersPairsLikeTheValues() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            guard let first = Self.ladders.randomElement(using: &random)?.1,
                let second = Self.ladders.randomElement(using: &random)?.1
            else { continue }
            let pairs = (0..<2).map { _ in
                [first.randomElement(using: &random) ?? .null, second.randomElement(using: &random) ?? .null]
            }
            let ordering = pairs[0][0].compare(pairs[1][0]).then(pairs[0][1].compare(pairs[1][1]))
            let (a, b) = (key(pairs[0], isOptional: false), key(pairs[1], isOptional: false))
            switch ordering {
            case .less: #expect(a.bits <= b.bits, "seed \(seed)")
            case .greater: #expect(a.bits >= b.bits, "seed \(seed)")
            case .equal: #expect(a.bits == b.bits, "seed \(seed)")
            }
            if ordering != .equal, a.isComplete, b.isComplete { #expect(a.bits != b.bits, "seed \(seed)") }
        }
    }
}
