import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// What is done with many objects costs in proportion to them; quadratic work would not end within the limit.
@Suite(.timeLimit(.minutes(1))) struct LongListCostTests {
    private static let count = 30_000

    private func player(in context: Context) throws -> Player {
        let player = Player(name: "P", score: 0)
        try context.insert(player)
        return player
    }

    @Test func removingAllOfManyLinks() throws {
        let context = try makeStack().makeContext()
        let player = try player(in: context)
        player.tags.append(contentsOf: (0..<Self.count).map { Tag(label: "t\($0)") })
        let tags = Array(player.tags)
        player.tags.removeAll()
        #expect(player.tags.isEmpty)
        #expect(tags.allSatisfy { $0.players.isEmpty })
        #expect(context.graph.pendingLinks.isEmpty)
    }

    @Test func replacingManyLinks() throws {
        let context = try makeStack().makeContext()
        let player = try player(in: context)
        player.tags.append(contentsOf: (0..<Self.count).map { Tag(label: "t\($0)") })
        try context.save()
        let (kept, added) = (player.tags[7], Tag(label: "new"))
        player.tags.replace(with: [kept, added])
        #expect(player.tags.map(\.label) == ["t7", "new"])
        try context.save()
        player.tags.replace(with: [])
        #expect(kept.players.isEmpty && added.players.isEmpty)
    }

    @Test func removingAllBeforeInsertion() {
        let player = Player(name: "P", score: 0)
        player.tags.append(contentsOf: (0..<Self.count).map { Tag(label: "t\($0)") })
        player.tags.removeAll()
        #expect(player.tags.isEmpty)
    }

    @Test func removingManyLinksOneByOne() throws {
        let context = try makeStack().makeContext()
        let player = try player(in: context)
        player.tags.append(contentsOf: (0..<Self.count).map { Tag(label: "t\($0)") })
        for tag in Array(player.tags).dropLast() { player.tags.remove(tag) }
        #expect(player.tags.map(\.label) == ["t\(Self.count - 1)"])
    }

    @Test func removingManyMembersOneByOne() throws {
        let context = try makeStack().makeContext()
        let team = Team(code: "A", name: "Ants")
        try context.insert(team)
        team.players.append(contentsOf: (0..<Self.count).map { Player(name: "P\($0)", score: 0) })
        for player in Array(team.players).dropFirst() { team.players.remove(player) }
        #expect(team.players.map(\.name) == ["P0"])
    }

    @Test func removingManyBeforeInsertionOneByOne() {
        let player = Player(name: "P", score: 0)
        player.tags.append(contentsOf: (0..<Self.count).map { Tag(label: "t\($0)") })
        for tag in Array(player.tags).reversed() { player.tags.remove(tag) }
        #expect(player.tags.isEmpty)
    }

    @Test func insertingAndDeletingInTurns() throws {
        let context = try makeStack().makeContext()
        for number in 0..<Self.count { try context.insert(Contract(salary: number)) }
        for number in 0..<Self.count {
            let contract = Contract(salary: number)
            try context.insert(contract)
            try context.delete(contract)
        }
        #expect(context.changes.inserted.count == Self.count)
    }

    @Test func insertingAndDeletingOwnersInTurns() throws {
        let context = try makeStack().makeContext()
        for number in 0..<Self.count { try context.insert(Tag(label: "t\(number)")) }
        for number in 0..<Self.count {
            let tag = Tag(label: "x\(number)")
            try context.insert(tag)
            try context.delete(tag)
        }
        #expect(context.changes.inserted.count == Self.count)
    }

    /// The last reference to a member may be the list's, and what its end sets off finds the list in order.
    @Test func aListIsInOrderWhenItsMembersEnd() {
        let members = ToManyMembers()
        members.begin(epoch: 0)
        var seen: [Int] = []
        var held = (0..<40).map { Watch(id: $0) }
        for watch in held {
            watch.atEnd = { seen.append(members.models.count) }
            members.add(watch)
        }
        for watch in held[..<10] { members.remove(watch) }
        held = []
        #expect(seen.isEmpty)
        #expect(members.models.count == 30)
        #expect(seen == Array(repeating: 30, count: 10))
        members.unload()
        #expect(seen == Array(repeating: 30, count: 10) + Array(repeating: 0, count: 30))
    }

    /// A list is what an array of the same objects is, whenever it is looked at.
    @Test(arguments: 1...50 as ClosedRange<UInt64>) func listsKeepTheirOrder(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let tags = (0..<Int.random(in: 10...80, using: &random)).map { Tag(label: "t\($0)") }
        let members = ToManyMembers()
        members.begin(epoch: 0)
        var expected: [Tag] = []
        for _ in 0..<2_000 {
            let tag = tags[Int.random(in: tags.indices, using: &random)]
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                members.add(tag)
                if !expected.contains(where: { $0 === tag }) { expected.append(tag) }
            case 5..<9:
                members.remove(tag)
                expected.removeAll { $0 === tag }
            default:
                #expect(members.models.elementsEqual(expected) { $0 === $1 }, "seed \(seed)")
            }
            #expect(members.count == expected.count, "seed \(seed)")
            if let index = expected.indices.randomElement(using: &random) {
                #expect(members.model(at: index) === expected[index], "seed \(seed)")
            }
            #expect(members.contains(tag) == expected.contains { $0 === tag }, "seed \(seed)")
        }
    }

    /// Lists of every kind after random removals hold what a set of the same objects holds.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func removalsKeepBothSidesInStep(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let context = try makeStack().makeContext()
        let player = try player(in: context)
        let tags = (0..<40).map { Tag(label: "t\($0)") }
        var expected: Set<String> = []
        for _ in 0..<30 {
            let some = tags.filter { _ in Bool.random(using: &random) }
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                player.tags.removeAll()
                expected = []
            case 1:
                player.tags.replace(with: some)
                expected = Set(some.map(\.label))
            case 2:
                for tag in some { player.tags.remove(tag) }
                expected.subtract(some.map(\.label))
            case 3: try context.save()
            default:
                player.tags.append(contentsOf: some)
                expected.formUnion(some.map(\.label))
            }
            #expect(Set(player.tags.map(\.label)) == expected, "seed \(seed)")
            for tag in tags { #expect(tag.players.isEmpty != expected.contains(tag.label), "seed \(seed)") }
        }
        try context.save()
        context.reset()
        let stored = try required(try context.first(Player.all))
        #expect(Set(stored.tags.map(\.label)) == expected, "seed \(seed)")
    }
}

/// Does something when it ends.
@Model final class Watch {
    var id: Int
    @Transient var atEnd: () -> Void = {}

    deinit { atEnd() }
}
