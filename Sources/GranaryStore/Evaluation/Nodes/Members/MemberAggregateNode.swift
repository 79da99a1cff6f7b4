/// An aggregate over objects of a relationship to many.
///
/// Errors of its result name the entity and the attributes that it is computed over.
final class MemberAggregateNode: ValueNode {
    private let members: MemberSet
    private let column: AggregateColumn
    private let place: GranaryError.Context

    init(of members: MemberSet, _ column: AggregateColumn, at place: GranaryError.Context) {
        self.members = members
        self.column = column
        self.place = place
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        let accumulator = column.makeAccumulator()
        try members.forEach(from: row, in: source) { member, source in
            if let value = try column.expression?.evaluate(member, in: source) { accumulator.add(value) }
            return true
        }
        do {
            return try accumulator.result()
        } catch let error as GranaryError {
            throw GranaryError(error.code, error.message, context: place)
        }
    }
}
