import Granary

/// The expected content of a store after a number of saves; the saves follow from a seed, so that two processes agree
/// on them.
struct CrashLedger: Sendable, Equatable {
    /// A movement.
    struct Entry: Sendable, Equatable {
        var amount: Int
        var length: Int
        var account: Int?
    }

    static let accounts = 10
    private let seed: UInt64
    private(set) var saves = 0
    private(set) var balances: [Int: Int] = [:]
    private(set) var labels: [Int: String] = [:]
    private(set) var entries: [Int: Entry] = [:]

    init(seed: UInt64) { self.seed = seed }

    /// The ledger after a number of saves.
    init(seed: UInt64, saves: Int) {
        self.init(seed: seed)
        for _ in 0..<max(saves, 0) { apply(nextSave) }
    }

    /// A ledger that was read from a store.
    init(of other: CrashLedger, balances: [Int: Int], labels: [Int: String], entries: [Int: Entry]) {
        self.init(seed: other.seed)
        saves = other.saves
        self.balances = balances
        self.labels = labels
        self.entries = entries
    }

    /// The changes of the next save.
    var nextSave: CrashSave {
        var random = SeededGenerator(seed: seed &+ UInt64(saves) &* 0x9E37_79B9)
        var save = CrashSave()
        if saves == 0 {
            save.opensAccounts = true
            return save
        }
        save.from = random.below(Self.accounts)
        save.to = random.below(Self.accounts)
        save.amount = random.below(50)
        save.added.append(saves)
        save.length = random.below(6) == 0 ? random.below(20_000) : random.below(200)
        // Some saves are large, so that a kill is likely to fall into the middle of one.
        if random.chance(6) { save.added += (1...300).map { -(saves * 1_000 + $0) } }
        if random.chance(3), saves > 2 {
            save.deleted = entries.keys.filter { $0 % 7 == saves % 7 }.sorted().prefix(40).map { $0 }
        }
        if random.chance(4) { save.swapped = [random.below(5), 5 + random.below(5)] }
        return save
    }

    /// Carries the next save out.
    mutating func apply(_ save: CrashSave) {
        saves += 1
        if save.opensAccounts {
            for id in 0..<Self.accounts {
                balances[id] = 1_000
                labels[id] = "account \(id)"
            }
            return
        }
        balances[save.from, default: 0] -= save.amount
        balances[save.to, default: 0] += save.amount
        for id in save.deleted { entries[id] = nil }
        for id in save.added {
            entries[id] = Entry(amount: save.amount, length: save.length, account: save.to)
        }
        if save.swapped.count == 2 {
            let first = labels[save.swapped[0]]
            labels[save.swapped[0]] = labels[save.swapped[1]]
            labels[save.swapped[1]] = first
        }
    }
}
