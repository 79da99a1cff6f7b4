import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// A deleted object whose key a new one takes stays the object of that key.
@Suite(.timeLimit(.minutes(1))) struct KeySuccessorTests {
    @Test func aDeletedObjectStaysDeletedWhenItsSuccessorGoes() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let first = try required(try context.object(Team.self, "B"))
        try context.delete(first)
        let second = Team(code: "B", name: "second")
        try context.insert(second)
        try context.delete(second)
        #expect(try context.object(Team.self, "B") == nil)
        #expect(try context.fetch(Team.all).map(\.code) == ["A"])
        context.rollback()
        #expect(try context.object(Team.self, "B") === first)
    }

    @Test func thereIsOneObjectForAKeyAfterARollback() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let first = try required(try context.object(Team.self, "B"))
        try context.delete(first)
        let second = Team(code: "B", name: "second")
        try context.insert(second)
        try context.delete(second)
        let third = try context.fetch(Team.where { $0.code == "B" }).first
        context.rollback()
        let again = try required(try context.object(Team.self, "B"))
        again.name = "again"
        #expect(first.name == "again", "the program’s object is another than the context’s: \(third != nil)")
    }

    @Test func aSuccessorTakesTheRowOfTheDeletedObject() throws {
        let stack = try smallStack()
        let context = try stack.makeContext()
        let first = try required(try context.object(Team.self, "B"))
        try context.delete(first)
        try context.insert(Team(code: "B", name: "second"))
        try context.save()
        #expect(try context.object(Team.self, "B")?.name == "second")
        try context.delete(try required(try context.object(Team.self, "B")))
        try context.save()
        #expect(try context.object(Team.self, "B") == nil)
        #expect(try stack.makeContext().fetch(Team.all).map(\.code) == ["A"])
    }
}
