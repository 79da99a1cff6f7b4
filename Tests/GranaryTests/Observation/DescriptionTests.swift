import Foundation
import Granary
import GranaryTestSupport
import Testing

/// What people see of errors and plans, by whatever way they print them.
@Suite(.timeLimit(.minutes(1))) struct DescriptionTests {
    @Test func theLocalizedDescriptionOfAnErrorSaysWhatFailed() {
        let error: any Error = GranaryError(
            .constraint, "There is another one.", context: .init(entity: "Book", properties: ["isbn"]))
        #expect("\(error)" == "constraint [entity Book; isbn]: There is another one.")
        #expect(error.localizedDescription == "There is another one.")
    }

    @Test func anEngineCodeIsPrintedAsTheEngineWritesIt() {
        var error = GranaryError(.invalidValue, "It failed.")
        error.context.engineCode = 19
        #expect("\(error)" == "invalidValue [engine code 19]: It failed.")
        error.context.engineCodeText = "SQLSTATE 22P05"
        #expect("\(error)" == "invalidValue [SQLSTATE 22P05]: It failed.")
        error.message = "It failed (SQLSTATE 22P05)."
        #expect("\(error)" == "invalidValue: It failed (SQLSTATE 22P05).")
    }

    @Test func aPlanPrintsAsLines() throws {
        var plan = StorePlan()
        plan.pushedDown = ["score > 5"]
        plan.residual = ["the order: by text"]
        plan.index = "Player_score"
        plan.scansAllRows = false
        plan.statement = "SELECT …"
        plan.enginePlan = ["SEARCH Player"]
        #expect(
            "\(plan)" == """
                does: score > 5
                leaves to the core: the order: by text
                index: Player_score
                statement: SELECT …
                plan: SEARCH Player
                """)
        let context = try smallStack().makeContext()
        let text = "\(try context.explain(Player.where { $0.score > 5 }))"
        #expect(text.hasPrefix("store: reference\n  "), "\(text)")
        #expect(!text.contains("QueryPlan("))
        try context.insert(Player(id: 7, name: "P", score: 7))
        #expect("\(try context.explain(Player.all))".contains("\ncore: Unsaved changes"))
    }
}
