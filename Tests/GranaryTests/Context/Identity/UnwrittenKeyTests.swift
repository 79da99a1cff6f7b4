import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

@Model final class Ticket {
    var id: UInt32
    var text: String
}

@Model final class Slot {
    var id: UInt8
}

@Model final class Step {
    var id: Int8
}

/// Keys in contexts that never write fit the key's type and reserve nothing.
@Suite(.timeLimit(.minutes(1))) struct UnwrittenKeyTests {
    private func context(_ options: ContextOptions) throws -> Context {
        let schema = try Schema(
            "Tickets", configurations: ["All": [Ticket.self, Slot.self, Step.self, Player.self] + related])
        let stack = try startedStack(schema)
        return try stack.makeContext(options)
    }

    private var related: [any Model.Type] { [Team.self, Contract.self, Trophy.self, Tag.self] }

    @Test func unsignedKeysCountDownFromTheTop() throws {
        let context = try context(.temporary)
        let tickets = (0..<3).map { Ticket(text: "\($0)") }
        for ticket in tickets { try context.insert(ticket) }
        let expected: [UInt32] = [4_294_967_294, 4_294_967_293, 4_294_967_292]
        #expect(tickets.map(\.id) == expected)
        #expect(try context.count(Ticket.all) == 3)
    }

    @Test func signedKeysAreNegative() throws {
        let context = try context(.temporary)
        let player = Player(name: "P", score: 0)
        try context.insert(player)
        #expect(player.id == -1)
    }

    @Test func eachModelHasKeysOfItsOwn() throws {
        let context = try context(.temporary)
        for number in 0..<300 { try context.insert(Player(name: "\(number)", score: 0)) }
        let slot = Slot()
        try context.insert(slot)
        #expect(slot.id == 254)
    }

    @Test func theLastKeyIsTheOneBeforeNone() throws {
        let context = try context(.temporary)
        let slots = (0..<255).map { _ in Slot() }
        for slot in slots { try context.insert(slot) }
        let all: ClosedRange<UInt8> = 0...254
        #expect(Set(slots.map(\.id)) == Set(all))
        expectError(.overflow) { try context.insert(Slot()) }
        let steps = (0..<127).map { _ in Step() }
        for step in steps { try context.insert(step) }
        let negative: ClosedRange<Int8> = -127 ... -1
        #expect(Set(steps.map(\.id)) == Set(negative))
        expectError(.overflow) { try context.insert(Step()) }
    }

    @Test func aWrittenKeyIsNeverTheUnassignedOne() throws {
        let context = try context(ContextOptions())
        for _ in 1...127 { try context.insert(Step()) }
        for _ in 1...254 { try context.insert(Slot()) }
        expectError(.overflow) { try context.insert(Slot()) }
        expectError(.overflow) { try context.insert(Step()) }
        try context.save()
        #expect(try context.count(Slot.all) == 254)
    }
}
