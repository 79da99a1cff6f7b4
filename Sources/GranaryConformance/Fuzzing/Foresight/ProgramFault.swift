/// The fault that a program found: the rule that was broken, and how.
struct ProgramFault: Error, Equatable, CustomStringConvertible {
    let rule: String
    var detail: String

    init(_ rule: String, _ detail: String) {
        self.rule = rule
        self.detail = detail
    }

    /// A difference from the behaviour that plain Swift foresees.
    init(_ detail: String) { self.init("what happened is not what plain Swift foresees", detail) }

    var description: String { "\(rule): \(detail)" }
}
