import Granary

/// For any stored, unsaved and wanted rows: after reconciling, the rows are those of a model in plain Swift.
enum RandomReconciliationPromises: PromiseList {
    static let category = ConformanceCategory.values
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        promise("After random reconciliations the rows are those that a program in plain Swift foresees") {
            bench in
            for seed in ConformanceEffort.current.seeds(3, long: 60) {
                try await bench.save { context in
                    try context.delete(contentsOf: context.fetch(Finding.all))
                }
                try await bench.perform { context in
                    var program = ReconciledProgram(seed: seed)
                    for _ in 0..<6 { try program.step(in: context) }
                }
            }
        }
    ]
}

/// Rows as they should be, and random lists to reconcile them with.
private struct ReconciledProgram {
    /// The compared properties of a finding; it is matched by `int` within those of one `level`.
    private struct Entry: Equatable, Sendable {
        var level: Int
        var int: Int
        var text: String?
        var isKept = false
    }

    private let seed: UInt64
    private var random: SeededGenerator
    private var entries: [Entry] = []
    private var key = 0

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    private mutating func entry(_ level: Int, _ int: Int) -> Entry {
        Entry(
            level: level, int: int, text: random.chance(3) ? nil : "text \(random.below(3))",
            isKept: random.chance(5))
    }

    private mutating func item(_ entry: Entry) -> Finding.Snapshot {
        key += 1
        return Finding(
            id: key, bool: entry.isKept, int: entry.int, int64: Int64(entry.level), string: entry.text
        ).snapshot
    }

    mutating func step(in context: Context) throws {
        let level = random.below(2)
        let list = random.some(Array(0..<12)).map { entry(level, $0) }
        let deletes = random.chance(2)
        let items = list.map { item($0) }
        if random.chance(2) { try change(in: context) }
        let expected = foresee(list, level, deletes)
        let wanted = Int64(level)
        let done = try context.reconcile(
            Finding.where { $0.int64 == wanted }, with: items, matching: { $0.int },
            deletingMissing: deletes, unless: { $0.bool == true })
        try expectEqual(done, expected, "counts, seed \(seed)")
        if random.chance(2) { try context.save() }
        try expectEqual(try stored(in: context), entries.sorted(by: Self.precedes), "rows, seed \(seed)")
    }

    /// Makes an unsaved change that the next reconciliation has to see.
    private mutating func change(in context: Context) throws {
        guard let position = entries.indices.randomElement(using: &random) else { return }
        let entry = entries[position]
        let (level, int) = (Int64(entry.level), entry.int)
        let found = try unwrap(
            try context.first(Finding.where { $0.int64 == level && $0.int == int }),
            "the finding to change, seed \(seed)")
        if random.chance(2) {
            try context.delete(found)
            entries.remove(at: position)
        } else {
            found.string = "changed"
            entries[position].text = "changed"
        }
    }

    private mutating func foresee(_ list: [Entry], _ level: Int, _ deletes: Bool) -> Reconciliation {
        var done = Reconciliation()
        var result = entries.filter { $0.level != level }
        var present = Dictionary(
            entries.filter { $0.level == level }.map { ($0.int, $0) }, uniquingKeysWith: { first, _ in first }
        )
        for item in list {
            guard let old = present.removeValue(forKey: item.int) else {
                done.inserted += 1
                result.append(item)
                continue
            }
            if old == item {
                done.unchanged += 1
            } else if old.isKept {
                done.kept += 1
            } else {
                done.updated += 1
            }
            result.append(old.isKept ? old : item)
        }
        for old in present.values {
            if deletes, !old.isKept {
                done.deleted += 1
            } else {
                done.kept += 1
                result.append(old)
            }
        }
        entries = result
        return done
    }

    private func stored(in context: Context) throws -> [Entry] {
        try context.fetch(Finding.all).map {
            Entry(
                level: Int($0.int64 ?? -1), int: $0.int ?? -1, text: $0.string, isKept: $0.bool ?? false)
        }.sorted(by: Self.precedes)
    }

    private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
        (left.level, left.int) < (right.level, right.int)
    }
}
