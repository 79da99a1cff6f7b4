import Granary
import GranaryTestSupport
import Testing

/// Models without hooks pay nothing for the hooks that others have.
@Suite(.timeLimit(.minutes(1))) struct UnhookedModelTests {
    @Test func aSchemaWithoutHooksHasNothingThatCallsThem() throws {
        let schema = try Schema("Plain", models: [PlainNote.self])
        let context = try startedStack(schema).makeContext()
        #expect(!context.looksForHooks)
        #expect(try !context.graph.lookup.table(of: PlainNote.self).tellsOfLoads)
    }

    @Test func aSaveLooksAtNoObjectForTheHooksOfAnotherModel() throws {
        let plain = try Schema("Plain", models: [PlainNote.self])
        let hooked = try Schema("Hooked", models: [PlainNote.self, HookedNote.self])
        let (context, other) = (try startedStack(hooked).makeContext(), try startedStack(plain).makeContext())
        #expect(context.looksForHooks)
        #expect(try !context.graph.lookup.table(of: PlainNote.self).tellsOfLoads)
        #expect(try context.graph.lookup.table(of: HookedNote.self).tellsOfLoads)
        for context in [context, other] {
            for number in 1...50 { try context.insert(PlainNote(number: number)) }
            try context.save()
        }
        #expect(context.graph.lookup.lookedAt == other.graph.lookup.lookedAt)

        let before = context.graph.lookup.lookedAt
        try context.insert(HookedNote(number: 1))
        try context.save()
        #expect(context.graph.lookup.lookedAt > before, "the count does not show hooks")
    }
}

@Model private final class PlainNote {
    @Attribute(.primaryKey) var number: Int
}

@Model private final class HookedNote {
    @Attribute(.primaryKey) var number: Int
}

extension HookedNote: WillSave, DidLoad {
    func willSave(_ save: ModelSave) {}
    func didLoad() {}
}
