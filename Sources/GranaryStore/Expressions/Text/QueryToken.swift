/// A word or sign of a query that is written as text.
enum QueryToken: Equatable {
    /// A name or a word of the grammar.
    case word(String)
    /// A name between backticks, which is never a word of the grammar.
    case name(String)
    /// Digits.
    case integer(String)
    /// Digits with a fraction.
    case fraction(String)
    /// A number with an exponent.
    case real(String)
    /// A text between quotation marks.
    case text(String)
    /// An operator, a bracket, or punctuation.
    case sign(String)
    /// The sign that stands for a constant in a log.
    case hidden
    /// The end of the text.
    case end

    /// The token for a message, without constants.
    var shown: String {
        switch self {
        case .word(let name), .name(let name): "“\(ShownText.clean(name))”"
        case .integer, .fraction, .real: "a number"
        case .text: "a text"
        case .sign(let sign): "“\(sign)”"
        case .hidden: "“…”"
        case .end: "the end"
        }
    }

    /// The name that the token is; `nil` for words of the grammar and for other tokens.
    var asName: String? {
        switch self {
        case .word(let word): QueryWords.reserved.contains(word) ? nil : word
        case .name(let name): name
        default: nil
        }
    }
}
