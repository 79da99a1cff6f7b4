internal import GranaryStore

/// The text of a statement as a key: texts are equal if their UTF-8 bytes are.
///
/// Swift's `==` treats composed and decomposed forms of a character as equal; an engine does not. So a statement must
/// not be taken for another one that differs only in them.
package struct StatementText: Hashable {
    private let text: String

    /// Makes a key of a text.
    package init(_ text: String) { self.text = text }

    /// Whether the texts have the same bytes.
    package static func == (left: StatementText, right: StatementText) -> Bool {
        Bytewise.equal(left.text, right.text)
    }

    /// Hashes the values that `==` compares.
    package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}
