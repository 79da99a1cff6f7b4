public import FoundationEssentials

/// The rows of one answer, one at a time, read by column position.
///
/// A backend implements it as a class over its engine's cursor. The columns are those of the request's entity in row
/// order, then the row's version. The core makes a typed call only for a column of that kind that is not null; the call
/// throws ``GranaryError/Code/malformed`` if the engine holds another kind of value. One thread uses a cursor at a
/// time.
public protocol RowCursor: AnyObject {
    /// Moves to the next row, the first time to the first one; false after the last.
    ///
    /// A row that cannot be read at all is a ``GranaryError/Code/malformed`` with its ``GranaryError/Context/key``, and the
    /// next call goes on after it. An error without a key ends the answer.
    func advance() throws -> Bool
    /// Whether the column of the current row is null.
    func isNull(at column: Int) -> Bool
    /// Reads a Boolean.
    func bool(at column: Int) throws -> Bool
    /// Reads an integer.
    func integer(at column: Int) throws -> Int64
    /// Reads a floating-point number.
    func real(at column: Int) throws -> Double
    /// Reads text, also JSON text.
    func text(at column: Int) throws -> String
    /// Reads bytes.
    func data(at column: Int) throws -> Data
    /// Reads a date in microseconds since 1970.
    func date(at column: Int) throws -> Int64
    /// Reads an identifier.
    func uuid(at column: Int) throws -> UUID
    /// Reads a decimal number.
    func decimal(at column: Int) throws -> Decimal
    /// Releases the engine's cursor; later calls of ``advance()`` return false.
    ///
    /// Safe to call twice.
    func close()
}

extension RowCursor {
    /// Reads a column of a known kind as a boxed value; for queries and conflicts, not for objects.
    public func value(at column: Int, as type: AttributeType) throws -> Value {
        if isNull(at: column) { return .null }
        switch type {
        case .bool: return .bool(try bool(at: column))
        case .integer: return .integer(try integer(at: column))
        case .real: return .real(try real(at: column))
        case .text, .json: return .text(try text(at: column))
        case .data: return .data(try data(at: column))
        case .date: return .date(try date(at: column))
        case .uuid: return .uuid(try uuid(at: column))
        case .decimal: return .decimal(try decimal(at: column))
        }
    }
}
