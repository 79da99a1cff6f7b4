import Granary
import GranaryTestSupport
import Testing

/// What is told while the main actor does something else for long is neither kept in full nor lost.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ManyNoticesTests {
    @Test func aMillionNoticesWhileTheMainActorIsBusyLeaveTheRightValues() async throws {
        let stack = try smallStack()
        let main = try stack.mainContext
        let team = try required(try main.object(Team.self, "A"))
        var changes = stack.changes(of: Team.self).makeAsyncIterator()
        var live = stack.observe(Team.all).makeAsyncIterator()
        let before = try await live.next()
        let entity = try required(stack.schema.entity(of: Team.self))
        // The main actor runs nothing else until the loop ends.
        let notice = SaveNotice(parts: [
            .init(entity: entity.index, updated: [team.objectKey.keyBits], deleted: [])
        ])
        let whole = SaveNotice(parts: [.init(whole: entity.index)])
        for number in 0..<1_000_000 {
            stack.broadcaster.post(number % 100_000 == 50_000 ? whole : notice, from: nil)
        }
        let other = try stack.makeContext()
        try required(try other.object(Team.self, "A")).name = "Renamed"
        try other.save()
        #expect(team.name == "Ants")
        while main.hasNews { await Task.yield() }
        #expect(team.name == "Renamed")
        // The whole changes are one for a reader, and the save is told after it.
        #expect(try await changes.next()?.isWhole == true)
        #expect(try await changes.next()?.updated.map(\.after.name) == ["Renamed"])
        let after = try #require(try await live.next())
        #expect(after.count == before?.count && after.changes.count == 1)
    }
}
