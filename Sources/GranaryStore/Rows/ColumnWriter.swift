public import FoundationEssentials

/// Receives the values of one row, by column position.
///
/// A backend implements it over its engine's binding or encoding. The core calls it once for each column to write, with
/// validated values, from one thread at a time.
public protocol ColumnWriter: AnyObject {
    /// Writes a null.
    func null(at column: Int)
    /// Writes a Boolean.
    func bool(_ value: Bool, at column: Int)
    /// Writes an integer.
    func integer(_ value: Int64, at column: Int)
    /// Writes a floating-point number.
    func real(_ value: Double, at column: Int)
    /// Writes text, also JSON text.
    func text(_ value: String, at column: Int)
    /// Writes bytes.
    func data(_ value: Data, at column: Int)
    /// Writes a date in microseconds since 1970.
    func date(_ value: Int64, at column: Int)
    /// Writes an identifier.
    func uuid(_ value: UUID, at column: Int)
    /// Writes a decimal number.
    func decimal(_ value: Decimal, at column: Int)
}

extension ColumnWriter {
    /// Writes a boxed value.
    public func value(_ value: Value, at column: Int) {
        switch value {
        case .null: null(at: column)
        case .bool(let value): bool(value, at: column)
        case .integer(let value): integer(value, at: column)
        case .real(let value): real(value, at: column)
        case .text(let value): text(value, at: column)
        case .data(let value): data(value, at: column)
        case .date(let value): date(value, at: column)
        case .uuid(let value): uuid(value, at: column)
        case .decimal(let value): decimal(value, at: column)
        }
    }
}
