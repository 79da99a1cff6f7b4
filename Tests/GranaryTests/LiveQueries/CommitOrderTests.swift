import Testing

@testable import Granary

/// Saves are told in the order of their commits, whatever order their threads come in.
@Suite(.timeLimit(.minutes(1))) struct CommitOrderTests {
    @Test func savesAreToldInTheOrderOfTheirCommits() {
        for seed in 0..<500 as Range<UInt64> { CommitProgram(seed: seed, stacks: [[0, 1]]).run() }
    }

    @Test func savesBehindOneThatIsNeverToldBecomeOneNotice() {
        let program = CommitProgram(seed: 0, stacks: [[0, 1]])
        let stuck = program.begin(in: [0])
        for _ in 0..<1_500 {
            let ticket = program.begin(in: [0])
            program.commit(ticket)
            program.tell(ticket)
        }
        #expect(program.stacks[0].recorder.isWhole && program.stacks[0].recorder.told.count < 600)
        program.commit(stuck)
        program.tell(stuck)
        #expect(program.stacks[0].recorder.told.last == stuck)
    }

    @Test func commitsThatBeganUnobservedAreWaitedFor() {
        let program = CommitProgram(seed: 0, stacks: [[0, 1]], isObserved: false)
        let early = program.begin(in: [0])
        program.observe()
        let late = program.begin(in: [0])
        program.commit(early)
        program.commit(late)
        program.tell(late)
        #expect(program.stacks[0].recorder.told.isEmpty)
        program.tell(early)
        #expect(program.stacks[0].recorder.told == [early, late])
    }

    @Test func whatOthersHaveSavedIsNotOvertakenOnTheWayToTheObservers() {
        let program = CommitProgram(seed: 0, stacks: [[0, 1]])
        let own = program.begin(in: [0, 1])
        program.commit(own)
        let (broadcaster, last) = (program.stacks[0].broadcaster, TellingRecorder())
        // The observer of one model is told, and at once the program saves, before that of the other model is told.
        let first = Interrupter { program.tell(own) }
        broadcaster.observers.register(first, of: [0])
        broadcaster.observers.register(last, of: [1])
        broadcaster.postHere(
            SaveNotice(parts: [.init(whole: 0), .init(whole: 1)], author: "0"), from: nil)
        #expect(last.told == [0, own])
    }
}

/// An observer that does something as soon as it is told of a save, the first time.
private final class Interrupter: SaveObserver, @unchecked Sendable {  // safe: one thread uses it.
    private var work: (() -> Void)?

    init(_ work: @escaping () -> Void) { self.work = work }

    func receive(_ notice: SaveNotice) {
        let next = work
        work = nil
        next?()
    }

    func stackDidChange() {}
}
