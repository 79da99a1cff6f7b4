import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// A value that cannot be stored is in nobody's way until the save.
@Suite(.timeLimit(.minutes(1))) struct InvalidValueTests {
    private func context() throws -> Context {
        try startedStack(of: [Reading.self]).makeContext()
    }

    @Test func theOthersAreStillFound() throws {
        let context = try context()
        let spoilt = Reading(id: 1, double: .nan)
        try context.insert(spoilt)
        try context.insert(Reading(id: 2, double: 2))
        #expect(try context.fetch(Reading.all).map(\.id) == [1, 2])
        #expect(try context.count(Reading.where { $0.id > 1 }) == 1)
        expectError(.invalidValue) { try context.save() }
        #expect(try context.fetch(Reading.where { $0.id < 2 }).map(\.id) == [1])
        expectError(.invalidValue) { _ = try context.fetch(Reading.where { $0.double > 1 }) }
        spoilt.double = 1
        try context.save()
    }

    @Test func itCanBeUndone() throws {
        let context = try context()
        let finding = Reading(id: 1, double: 1)
        try context.insert(finding)
        try context.save()
        context.history.levels = 5
        finding.double = .nan
        finding.int = 7
        context.history.endStep()
        try context.history.undo()
        #expect(finding.double == 1 && finding.int != 7)
        #expect(!context.hasChanges)
    }
}

@Model final class Reading {
    var id: Int
    var double: Double?
    var int: Int?
}
