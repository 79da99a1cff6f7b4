import Granary
import GranaryTestSupport
import Testing

/// Going through a list, or a part of it, is not disturbed by what is done to its members meanwhile.
@Suite(.timeLimit(.minutes(1))) struct ListIterationTests {
    private func team() throws -> (Context, Team) {
        let stack = try makeStack()
        let context = try stack.makeContext()
        let team = Team(code: "A", name: "Ants")
        for number in 0..<6 { team.players.append(Player(name: "p\(number)", score: number)) }
        try context.insert(team)
        try context.save()
        return (context, team)
    }

    @Test func aSliceIsWhatItWas() throws {
        let (context, team) = try team()
        for player in team.players.prefix(3) { try context.delete(player) }
        #expect(team.players.map(\.name) == ["p3", "p4", "p5"])
        for player in team.players[1..<3] { player.team = nil }
        #expect(team.players.map(\.name) == ["p3"])
    }

    @Test func mappedObjectsMayLeave() throws {
        let (context, team) = try team()
        let scores = team.players.map { player in
            player.team = nil
            return player.score
        }
        #expect(scores == Array(0..<6))
        #expect(team.players.isEmpty)
        try context.save()
    }

    @Test func lastOnesMayLeave() throws {
        let (context, team) = try team()
        for player in team.players.dropFirst(2) { try context.delete(player) }
        for player in team.players.reversed() { player.team = nil }
        #expect(team.players.isEmpty)
        try context.save()
    }

    @Test func addedMembersComeInTheOrderOfAdding() throws {
        let stack = try makeStack()
        let context = try stack.makeContext()
        try context.insert(Tag(label: "t"))
        for number in 1...12 { try context.insert(Player(id: number, name: "p\(number)", score: number)) }
        try context.save()
        let other = try stack.makeContext()
        let tag = try required(try other.object(Tag.self, "t"))
        let players = try other.fetch(Player.all)
        let order = [7, 2, 9, 4, 11, 0, 5, 10, 1, 8, 3, 6]
        for place in order { players[place].tags.append(tag) }
        #expect(tag.players.map(\.id) == order.map { $0 + 1 })
        try other.refreshAll()
        #expect(tag.players.map(\.id) == order.map { $0 + 1 })
    }

    @Test func objectsOfAStreamAreWholeAfterAReset() throws {
        let stack = try makeStack()
        let context = try stack.makeContext()
        let team = Team(code: "A", name: "Ants")
        for number in 1...5 { try context.insert(Player(id: number, name: "p", score: number, team: team)) }
        try context.save()
        var found: [String?] = []
        try context.stream(Player.all) { player in
            found.append(player.team?.code)
            if player.id == 2 { context.reset() }
            return true
        }
        #expect(found == Array(repeating: "A", count: 5))
    }
}
