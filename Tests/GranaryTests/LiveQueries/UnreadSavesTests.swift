import GranaryTestSupport
import Testing

@testable import Granary
@testable import GranaryObjects

/// Saves that no reader of a live query looks at are not kept beyond a limit, and the result is right in the end.
@MainActor @Suite(.timeLimit(.minutes(1))) struct UnreadSavesTests {
    @Test func aHundredThousandUnreadSavesBecomeOneResult() async throws {
        let stack = try smallStack()
        var latest = stack.observe(Team.all).makeAsyncIterator()
        var every = stack.observe(Team.all, .every(buffer: 100)).makeAsyncIterator()
        var count = stack.observe(Team.all) { $0.count() }.makeAsyncIterator()
        let objects = stack.observeObjects(Team.all)
        var changes = stack.changes(of: Team.self).makeAsyncIterator()
        let former = try #require(try await latest.next())
        (_, _, _) = (try await every.next(), try await count.next(), try await objects.next())
        try tell(100_000, in: stack)
        let other = try stack.makeContext()
        try required(try other.object(Team.self, "A")).name = "Renamed"
        try other.save()

        let (one, all) = (try #require(try await latest.next()), try #require(try await every.next()))
        #expect(!one.hasOverflowed && all.hasOverflowed)
        for result in [one, all] {
            #expect(result.map(\.name) == ["Renamed", "Bees"] && result.changes.count == 1)
            var elements = Array(former)
            elements.apply(result.changes)
            #expect(elements == Array(result))
        }
        #expect(try await objects.next()?.count == 1)
        #expect(objects.objects.map(\.name) == ["Renamed", "Bees"])
        // The number of teams has not changed before this.
        try other.insert(Team(code: "C", name: "Cats"))
        try other.save()
        #expect(try await count.next() == 3)

        var unread = 1
        #expect(try await changes.next()?.isWhole == true)
        while try await changes.next()?.inserted.isEmpty == true { unread += 1 }
        #expect(unread <= 10_001)
    }

    /// Tells of saves that leave team A as it was in the end.
    private func tell(_ count: Int, in stack: PersistentStack) throws {
        let entity = try required(stack.schema.entity(of: Team.self))
        let presences = try stack.coordinator().presences
        let names = ["Ants", "Bugs"].map { Team.Snapshot(code: "A", name: $0) }
        for number in 0..<count {
            let rows = ObservedChanges<Team>(
                number: Int64(number + 10), inserted: [],
                updated: [.init(before: names[number % 2], after: names[(number + 1) % 2], base: 0)],
                deleted: [])
            let part = SaveNotice.Part(entity: entity.index, updated: [], deleted: [], rows: .known(rows))
            stack.broadcaster.post(
                SaveNotice(
                    parts: [part], ticket: stack.broadcaster.newestTicket + 1, in: presences), from: nil)
        }
    }
}
