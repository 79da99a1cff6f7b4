import GranaryConformance
import Synchronization
import Testing

@testable import Granary

/// Saves are told in the order of their commits, whatever order their threads come in.
@Suite(.timeLimit(.minutes(1))) struct CommitOrderTests {
    @Test func savesAreToldInTheOrderOfTheirCommits() {
        for seed in 0..<500 as Range<UInt64> { CommitProgram(seed: seed).run() }
    }

    @Test func savesBehindOneThatIsNeverToldBecomeOneNotice() {
        let program = CommitProgram(seed: 0)
        let stuck = program.begin(in: [0])
        for _ in 0..<1_500 {
            let ticket = program.begin(in: [0])
            program.commit(ticket)
            program.tell(ticket)
        }
        #expect(program.recorder.isWhole && program.recorder.told.count < 600)
        program.commit(stuck)
        program.tell(stuck)
        #expect(program.recorder.told.last == stuck)
    }

    @Test func commitsThatBeganUnobservedAreWaitedFor() {
        let program = CommitProgram(seed: 0, isObserved: false)
        let early = program.begin(in: [0])
        program.observe()
        let late = program.begin(in: [0])
        program.commit(early)
        program.commit(late)
        program.tell(late)
        #expect(program.recorder.told.isEmpty)
        program.tell(early)
        #expect(program.recorder.told == [early, late])
    }
}

/// Commits to two stores, of which the one that others use too leaves numbers out.
private final class CommitProgram {
    private struct Commit {
        let ticket: CommitTicket
        let stores: [Int]
        var numbers: [Int: Int64] = [:]
    }

    let recorder = TellingRecorder()
    private let seed: UInt64
    private let broadcaster = SaveBroadcaster()
    private let stores = [OrderedStore(), OrderedStore()]
    private var generator: SeededGenerator
    private var newest: [Int64] = [0, 0]
    private var begun: [Int: Commit] = [:]
    private var committed: [Int: Commit] = [:]
    private var lastCommit = 0

    init(seed: UInt64, isObserved: Bool = true) {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        if isObserved { observe() }
    }

    func observe() { broadcaster.observers.register(recorder, of: [0, 1]) }

    func run() {
        for _ in 0..<80 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0, 1: begin(in: [[0], [1], [0, 1]].randomElement(using: &generator) ?? [])
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
        #expect(recorder.told.count == recorder.places.count, "seed \(seed)")
    }

    @discardableResult func begin(in stores: [Int]) -> Int {
        lastCommit += 1
        let ticket = broadcaster.beginCommit { stores.map { self.stores[$0] } }
        begun[lastCommit] = Commit(ticket: ticket, stores: stores)
        return lastCommit
    }

    func commit(_ id: Int) {
        guard var commit = begun.removeValue(forKey: id) else { return }
        for store in commit.stores {
            newest[store] += 1
            commit.numbers[store] = newest[store]
        }
        committed[id] = commit
        recorder.places[id] = commit.numbers
    }

    func fail(_ id: Int) { begun.removeValue(forKey: id).map { broadcaster.endCommit($0.ticket) } }

    func tell(_ id: Int) {
        guard let commit = committed.removeValue(forKey: id) else { return }
        let notice = SaveNotice(
            parts: [.init(entity: commit.stores[0], updated: [], deleted: [])], author: "\(id)")
        broadcaster.post(
            notice, from: nil, ending: commit.ticket,
            at: commit.numbers.map { CommitOrder.Place(stores[$0], $1) })
    }

    /// What is told has everything that was committed before it.
    private func check() {
        let told = Set(recorder.told)
        for store in 0..<2 {
            let numbers = recorder.told.compactMap { recorder.places[$0]?[store] }
            #expect(numbers == numbers.sorted(), "store \(store), seed \(seed)")
            let last = numbers.last ?? 0
            let missing = recorder.places.filter { !told.contains($0.key) && $0.value[store] ?? .max < last }
            #expect(missing.isEmpty, "store \(store), seed \(seed)")
        }
    }
}

/// Keeps which saves it is told, and where they were committed.
private final class TellingRecorder: SaveObserver, @unchecked Sendable {  // safe: one thread uses it.
    private(set) var told: [Int] = []
    private(set) var isWhole = false
    var places: [Int: [Int: Int64]] = [:]

    func receive(_ notice: SaveNotice) {
        if let id = notice.author.flatMap(Int.init) { told.append(id) }
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
