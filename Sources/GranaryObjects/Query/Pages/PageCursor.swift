/// A place in the results of a query, behind the last object of a page: an opaque text for a client to send back.
///
/// It is bound to the query (model, condition and order) and to the schema, and holds a checksum. That finds mistakes,
/// not forgery: it is neither signed nor secret, and anyone who decodes it can read the sort values of an object.
public struct PageCursor: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The text, of letters, digits, `-` and `_` only.
    public let text: String

    /// Takes a text that a program got back; whether it fits a query is checked when the query is used.
    public init(text: String) { self.text = text }

    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The number of characters: the text itself holds values of an object.
    public var description: String { "a cursor of \(text.utf8.count) characters" }
}

extension Query {
    /// The objects behind a page, in the same order.
    ///
    /// The query must be that of the page, apart from limits. Nothing is skipped or repeated however many objects
    /// others insert or delete between pages; an object whose sort values change moves, and may be seen twice or not at
    /// all.
    ///
    /// The cursor becomes a part of the condition, which every store answers with a range of an index in the query's
    /// order, at the same cost for every page. A wrong cursor is an error of the code ``GranaryError/Code/query`` when
    /// the query is used.
    public func after(_ cursor: PageCursor) -> Query {
        var query = self
        query.cursor = cursor
        return query
    }
}
