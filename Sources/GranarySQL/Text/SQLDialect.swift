package import GranaryStore

/// The differences between SQL engines that matter to Granary's definitions and queries.
///
/// Every method that lowers something returns `nil` if the engine cannot do it exactly; the core then does it.
package protocol SQLDialect: Sendable {
    /// The placeholder of a parameter, counted from 1.
    func placeholder(at position: Int, for value: Value) -> String
    /// The placeholder of a parameter that holds many values of one kind.
    func placeholder(at position: Int, forListOf type: AttributeType) -> String
    /// The column type that holds a kind of value.
    func columnType(_ type: AttributeType) -> String
    /// The text after the column list of a table's definition, such as a storage option; may be empty.
    func tableOptions(of table: TableDefinition) -> String
    /// The columns of an index in the engine: its own, and those of the key if they are needed to sort ties.
    func indexColumns(_ index: IndexDefinition, of table: TableDefinition) -> [String]
    /// A column as a term of an index, with the order that ``orderTerm(_:isDescending:isOptional:)`` needs.
    func indexTerm(_ column: ColumnDefinition) -> String
    /// The text after the type of an integer that is the whole key; may be empty.
    var integerKeyOptions: String { get }
    /// Whether unique constraints are clauses of the table, checked at the end of each transaction, as opposed to
    /// indexes.
    var defersUniques: Bool { get }

    /// The condition that two expressions are equal or both null.
    func isSame(_ left: SQLText, _ right: SQLText) -> SQLText
    /// The condition that two expressions differ; null differs from every value.
    func isDistinct(_ left: SQLText, _ right: SQLText) -> SQLText
    /// Whether the engine compares integers with floating-point numbers without rounding.
    var comparesNumbersExactly: Bool { get }
    /// The condition that an expression is one of many values of one type, none of them null.
    func isMember(_ expression: SQLText, of values: [Value], as type: AttributeType) -> SQLText?
    /// The condition that some columns hold one of many compound keys; `nil` if one statement cannot list so many.
    func isMember(_ columns: [SQLText], of keys: [[Value]], as types: [AttributeType]) -> SQLText?
    /// A true or false constant as a condition.
    func condition(_ isTrue: Bool) -> SQLText
    /// A condition as a value that is true or false, never null.
    func booleanValue(of condition: SQLText) -> SQLText

    /// The position of a text in another, 0 if it does not occur; neither is null.
    func position(of part: SQLText, in text: SQLText) -> SQLText
    /// The last characters of a text; all of a shorter one.
    func suffix(of text: SQLText, count: Int) -> SQLText
    /// The condition that a text, which is not null, matches a pattern without folding.
    func matches(_ text: SQLText, _ pattern: TextPattern) -> SQLText?
    /// A text folded by the core's tables; `nil` if the engine cannot call them.
    func folded(_ text: SQLText, _ folding: TextFolding) -> SQLText?
    /// A part of a date; `nil` if the engine cannot compute it exactly for the years 1 to 9999.
    func datePart(_ part: ExpressionTree.DatePart, of date: SQLText) -> SQLText?
    /// Floating-point arithmetic by IEEE 754, with null for NaN and for quotients that are not finite.
    func arithmetic(_ operation: ExpressionTree.Arithmetic, _ left: SQLText, _ right: SQLText) -> SQLText?
    /// Arithmetic of integers, or of numbers with a decimal among them, that raises no error of the engine: the result, and
    /// the condition that there is none or may be none; `nil` if the engine cannot determine that.
    ///
    /// The condition holds for operands that the operation fails for, and not where one is null. Operands for which it is
    /// not asked may have any value.
    func checkedArithmetic(
        _ operation: ExpressionTree.Arithmetic, _ left: SQLText, _ right: SQLText, as type: AttributeType
    ) -> (result: SQLText, mayFail: SQLText)?
    /// A part of a structured value, null where there is none, and the condition that reading it fails or may; `nil` if the
    /// engine cannot read the form exactly.
    ///
    /// The path has at least one name, each of ASCII letters, digits and underscores. Neither raises an error of the
    /// engine for any content of the column, and the value means nothing where the condition holds.
    func checkedPart(_ path: [String], _ form: ExpressionTree.StructuredForm, of value: SQLText) -> (
        result: SQLText, mayFail: SQLText
    )?
    /// A result of such arithmetic, or such a part, as a value of its type; null where it failed.
    func settled(_ result: SQLText, as type: AttributeType) -> SQLText
    /// A function that cannot fail, with values of a type as its result; `nil` if the engine cannot compute it exactly.
    func function(
        _ function: ExpressionTree.Function, _ operands: [LoweredValue], as type: AttributeType
    ) -> SQLText?
    /// The result of a function, written so that texts are compared by their bytes.
    func result(_ expression: SQLText, as type: AttributeType) -> SQLText
    /// An exact sum; `nil` if the engine cannot compute it.
    func sum(of expression: SQLText, as type: AttributeType) -> SQLText?
    /// Whether the engine itself reports a sum or average that its type cannot hold, in groups too that it leaves out.
    var reportsLargeSums: Bool { get }
    /// An exactly rounded average; `nil` if the engine cannot compute it.
    func average(of expression: SQLText, as type: AttributeType) -> SQLText?
    /// The smallest or largest value; `nil` if the engine does not have this order.
    func extreme(of expression: SQLText, isLargest: Bool, as type: AttributeType) -> SQLText?
    /// A term of an order: null first if ascending, last if descending.
    func orderTerm(_ expression: SQLText, isDescending: Bool, isOptional: Bool) -> SQLText
    /// A part of the key as the last term of an order; with `searchesIndex`, written so that the engine rather uses an
    /// index.
    func tieBreaker(_ expression: SQLText, searchesIndex: Bool) -> SQLText
    /// An expression to group by, written so that the engine reads rows in the table's order and sorts them.
    func sortedGroup(_ expression: SQLText) -> SQLText
    /// The clause that restricts the number of rows.
    func range(offset: Int, limit: Int?) -> SQLText
}
