package import Granary

/// What differs between SQL engines, as far as definitions and queries of Granary are concerned.
///
/// Every method that lowers something returns `nil` when the engine cannot do it exactly; the core then does
/// it.
package protocol SQLDialect: Sendable {
    /// The placeholder of a parameter, counted from 1.
    func placeholder(at position: Int, for value: Value) -> String
    /// The placeholder of a parameter that holds many values of one kind.
    func placeholder(at position: Int, forListOf type: AttributeType) -> String
    /// The column type that holds a kind of value.
    func columnType(_ type: AttributeType) -> String
    /// What stands after the column list of a table's definition, such as a storage option; empty for
    /// nothing.
    func tableOptions(of table: TableDefinition) -> String
    /// The columns that an index has in the engine: its own, and the key where the order of ties needs it.
    func indexColumns(_ index: IndexDefinition, of table: TableDefinition) -> [String]
    /// A column as a term of an index, with the order that it needs to serve ``orderTerm(_:isDescending:isOptional:)``.
    func indexTerm(_ column: ColumnDefinition) -> String
    /// What stands behind the type of an integer that is the whole key; empty for nothing.
    var integerKeyOptions: String { get }
    /// Whether unique constraints are clauses of the table, checked at the end of each transaction, and not
    /// indexes of their own.
    var defersUniques: Bool { get }

    /// Whether two expressions are the same, also both null.
    func isSame(_ left: SQLText, _ right: SQLText) -> SQLText
    /// Whether two expressions are not the same; null differs from every value.
    func isDistinct(_ left: SQLText, _ right: SQLText) -> SQLText
    /// Whether integers and floating-point numbers are compared with each other without rounding.
    var comparesNumbersExactly: Bool { get }
    /// The condition that an expression is one of many values of one kind, none of them null.
    func isMember(_ expression: SQLText, of values: [Value], as type: AttributeType) -> SQLText?
    /// The condition that some columns hold one of many keys of several parts; `nil` when one statement cannot
    /// list as many.
    func isMember(_ columns: [SQLText], of keys: [[Value]], as types: [AttributeType]) -> SQLText?
    /// A true or false constant as a condition.
    func condition(_ isTrue: Bool) -> SQLText
    /// A condition as a value that is true or false, never null.
    func booleanValue(of condition: SQLText) -> SQLText

    /// The position of a text in another, 0 when it is not there; both not null.
    func position(of part: SQLText, in text: SQLText) -> SQLText
    /// The last characters of a text; all of a shorter one.
    func suffix(of text: SQLText, count: Int) -> SQLText
    /// Whether a text, which is not null, matches a pattern without folding.
    func matches(_ text: SQLText, _ pattern: TextPattern) -> SQLText?
    /// A part of a date; `nil` when the engine cannot compute it exactly for the years 1 to 9999.
    func datePart(_ part: ExpressionTree.DatePart, of date: SQLText) -> SQLText?
    /// Floating-point arithmetic by IEEE 754, with null for what is not a number, and for quotients that are
    /// not finite.
    func arithmetic(_ operation: ExpressionTree.Arithmetic, _ left: SQLText, _ right: SQLText) -> SQLText?
    /// An exact aggregate; `nil` when the engine cannot do it.
    func sum(of expression: SQLText, as type: AttributeType) -> SQLText?
    /// An exactly rounded average; `nil` when the engine cannot do it.
    func average(of expression: SQLText, as type: AttributeType) -> SQLText?
    /// The smallest or largest value; `nil` when the engine has no such order.
    func extreme(of expression: SQLText, isLargest: Bool, as type: AttributeType) -> SQLText?
    /// A term of an order: null first when ascending, last when descending.
    func orderTerm(_ expression: SQLText, isDescending: Bool, isOptional: Bool) -> SQLText
    /// A part of the key as the last term of an order, when the rows are better found through an index than
    /// in this order.
    func tieBreaker(_ expression: SQLText, searchesIndex: Bool) -> SQLText
    /// An expression to group by whose rows are better read in the table's order and sorted than looked up in that
    /// of an index.
    func sortedGroup(_ expression: SQLText) -> SQLText
    /// The clause that restricts the number of rows.
    func range(offset: Int, limit: Int?) -> SQLText
}
