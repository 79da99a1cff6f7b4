internal import CPostgreSQL

/// Rows as libpq has read them, in PostgreSQL's binary form.
final class ResultSet {
    /// libpq's own object.
    let pointer: OpaquePointer

    /// Takes a result.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { PQclear(pointer) }

    /// Whether it is the answer to a commit that was one.
    var isCommitted: Bool { PQcmdStatus(pointer).map { String(cString: $0) == "COMMIT" } ?? false }

    /// How many rows there are.
    var count: Int32 { PQntuples(pointer) }

    /// The bytes of a value; `nil` for null.
    func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(pointer, row, column) == 0, let start = PQgetvalue(pointer, row, column) else {
            return nil
        }
        return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(pointer, row, column)))
    }

    /// A 64-bit integer; `nil` for null and for anything else.
    func integer(_ row: Int32, _ column: Int32) -> Int64? {
        guard let bytes = bytes(row, column), bytes.count == 8 else { return nil }
        return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    }

    /// Text; `nil` for null.
    func text(_ row: Int32, _ column: Int32) -> String? {
        bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A Boolean; `nil` for null.
    func bool(_ row: Int32, _ column: Int32) -> Bool? { bytes(row, column).map { $0.first == 1 } }
}
