import GranaryConformance
import GranaryTestSupport
import Testing

@testable import Granary
@testable import GranaryObjects

/// The rows of a live query follow saves whose notices arrive in any order, as threads and engines can bring it about.
@Suite(.timeLimit(.minutes(1))) struct LiveRowsTests {
    @Test(arguments: [nil, 3] as [Int?], [false, true])
    func noticesInAnyOrderLeadToWhatIsStored(limit: Int?, isConditional: Bool) throws {
        for seed in 0..<400 as Range<UInt64> {
            // With 40 keys, rows are left that a query with a limit does not hold.
            let keys = seed % 2 == 0 ? 7 : 40
            var run = try Interleaving(seed: seed, keys: keys, limit: limit, isConditional: isConditional)
            try run.run()
        }
    }
}

@Model private final class Mark {
    @Attribute(.primaryKey) var number: Int
    var weight: Int
}

/// A store whose saves draw their numbers before they commit, in another order, and a reader who is told late.
private struct Interleaving {
    private struct Save {
        let ticket: UInt64
        let number: Int64
        let key: Int
        /// The weight that the save gives; `nil` for a deletion.
        let weight: Int?
    }

    private let seed: UInt64
    private let keys: Int
    private var generator: SeededGenerator
    private let evaluator: QueryEvaluator<Mark>
    private var stored: [Int: (weight: Int, version: Int64)] = [:]
    private var begun: [Save] = []
    private var told: [(changes: ObservedChanges<Mark>, ticket: UInt64)] = []
    private var arrived: [(changes: ObservedChanges<Mark>, ticket: UInt64)] = []
    private var lastTicket: UInt64 = 0
    private var rows: LiveRows<Mark>

    init(seed: UInt64, keys: Int, limit: Int?, isConditional: Bool) throws {
        (self.seed, self.keys) = (seed, keys)
        generator = SeededGenerator(seed: seed)
        let schema = try Schema("Marks", models: [Mark.self])
        var query = Mark.all.sorted { $0.weight.ascending }
        if isConditional { query = query.where { $0.weight < 4 } }
        query.limit = limit
        let entity = try #require(schema.entity(of: Mark.self))
        evaluator = try #require(try QueryEvaluator(query, entity, in: schema))
        rows = LiveRows(evaluator)
        for key in 0..<keys * 2 / 3 { stored[key] = (Int.random(in: 0..<8, using: &generator), 0) }
        try begin()
    }

    mutating func run() throws {
        for _ in 0..<120 {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0, 1, 2: draw()
            case 3, 4: commit()
            case 5, 6: tell()
            default: try look()
            }
        }
        while !begun.isEmpty { commit() }
        while !told.isEmpty { tell() }
        try look()
        let expected = try read(stored.keys)
        #expect(
            rows.result.map(\.bits) == expected.prefix(evaluator.limit ?? .max).map(\.bits), "seed \(seed)")
        #expect(
            rows.result.map(\.snapshot) == expected.prefix(evaluator.limit ?? .max).map(\.snapshot),
            "seed \(seed)")
    }

    private mutating func draw() {
        lastTicket += 1
        begun.append(
            Save(
                ticket: lastTicket, number: Int64(lastTicket),
                key: Int.random(in: 0..<keys, using: &generator),
                weight: Int.random(in: 0..<10, using: &generator) < 7
                    ? Int.random(in: 0..<8, using: &generator) : nil))
    }

    /// Commits one of the saves that have begun; like an update of a version that it cannot have read, it may be
    /// refused.
    private mutating func commit() {
        guard let index = begun.indices.randomElement(using: &generator) else { return }
        let save = begun.remove(at: index)
        let before = stored[save.key]
        if let before, before.version >= save.number { return }
        let former = before.map { Mark.Snapshot(number: save.key, weight: $0.weight) }
        stored[save.key] = save.weight.map { ($0, save.number) }
        let new = save.weight.map { Mark.Snapshot(number: save.key, weight: $0) }
        let changes: ObservedChanges<Mark>
        switch (former, new) {
        case (nil, nil): return
        case (nil, let new?):
            changes = ObservedChanges(number: save.number, inserted: [new], updated: [], deleted: [])
        case (let former?, nil):
            changes = ObservedChanges(
                number: save.number, inserted: [], updated: [],
                deleted: [.init(before: former, base: before?.version ?? 0)])
        case (let former?, let new?):
            changes = ObservedChanges(
                number: save.number, inserted: [],
                updated: [.init(before: former, after: new, base: before?.version ?? 0)], deleted: [])
        }
        told.append((changes, save.ticket))
    }

    private mutating func tell() {
        guard let index = told.indices.randomElement(using: &generator) else { return }
        let save = told.remove(at: index)
        // The mailbox drops a save whose rows the condition never held for.
        if evaluator.observed?.mayHold(in: .known(save.changes)) ?? true { arrived.append(save) }
    }

    private mutating func look() throws {
        let former = rows.result.map(\.snapshot)
        var touched: [KeyBits: LiveRow<Mark>?] = [:]
        var uncertain: LiveRows<Mark>.UncertainRows = [:]
        for save in arrived {
            uncertain.merge(try rows.apply(save.changes, ticket: save.ticket, &touched)) { $1 }
        }
        arrived = []
        if !uncertain.isEmpty {
            _ = rows.replaceUncertain(
                uncertain, with: try read(uncertain.values.map(\.id.key)),
                at: ReadVersion(barrier: lastTicket),
                &touched)
        }
        let changes = rows.place(touched)
        var applied = former
        applied.apply(changes)
        #expect(applied == rows.result.map(\.snapshot), "seed \(seed)")
        while let gap = rows.gap { rows.fill(gap, with: try rest(gap), at: ReadVersion(barrier: lastTicket)) }
        if told.isEmpty {
            let expected = try read(stored.keys).prefix(evaluator.limit ?? .max)
            #expect(rows.result.map(\.snapshot) == expected.map(\.snapshot), "seed \(seed)")
        }
    }

    private mutating func begin() throws {
        let found = try read(stored.keys)
        rows = LiveRows(evaluator)
        rows.begin(
            with: evaluator.limit.map { Array(found.prefix(LiveRows<Mark>.reserved($0))) } ?? found,
            at: ReadVersion(barrier: lastTicket))
    }

    /// What a request for a gap finds.
    private func rest(_ gap: (order: [Value], count: Int)) throws -> [LiveRow<Mark>] {
        Array(try read(stored.keys).filter { evaluator.precedes(gap.order, $0.order) }.prefix(gap.count))
    }

    private func read(_ keys: some Sequence<Int>) throws -> [LiveRow<Mark>] {
        try keys.compactMap { key in
            guard let row = stored[key] else { return nil }
            return try evaluator.row(Mark.Snapshot(number: key, weight: row.weight), version: row.version)
        }
        .sorted { evaluator.precedes($0.order, $1.order) }
    }
}
