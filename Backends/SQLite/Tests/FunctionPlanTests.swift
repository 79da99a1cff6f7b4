import Granary
import GranarySQL
import GranarySQLite
import Testing

/// Which functions SQLite evaluates, and which it leaves to the core.
@Suite(.timeLimit(.minutes(1))) struct FunctionPlanTests {
    private func plan(_ function: ExpressionTree.Function, _ operands: ExpressionTree...) throws -> StorePlan
    {
        try plan(function, operands)
    }

    private func plan(_ function: ExpressionTree.Function, _ operands: [ExpressionTree]) throws -> StorePlan {
        let harness = try Harness()
        let opened = try harness.session()
        defer { try? opened.close() }
        var request = FetchRequest(entity: try harness.entity("Player"))
        request.predicate = .compare(.notEqual, .function(function, operands), .literal(.null))
        return try opened.session.explain(request)
    }

    private static func attribute(_ name: String) -> ExpressionTree { .attribute(path: [], name: name) }
    private static let (score, nick, born, rating, salary) = (
        attribute("score"), attribute("nick"), attribute("born"), attribute("rating"), attribute("salary")
    )

    @Test func whatIsExactIsPushedDown() throws {
        let served: [(ExpressionTree.Function, [ExpressionTree])] = [
            (.number(.absolute), [Self.rating]), (.number(.negated), [Self.rating]),
            (.number(.absolute), [Self.score]), (.number(.negated), [Self.score]),
            (.number(.real), [.arithmetic(.multiply, Self.score, Self.score)]),
            (.number(.smaller), [Self.score, .literal(.integer(3))]),
            (.number(.larger), [Self.salary, Self.salary]),
            (.number(.real), [Self.score]), (.choice(.coalesce), [Self.nick, .literal(.text("x"))]),
            (.choice(.nilIf), [Self.score, .literal(.integer(3))]),
            (
                .choice(.choose),
                [.compare(.less, Self.score, .literal(.integer(3))), Self.nick, .literal(.null)]
            ),
            (.text(.scalarCount), [Self.nick]), (.text(.byteCount), [Self.nick]),
            (.text(.trimmed), [Self.nick]), (.text(.uppercased), [Self.nick]),
            (.text(.lowercased), [Self.nick]),
            (.number(.squareRoot), [Self.score]), (.number(.squareRoot), [Self.rating]),
            (.text(.part), [Self.nick, .literal(.integer(1)), .literal(.integer(2))]),
            (.text(.position), [Self.nick, .literal(.text("a"))]),
            (.text(.replacing), [Self.nick, .literal(.text("a")), Self.nick]),
            (.text(.joined), [Self.nick, Self.nick, .literal(.text("a"))]), (.text(.written), [Self.score]),
            (.date(.difference(.hour)), [Self.born, .literal(.date(0))]),
            (.date(.beginning(.week, offset: 0)), [Self.born]),
            (.date(.part(.hour, offset: -60)), [Self.born]),
            (.search(.matches), [Self.nick, .literal(.text("a b*"))]),
            (.search(.rank), [Self.nick, .literal(.text("a b*"))]),
        ]
        for (function, operands) in served {
            #expect(try plan(function, operands).residual.isEmpty, "\(function)")
        }
    }

    @Test func whatIsNotExactStaysInTheCore() throws {
        for (function, operand) in [
            (ExpressionTree.Function.number(.absolute), Self.salary), (.number(.negated), Self.salary),
            (.number(.rounded(places: 2, .up)), Self.salary),
            (.number(.elementary(.naturalLogarithm)), Self.rating),
            (.number(.integer(.up)), Self.rating), (.text(.written), Self.rating),
            (.text(.read(.integer)), Self.nick), (.date(.beginning(.month, offset: 0)), Self.born),
            (.date(.beginning(.day, offset: 60)), Self.born), (.date(.part(.hour, offset: 60)), Self.born),
        ] {
            #expect(try plan(function, operand).residual.count == 1, "\(function)")
        }
        let marked = [Self.nick] + ["a", "[", "]"].map { ExpressionTree.literal(.text($0)) }
        #expect(try plan(.search(.highlighted), marked).residual.count == 1)
        #expect(try plan(.date(.plus(.day)), Self.born, .literal(.integer(1))).residual.count == 1)
        let (empty, optional) = (
            ExpressionTree.literal(.text("")), ExpressionTree.function(.text(.trimmed), [Self.nick])
        )
        #expect(try plan(.text(.replacing), Self.nick, empty, Self.nick).residual.isEmpty)
        #expect(try plan(.text(.replacing), Self.nick, empty, optional).residual.count == 1)
        let start = ExpressionTree.literal(.integer(-1))
        #expect(try plan(.text(.part), Self.nick, start).residual.count == 1)
    }
}
