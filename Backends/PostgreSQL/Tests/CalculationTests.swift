import Granary
import GranaryPostgreSQL
import GranarySQL
import Testing

/// How calculations are written for PostgreSQL; what they give is promised by the kit.
@Suite(.timeLimit(.minutes(1))) struct CalculationTests {
    private func lowered(
        _ predicate: ExpressionTree, limit: Int? = nil
    ) throws -> (select: SelectLowering, text: String, count: CountLowering?) {
        let schema = try Schema("Ledger", configurations: ["Default": [Account.self, Owner.self]])
        let layout = SQLLayout(entities: schema.entities, links: schema.links)
        var request = FetchRequest(entity: try #require(schema.entity("Account")))
        request.predicate = predicate
        request.limit = limit
        let dialect = PostgreSQLDialect()
        let select = try #require(SelectLowering(request, layout: layout, dialect: dialect))
        return (
            select, select.statement.rendered(for: dialect),
            CountLowering(request, layout: layout, dialect: dialect)
        )
    }

    private static let balance = ExpressionTree.attribute(path: [], name: "balance")
    private static let (one, zero) = (
        ExpressionTree.literal(.integer(1)), ExpressionTree.literal(.integer(0))
    )

    @Test func whatCannotFailIsWrittenAsItStands() throws {
        let remainder = ExpressionTree.arithmetic(.remainder, Self.balance, .literal(.integer(23)))
        let (select, text, count) = try lowered(.compare(.equal, remainder, Self.one), limit: 3)
        #expect(select.remaining.isEmpty && select.residual.isEmpty && count?.isChecked == false)
        #expect(
            text.contains(
                "WHERE (t0.\"balance\" % $1::pg_catalog.int8) = $2::pg_catalog.int8 ORDER BY"), "\(text)")
    }

    @Test func whatCanFailIsTestedAndRaisesNoError() throws {
        let operations: [ExpressionTree.Arithmetic] = [.add, .subtract, .multiply, .divide, .remainder]
        for operation in operations {
            let tree = ExpressionTree.compare(
                .greater, .arithmetic(operation, Self.balance, Self.balance), Self.zero)
            let (select, text, count) = try lowered(tree)
            #expect(select.remaining == [.predicate, .range] && select.residual.isEmpty, "\(operation)")
            #expect(text.contains("THEN 2 WHEN") && text.contains("(t0.\"balance\")::pg_catalog.numeric"))
            #expect(count?.isChecked == true)
        }
    }

    @Test func underALimitTheCoreCalculates() throws {
        let sum = ExpressionTree.compare(.greater, .arithmetic(.add, Self.balance, Self.one), Self.zero)
        let (select, text, count) = try lowered(sum, limit: 3)
        #expect(select.pushedDown.isEmpty && select.residual.count == 2 && !text.contains("CASE"))
        // All rows are counted, and the limit is applied to their number.
        #expect(count?.isChecked == true && count?.result(7) == 3)
    }
}
