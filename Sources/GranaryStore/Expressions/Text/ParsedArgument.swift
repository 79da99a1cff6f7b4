/// One of the arguments between the brackets of a function that is being read.
///
/// It is a class for the reason that ``ParsedOperand`` is.
final class ParsedArgument {
    /// The name before it, with a colon.
    let label: String?
    /// The expression, perhaps a word that only the function knows; `nil` where there is a pattern, or only a kind.
    let operand: ParsedOperand?
    /// The word behind “as”.
    let form: String?
    /// The pieces of a pattern, which stand between square brackets.
    let pattern: TextPattern?
    /// Where it begins.
    let start: Int

    /// An argument that is an expression, or nothing yet.
    init(
        _ operand: ParsedOperand?, label: String? = nil, form: String? = nil, pattern: TextPattern? = nil,
        at start: Int
    ) {
        self.label = label
        self.operand = operand
        self.form = form
        self.pattern = pattern
        self.start = start
    }
}
