import GranaryConformance
import Testing

@testable import Granary

/// Stacks that share stores are told of each other's saves in them, in one order of commits.
@Suite(.timeLimit(.minutes(1))) struct SharedCommitOrderTests {
    /// The stores of each stack: the second has the first only.
    private let stacks: [Set<Int>] = [[0, 1], [0], [0, 1]]

    @Test func eachStackIsToldTheSavesInItsStoresInTheOrderOfTheirCommits() {
        for seed in 0..<300 as Range<UInt64> { CommitProgram(seed: seed, stacks: stacks).run() }
    }

    @Test func aSaveIsToldOnceAndOnlyToStacksThatHaveItsStore() {
        let program = CommitProgram(seed: 0, stacks: stacks)
        for (stack, stores) in [(0, [0]), (0, [1]), (1, [0]), (2, [0, 1])] {
            let id = program.begin(stack, in: stores)
            program.commit(id)
            program.tell(id)
        }
        #expect(program.stacks.map(\.recorder.told) == [[1, 2, 3, 4], [1, 3, 4], [1, 2, 3, 4]])
        #expect(program.stacks[1].recorder.entities == [0])
    }

    @Test func aSaveWaitsForTheEarlierCommitOfAnotherStack() {
        let program = CommitProgram(seed: 0, stacks: stacks)
        let (early, late) = (program.begin(0, in: [0]), program.begin(1, in: [0]))
        program.commit(early)
        program.commit(late)
        program.tell(late)
        #expect(program.stacks.allSatisfy { $0.recorder.told.isEmpty })
        program.tell(early)
        #expect(program.stacks.allSatisfy { $0.recorder.told == [early, late] })
    }

    @Test func aSaveDoesNotWaitForACommitInAnotherStore() {
        let program = CommitProgram(seed: 0, stacks: stacks)
        let (other, own) = (program.begin(0, in: [1]), program.begin(1, in: [0]))
        program.commit(other)
        program.commit(own)
        program.tell(own)
        #expect(program.stacks.map(\.recorder.told) == [[own], [own], [own]])
    }

    @Test func savesWhoseOrderStoresDisagreeAboutDoNotWaitForACommitElsewhere() {
        let program = CommitProgram(seed: 0, stacks: stacks)
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
        let program = CommitProgram(seed: 0, stacks: stacks)
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
        let program = CommitProgram(seed: 0, stacks: stacks, isObserved: false)
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
        let program = CommitProgram(seed: 0, stacks: stacks)
        program.leave(1)
        for stack in [0, 2] {
            let id = program.begin(stack, in: [0])
            program.commit(id)
            program.tell(id)
        }
        #expect(program.stacks.map(\.recorder.told) == [[1, 2], [], [1, 2]])
    }

    @Test func whatAStackHasCommittedIsToldToTheOthersAlsoAfterItHasLeft() {
        let program = CommitProgram(seed: 0, stacks: stacks)
        let id = program.begin(1, in: [0])
        program.commit(id)
        for stack in 1...2 { program.leave(stack) }
        program.tell(id)
        #expect(program.stacks.map(\.recorder.told) == [[id], [id], []])
    }

    @Test func theObserversOfAStackThatIsLetGoCountNoMore() {
        let order = CommitOrder()
        let recorder = TellingRecorder()
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
        let program = CommitProgram(seed: 0, stacks: stacks)
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
