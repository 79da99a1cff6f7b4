/// What `select` asks for of each row of a query, without its types: values, and what takes a separate request.
@usableFromInline package struct Selection: Sendable {
    /// The expressions, whose values come first in each row.
    var values: [ExpressionTree] = []
    /// The lists and objects, in order.
    var levels: [SelectedLevel] = []

    /// Makes a selection of values.
    @usableFromInline init(values: [ExpressionTree]) { self.values = values }

    /// Makes a selection of values, lists and objects.
    init(values: [ExpressionTree] = [], levels: [SelectedLevel]) {
        self.values = values
        self.levels = levels
    }

    /// The parts of several selections, one after the other.
    static func + (left: Selection, right: Selection) -> Selection {
        Selection(values: left.values + right.values, levels: left.levels + right.levels)
    }
}
