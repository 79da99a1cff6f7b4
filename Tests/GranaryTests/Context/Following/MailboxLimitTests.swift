import Granary
import GranaryTestSupport
import Testing

/// A context that nobody uses for long is told of others' saves without holding all their keys.
@MainActor @Suite(.timeLimit(.minutes(1))) struct MailboxLimitTests {
    private func notice(_ updated: Range<UInt64>, deleted: Range<UInt64> = 0..<0, of entity: Int = 0)
        -> SaveNotice
    {
        let keys = { (range: Range<UInt64>) in range.map { KeyBits(high: 0, low: $0) } }
        return SaveNotice(parts: [.init(entity: entity, updated: keys(updated), deleted: keys(deleted))])
    }

    @Test func fewNoticesKeepTheirKeys() {
        let inbox = SaveInbox(limit: 24)
        inbox.post(notice(0..<4, deleted: 4..<6))
        inbox.post(notice(6..<8, of: 1))
        #expect(inbox.weight == 24)
        let parts = inbox.drain().flatMap(\.parts)
        #expect(parts.map(\.entity) == [0, 1] && parts.allSatisfy { !$0.isWhole })
        #expect(parts.map(\.updated.count) == [4, 2] && parts.map(\.deleted.count) == [2, 0])
        #expect(inbox.weight == 0)
    }

    @Test func manyNoticesBecomeOneWithoutKeys() {
        let inbox = SaveInbox(limit: 100)
        for save in 0..<10_000 as Range<UInt64> { inbox.post(notice(save..<save + 3, of: Int(save % 3))) }
        #expect(inbox.weight <= 100)
        let parts = inbox.drain().flatMap(\.parts)
        #expect(Set(parts.filter(\.isWhole).map(\.entity)) == [0, 1, 2])
    }

    @Test func oneGreatNoticeKeepsItsKeysUntilAnotherComes() {
        let inbox = SaveInbox(limit: 100)
        inbox.post(notice(0..<1_000, of: 2))
        #expect(inbox.weight == 1_008)
        inbox.post(notice(0..<0, of: 1))
        let parts = inbox.drain().flatMap(\.parts)
        #expect(parts.map(\.entity) == [1, 2])
        // Of entity 1 no row has changed.
        #expect(parts.map(\.isWhole) == [false, true])
    }

    @Test func aSaveWithoutChangesTellsNobody() throws {
        let stack = try smallStack()
        let main = try stack.mainContext
        _ = try main.object(Team.self, "A")
        let other = try stack.makeContext()
        other.require(unchanged: try required(try other.object(Team.self, "A")))
        try other.save()
        #expect(!main.hasNews)
    }

    @Test func everythingLoadedIsReadAgainThen() throws {
        let stack = try smallStack()
        let inbox = SaveInbox(limit: 30)
        let idle = Context(try stack.keptHold(), options: .init(), inbox: inbox)
        let renamed = try required(try idle.object(Team.self, "A"))
        let gone = try required(try idle.object(Team.self, "B"))
        let edited = try required(try idle.object(Player.self, 1))
        edited.name = "Mine"

        let other = try stack.makeContext()
        try required(try other.object(Player.self, 1)).score = 5
        for save in 0..<20 {
            try required(try other.object(Team.self, "A")).name = "Ants \(save)"
            try other.save()
        }
        try other.delete(try required(try other.object(Team.self, "B")))
        try other.save()
        #expect(inbox.weight <= 30)

        let session = try FailingSession.replaceSession(of: idle)
        try session.refresh()
        session.failing = [.fetch]
        expectError(.unavailable) { try idle.mergeChanges() }
        #expect(renamed.name == "Ants")
        session.failing = []
        try idle.mergeChanges()
        #expect(renamed.name == "Ants 19")
        #expect(try idle.object(Team.self, "B") == nil && gone._objectState.phase == .detached)
        #expect(edited.name == "Mine" && edited.score == 1)
    }
}
