import GranaryConformance
import Testing

@testable import Granary

/// Commits of some stacks to two stores, of which the one that others use too leaves numbers out.
final class CommitProgram {
    struct Stack {
        let stores: Set<Int>
        let broadcaster: SaveBroadcaster
        let recorder = TellingRecorder()
        let presences: [StorePresence?]
    }

    private struct Commit {
        let ticket: CommitTicket
        let stack: Int
        let stores: [Int]
        var numbers: [Int: Int64] = [:]
    }

    let stacks: [Stack]
    private let seed: UInt64
    private let stores = [OrderedStore(), OrderedStore()]
    private let sharers = [StoreSharers(), StoreSharers()]
    private var generator: SeededGenerator
    private var newest: [Int64] = [0, 0]
    private var begun: [Int: Commit] = [:]
    private var committed: [Int: Commit] = [:]
    private var places: [Int: [Int: Int64]] = [:]
    private var lastCommit = 0

    /// Makes stacks with some of the stores, without commits.
    init(seed: UInt64, stacks: [Set<Int>], isObserved: Bool = true) {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        let (order, sharers) = (CommitOrder(), sharers)
        self.stacks = stacks.map { stores in
            Stack(
                stores: stores, broadcaster: SaveBroadcaster(order: order),
                presences: (0..<2).map { stores.contains($0) ? StorePresence(sharers: sharers[$0]) : nil })
        }
        for stack in self.stacks {
            for (store, presence) in stack.presences.enumerated() {
                if let presence { sharers[store].add(stack.broadcaster, presence) }
            }
        }
        if isObserved { stacks.indices.forEach { observe($0) } }
    }

    func observe(_ stack: Int = 0) {
        stacks[stack].broadcaster.observers.register(stacks[stack].recorder, of: [0, 1])
    }

    /// Takes the first store from a stack.
    func leave(_ stack: Int) {
        if let presence = stacks[stack].presences[0] {
            sharers[0].remove(stacks[stack].broadcaster, presence)
        }
    }

    func run() {
        for _ in 0..<80 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0, 1:
                let stack = Int.random(in: stacks.indices, using: &generator)
                let choices = [[0], [1], [0, 1]].filter(stacks[stack].stores.isSuperset)
                begin(stack, in: choices.randomElement(using: &generator) ?? [])
            case 2: begun.keys.sorted().randomElement(using: &generator).map(commit)
            case 3: committed.keys.sorted().randomElement(using: &generator).map(tell)
            default:
                if Int.random(in: 0..<4, using: &generator) == 0 { begun.keys.min().map(fail) }
                // Another process saves.
                if Int.random(in: 0..<4, using: &generator) == 0 { newest[0] += 1 }
            }
            check()
        }
        while let next = begun.keys.min() { commit(next) }
        while let next = committed.keys.max() {
            tell(next)
            check()
        }
        for stack in stacks {
            let all = places.values.count(where: { !stack.stores.isDisjoint(with: $0.keys) })
            #expect(stack.recorder.told.count == all, "seed \(seed)")
            #expect(stack.recorder.entities.isSubset(of: stack.stores), "seed \(seed)")
        }
    }

    @discardableResult func begin(_ stack: Int = 0, in stores: [Int]) -> Int {
        lastCommit += 1
        let ticket = stacks[stack].broadcaster.beginCommit { stores.map { self.stores[$0] } }
        begun[lastCommit] = Commit(ticket: ticket, stack: stack, stores: stores)
        return lastCommit
    }

    func commit(_ id: Int) {
        guard var commit = begun.removeValue(forKey: id) else { return }
        for store in commit.stores {
            newest[store] += 1
            commit.numbers[store] = newest[store]
        }
        committed[id] = commit
        places[id] = commit.numbers
    }

    /// Commits with the numbers that stores have given it.
    func commit(_ id: Int, as numbers: [Int: Int64]) {
        guard var commit = begun.removeValue(forKey: id) else { return }
        commit.numbers = numbers
        committed[id] = commit
    }

    private func fail(_ id: Int) {
        begun.removeValue(forKey: id).map { stacks[$0.stack].broadcaster.endCommit($0.ticket) }
    }

    func tell(_ id: Int) {
        guard let commit = committed.removeValue(forKey: id) else { return }
        let stack = stacks[commit.stack]
        let notice = SaveNotice(
            parts: commit.stores.map { .init(entity: $0, updated: [], deleted: []) }, author: "\(id)",
            in: stack.presences)
        stack.broadcaster.post(
            notice, from: nil, ending: commit.ticket,
            at: commit.numbers.map { CommitOrder.Place(stores[$0], $1) })
    }

    /// What each stack is told has everything in its stores that was committed before it.
    private func check() {
        for (position, stack) in stacks.enumerated() {
            let told = Set(stack.recorder.told)
            for store in stack.stores {
                let numbers = stack.recorder.told.compactMap { places[$0]?[store] }
                #expect(numbers == numbers.sorted(), "stack \(position), store \(store), seed \(seed)")
                let last = numbers.last ?? 0
                let missing = places.filter { !told.contains($0.key) && $0.value[store] ?? .max < last }
                #expect(missing.isEmpty, "stack \(position), store \(store), seed \(seed)")
            }
        }
    }
}

/// Keeps which saves a stack is told, and of which entities.
final class TellingRecorder: SaveObserver, @unchecked Sendable {  // safe: one thread uses it.
    private(set) var told: [Int] = []
    private(set) var entities: Set<Int> = []
    private(set) var isWhole = false

    func receive(_ notice: SaveNotice) {
        if let id = notice.author.flatMap(Int.init) { told.append(id) }
        entities.formUnion(notice.parts.map(\.entity))
        if notice.parts.contains(where: \.isWhole) { isWhole = true }
    }

    func stackDidChange() {}
}

/// A store of which only the claim is asked.
private final class OrderedStore: Store {
    let capabilities: Capabilities = [.orderedSaves]
    let identity = StoreIdentity(id: "ordered", formatVersion: 1, fingerprint: "", configurations: [])
    func makeSession() throws -> any StoreSession { throw GranaryError(.closed, "It has no sessions.") }
    func close() {}
}
