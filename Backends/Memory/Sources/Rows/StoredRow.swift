package import Granary

/// One row of the store, which never changes once it is made: a change makes another row.
///
/// The values lie in the row's own memory, so that reading one goes to one place.
package final class StoredRow: ManagedBuffer<StoredRow.Header, Value> {
    /// What stands before the values.
    package struct Header {
        /// How many values there are.
        fileprivate let count: Int
        /// The save that wrote the row.
        fileprivate let version: Int64
    }

    /// Makes a row of its values.
    package static func make(_ values: some Collection<Value>, version: Int64) -> StoredRow {
        let row = make(count: values.count, version: version)
        for (column, value) in values.enumerated() { row.set(value, at: column) }
        return row
    }

    /// Makes a row of nulls, which may be set as long as nobody else has the row.
    static func make(count: Int, version: Int64) -> StoredRow {
        let made = create(minimumCapacity: count) { _ in Header(count: count, version: version) }
        made.withUnsafeMutablePointerToElements { $0.initialize(repeating: .null, count: count) }
        return unsafeDowncast(made, to: StoredRow.self)  // safe: `create` makes this class.
    }

    /// Makes a row with the values of this one, which may be set as long as nobody else has the row.
    func copy(version: Int64) -> StoredRow {
        let count = count
        let made = Self.create(minimumCapacity: count) { _ in Header(count: count, version: version) }
        made.withUnsafeMutablePointerToElements { values in
            withUnsafeMutablePointerToElements { values.initialize(from: $0, count: count) }
        }
        return unsafeDowncast(made, to: StoredRow.self)  // safe: `create` makes this class.
    }

    deinit {
        withUnsafeMutablePointers { header, values in
            _ = values.deinitialize(count: header.pointee.count)
        }
    }

    /// The save that wrote the row.
    package var version: Int64 {
        @inline(__always) get { withUnsafeMutablePointerToHeader { $0.pointee.version } }
    }

    /// How many values there are.
    var count: Int { @inline(__always) get { withUnsafeMutablePointerToHeader { $0.pointee.count } } }

    /// The values, by column.
    package var values: [Value] {
        withUnsafeMutablePointers { Array(UnsafeBufferPointer(start: $1, count: $0.pointee.count)) }
    }

    /// The row that stands for none.
    nonisolated(unsafe) static let none = make(count: 0, version: 0)  // safe: it never changes.

    /// Calls a closure with the value in a column, where it lies; with null for a column the row does not have.
    @inline(__always) func withValue<R>(at column: Int, _ body: (borrowing Value) throws -> R) rethrows -> R {
        try withUnsafeMutablePointers { header, values in
            guard column >= 0, column < header.pointee.count else { return try body(.null) }
            return try body(values[column])
        }
    }

    /// Writes a value while the row is being made; false for a column that the row does not have.
    @inline(__always) @discardableResult
    func set(_ value: Value, at column: Int) -> Bool {
        withUnsafeMutablePointers { header, values in
            guard column >= 0, column < header.pointee.count else { return false }
            values[column] = value
            return true
        }
    }
}

extension StoredRow: EvaluationRow {
    /// The value in a column; null for a column the row does not have.
    @inline(__always) package func value(at column: Int) -> Value { withValue(at: column) { copy $0 } }

    /// Some of the values, in the order of the columns given.
    func values(in columns: [Int]) -> [Value] { columns.map(value) }

    /// The key in some columns; `nil` when one of them is null.
    func key(in columns: [Int]) -> ObjectKey? {
        if columns.count == 1, let column = columns.first {
            switch value(at: column) {
            case .integer(let value): return .integer(value)
            case .uuid(let value): return .uuid(value)
            case .text(let value): return .text(value)
            default: break
            }
        }
        return ObjectKey(values(in: columns))
    }

    /// Whether one of some columns is null.
    func hasNull(in columns: [Int]) -> Bool { columns.contains { value(at: $0).isNull } }

    /// Whether two rows have the same values in some columns.
    func isSame(as other: StoredRow, in columns: [Int]) -> Bool {
        columns.allSatisfy { value(at: $0) == other.value(at: $0) }
    }
}
