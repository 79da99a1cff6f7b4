internal import FoundationEssentials

/// Takes the columns of a row as a store would, and notes the rules that they break.
final class RuleWriter: ColumnWriter {
    private let rules: EntityRules
    /// The broken rules, each with its column.
    private(set) var broken: [(column: Int, rule: RuleFailure.Rule)] = []

    init(_ rules: EntityRules) { self.rules = rules }

    private func check(_ value: Value, _ column: Int) {
        for rule in rules.broken(by: value, at: column) { broken.append((column, rule)) }
    }

    func null(at column: Int) { check(.null, column) }
    func bool(_ value: Bool, at column: Int) { check(.bool(value), column) }
    func integer(_ value: Int64, at column: Int) { check(.integer(value), column) }
    func real(_ value: Double, at column: Int) { check(.real(value), column) }
    func text(_ value: String, at column: Int) { check(.text(value), column) }
    func data(_ value: Data, at column: Int) { check(.data(value), column) }
    func date(_ value: Int64, at column: Int) { check(.date(value), column) }
    func uuid(_ value: UUID, at column: Int) { check(.uuid(value), column) }
    func decimal(_ value: Decimal, at column: Int) { check(.decimal(value), column) }
}
