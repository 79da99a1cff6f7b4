extension ExpressionTree {
    /// A function of texts, whose characters are Unicode scalars; `nil` if an operand is.
    public enum TextFunction: Sendable, Hashable, Codable {
        /// The number of Unicode scalars.
        case scalarCount
        /// The number of bytes of UTF-8.
        case byteCount
        /// The text in upper case, character by character, by Granary's own version of Unicode.
        case uppercased
        /// The text in lower case, character by character, by Granary's own version of Unicode.
        case lowercased
        /// The text without white space at its beginning and end.
        case trimmed
        /// A part of a text: its first character, counted from 0, and the number of characters, which may be left out.
        ///
        /// What lies outside the text is left out.
        case part
        /// The position of the second text in the first, counted from 0; `nil` if it does not occur.
        case position
        /// The first text with every occurrence of the second replaced by the third, from the beginning; an empty text
        /// occurs nowhere.
        case replacing
        /// All texts, one behind the other.
        case joined
        /// A value as text: numbers by their digits, dates as RFC 3339 writes them in UTC, Booleans as `true` and `false`,
        /// UUIDs in upper case; `nil` for an infinite number.
        case written
        /// The value of a type that a text writes; `nil` if it writes none.
        ///
        /// The types are those of numbers, dates, Booleans and UUIDs.
        case read(AttributeType)
    }
}
