import GranaryConformance
import Testing

@testable import Granary

/// Stacks that share stores are told of each other's saves in them, in one order of commits.
@Suite(.timeLimit(.minutes(1))) struct SharedCommitOrderTests {
    @Test func eachStackIsToldTheSavesInItsStoresInTheOrderOfTheirCommits() {
        for seed in 0..<300 as Range<UInt64> { SharedCommits(seed: seed).run() }
    }

    @Test func aSaveIsToldOnceAndOnlyToStacksThatHaveItsStore() {
        let program = SharedCommits(seed: 0)
        for (stack, stores) in [(0, [0]), (0, [1]), (1, [0]), (2, [0, 1])] {
            let id = program.begin(stack, in: stores)
            program.commit(id)
            program.tell(id)
        }
        #expect(program.stacks.map(\.recorder.told) == [[1, 2, 3, 4], [1, 3, 4], [1, 2, 3, 4]])
        #expect(program.stacks[1].recorder.entities == [0])
    }

    @Test func aSaveWaitsForTheEarlierCommitOfAnotherStack() {
        let program = SharedCommits(seed: 0)
        let (early, late) = (program.begin(0, in: [0]), program.begin(1, in: [0]))
        program.commit(early)
        program.commit(late)
        program.tell(late)
        #expect(program.stacks.allSatisfy { $0.recorder.told.isEmpty })
        program.tell(early)
        #expect(program.stacks.allSatisfy { $0.recorder.told == [early, late] })
    }

    @Test func aSaveDoesNotWaitForACommitInAnotherStore() {
        let program = SharedCommits(seed: 0)
        let (other, own) = (program.begin(0, in: [1]), program.begin(1, in: [0]))
        program.commit(other)
        program.commit(own)
        program.tell(own)
        #expect(program.stacks.map(\.recorder.told) == [[own], [own], [own]])
    }

    @Test func savesWhoseOrderStoresDisagreeAboutDoNotWaitForACommitElsewhere() {
        let program = SharedCommits(seed: 0)
        _ = program.begin(1, in: [])
        let (first, second) = (program.begin(0, in: [0, 1]), program.begin(2, in: [0, 1]))
        program.commit(first, as: [0: 1, 1: 2])
        program.commit(second, as: [0: 2, 1: 1])
        program.tell(first)
        #expect(program.stacks.allSatisfy { $0.recorder.told.isEmpty })
        program.tell(second)
        #expect(program.stacks.map { Set($0.recorder.told) } == Array(repeating: [first, second], count: 3))
    }

    @Test func savesWhoseOrderStoresDisagreeAboutWaitForAnEarlierCommit() {
        let program = SharedCommits(seed: 0)
        let early = program.begin(1, in: [0])
        let (first, second) = (program.begin(0, in: [0, 1]), program.begin(2, in: [0, 1]))
        program.commit(early)
        program.commit(first, as: [0: 2, 1: 2])
        program.commit(second, as: [0: 3, 1: 1])
        for id in [first, second] { program.tell(id) }
        #expect(program.stacks.allSatisfy { $0.recorder.told.isEmpty })
        program.tell(early)
        #expect(program.stacks.allSatisfy { $0.recorder.told.first == early && $0.recorder.told.count == 3 })
    }

    @Test func commitsThatBeganBeforeAnyStackHadAnObserverAreWaitedFor() {
        let program = SharedCommits(seed: 0, isObserved: false)
        let early = program.begin(0, in: [0])
        program.observe(1)
        let late = program.begin(2, in: [0])
        program.commit(early)
        program.commit(late)
        program.tell(late)
        #expect(program.stacks[1].recorder.told.isEmpty)
        program.tell(early)
        #expect(program.stacks.map(\.recorder.told) == [[], [early, late], []])
    }

    @Test func aStackThatLeavesAStoreIsToldNothingMoreOfIt() {
        let program = SharedCommits(seed: 0)
        program.leave(1)
        for stack in [0, 2] {
            let id = program.begin(stack, in: [0])
            program.commit(id)
            program.tell(id)
        }
        #expect(program.stacks.map(\.recorder.told) == [[1, 2], [], [1, 2]])
    }

    @Test func whatAStackHasCommittedIsToldToTheOthersAlsoAfterItHasLeft() {
        let program = SharedCommits(seed: 0)
        let id = program.begin(1, in: [0])
        program.commit(id)
        for stack in 1...2 { program.leave(stack) }
        program.tell(id)
        #expect(program.stacks.map(\.recorder.told) == [[id], [id], []])
    }

    @Test func theObserversOfAStackThatIsLetGoCountNoMore() {
        let order = CommitOrder()
        let recorder = SharedRecorder()
        var broadcaster: SaveBroadcaster? = SaveBroadcaster(order: order)
        let other = SaveBroadcaster(order: order)
        /// Which stores a commit is for is asked only while somebody observes saves.
        func isFollowed() -> Bool {
            var isAsked = false
            let ticket = other.beginCommit {
                isAsked = true
                return []
            }
            other.endCommit(ticket)
            return isAsked
        }
        #expect(!isFollowed())
        broadcaster?.observers.register(recorder, of: [0])
        #expect(isFollowed())
        broadcaster = nil
        #expect(!isFollowed())
        withExtendedLifetime(recorder) {}
    }

    @Test func savesBehindOneThatIsNeverToldBecomeOneNoticeForEachStack() {
        let program = SharedCommits(seed: 0)
        let stuck = program.begin(0, in: [0])
        for number in 0..<1_500 {
            let id = program.begin(number % 3, in: [0])
            program.commit(id)
            program.tell(id)
        }
        for stack in program.stacks {
            #expect(stack.recorder.isWhole && stack.recorder.told.count < 600)
        }
        program.commit(stuck)
        program.tell(stuck)
        #expect(program.stacks.allSatisfy { $0.recorder.told.last == stuck })
    }
}

/// Commits of three stacks to two stores, of which the second stack has the first only.
private final class SharedCommits {
    struct Stack {
        let stores: Set<Int>
        let broadcaster: SaveBroadcaster
        let recorder = SharedRecorder()
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

    init(seed: UInt64, isObserved: Bool = true) {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        let (order, sharers) = (CommitOrder(), sharers)
        stacks = [[0, 1], [0], [0, 1]].map { (stores: Set<Int>) in
            Stack(
                stores: stores, broadcaster: SaveBroadcaster(order: order),
                presences: (0..<2).map { stores.contains($0) ? StorePresence(sharers: sharers[$0]) : nil })
        }
        for stack in stacks {
            for (store, presence) in stack.presences.enumerated() {
                if let presence { sharers[store].add(stack.broadcaster, presence) }
            }
        }
        if isObserved { stacks.indices.forEach(observe) }
    }

    func observe(_ stack: Int) {
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
                let stack = Int.random(in: 0..<3, using: &generator)
                let choices = stack == 1 ? [[0]] : [[0], [1], [0, 1]]
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

    @discardableResult func begin(_ stack: Int, in stores: [Int]) -> Int {
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
private final class SharedRecorder: SaveObserver, @unchecked Sendable {  // safe: one thread uses it.
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
