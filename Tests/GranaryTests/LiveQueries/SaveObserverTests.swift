import GranaryConformance
import GranaryTestSupport
import Testing

@testable import Granary

/// What observers are told, how much of it, and for how long.
@Suite(.timeLimit(.minutes(1))) struct SaveObserverTests {
    private func insert(_ numbers: Range<Int>, in stack: PersistentStack) throws {
        let context = try stack.makeContext()
        for number in numbers { try context.insert(Player(id: number, name: "P", score: 0)) }
        try context.save()
    }

    @Test func aSaveOfMoreThanTenThousandRowsTellsOnlyThatAnyMayHaveChanged() async throws {
        let stack = try makeStack()
        var changes = stack.changes(of: Player.self).makeAsyncIterator()
        try insert(0..<10_000, in: stack)
        let first = try #require(try await changes.next())
        #expect(!first.isWhole && first.inserted.count == 10_000)
        try insert(10_000..<20_001, in: stack)
        let second = try #require(try await changes.next())
        #expect(second.isWhole && second.inserted.isEmpty && second.number == nil)
    }

    @Test func aReaderThatLeavesMoreThanTenThousandRowsUnreadIsToldThatAnyMayHaveChanged() async throws {
        let stack = try makeStack()
        var changes = stack.changes(of: Player.self).makeAsyncIterator()
        for start in stride(from: 0, to: 12_000, by: 3_000) { try insert(start..<start + 3_000, in: stack) }
        #expect(try await changes.next()?.isWhole == true)
        try insert(20_000..<20_001, in: stack)
        #expect(try await changes.next()?.inserted.map(\.id) == [20_000])
    }

    @Test func aLiveQueryReadsAgainWhatWasTooMuchToTell() async throws {
        let stack = try makeStack()
        var reader = stack.observe(Player.where { $0.id > 10_040 }).makeAsyncIterator()
        #expect(try await reader.next()?.isEmpty == true)
        try insert(0..<10_050, in: stack)
        #expect(try await reader.next()?.map(\.id) == Array(10_041..<10_050))
    }

    @Test func sequencesThatNobodyHoldsAreNotTold() async throws {
        let stack = try makeStack()
        let observers = stack.broadcaster.observers
        do {
            let changes = stack.changes(of: Player.self)
            var reader = stack.observe(Team.all).makeAsyncIterator()
            _ = try await reader.next()
            #expect(observers.observedEntities?.count == 2)
            _ = (changes, reader)
        }
        #expect(observers.observedEntities == nil)
    }

    @Test func oneSaveOverSeveralStoresIsOneNotice() throws {
        let stack = try apart()
        let recorder = NoticeRecorder()
        stack.broadcaster.observers.register(recorder, of: Set(stack.schema.entities.indices))
        try withExtendedLifetime(recorder) {
            let context = try stack.makeContext()
            try context.insert(Player(id: 1, name: "P", score: 1))
            try context.insert(Team(code: "T", name: "T"))
            try context.save()
        }
        let names = recorder.notices.map { $0.parts.map { stack.schema.entities[$0.entity].name }.sorted() }
        #expect(names == [["Player", "Team"]])
    }

    @Test func aSaveThatIsCommittedInPartIsTold() throws {
        let stack = try apart()
        let (mine, theirs) = (try stack.makeContext(), try stack.makeContext())
        try mine.insert(Player(id: 1, name: "P", score: 1))
        try mine.insert(Team(code: "T", name: "T"))
        try mine.save()
        let seen = (
            try required(try theirs.object(Player.self, 1)), try required(try theirs.object(Team.self, "T"))
        )
        let other = try stack.makeContext()
        // The store that commits second refuses.
        try required(try other.object(Player.self, 1)).score = 9
        try other.save()
        try required(try mine.object(Player.self, 1)).score = 2
        try required(try mine.object(Team.self, "T")).name = "U"
        let recorder = NoticeRecorder()
        stack.broadcaster.observers.register(recorder, of: Set(stack.schema.entities.indices))
        expectError(.partialSave) { try mine.save() }
        #expect(recorder.notices.flatMap(\.parts).contains { $0.isWhole })
        try theirs.beginSnapshot()
        #expect(seen.0.score == 9 && seen.1.name == "U")
    }

    @Test func aSaveWhoseOutcomeIsUnknownIsTold() async throws {
        let models: [any Model.Type] = [Player.self, Tag.self, Team.self, Contract.self, Trophy.self]
        let stack = try startedStack(
            of: models, on: Backend(BrokenBackend<UncertainCommit>.self), at: "somewhere")
        var reader = stack.observe(Player.all).makeAsyncIterator()
        #expect(try await reader.next()?.isEmpty == true)
        var changes = stack.changes(of: Player.self).makeAsyncIterator()
        let theirs = try stack.makeContext()
        #expect(try theirs.count(Player.all) == 0)
        expectError(.outcomeUnknown) { try insert(1..<2, in: stack) }
        #expect(try await changes.next()?.isWhole == true)
        #expect(try await reader.next()?.map(\.id) == [1])
        try theirs.beginSnapshot()
        #expect(try theirs.count(Player.all) == 1)
    }

    private func apart() throws -> PersistentStack {
        let people: [any Model.Type] = [Player.self, Tag.self]
        let clubs: [any Model.Type] = [Team.self, Contract.self, Trophy.self]
        let schema = try Schema("League", configurations: ["People": people, "Clubs": clubs])
        return try startedStack(schema, on: Backend(BrokenBackend<BrokenSession>.self), at: "somewhere")
    }
}
