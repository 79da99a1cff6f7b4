internal import CPostgreSQL
internal import FoundationEssentials
internal import GranaryStore

/// The rows of a native query, whose columns may have any type of the server.
///
/// A number is read as any kind of number that holds it exactly.
final class NativeCursor: RowCursor {
    /// The types of the server that are read, by their numbers (`pg_type.dat`).
    private enum Form: UInt32 {
        case bool = 16
        case data = 17
        case name = 19
        case wide = 20
        case narrow = 21
        case middle = 23
        case text = 25
        case json = 114
        case single = 700
        case double = 701
        case padded = 1042
        case varying = 1043
        case moment = 1184
        case decimal = 1700
        case uuid = 2950
        case binaryJSON = 3802
    }

    private let rows: ResultSet
    private var row: Int32 = -1

    /// Makes a cursor before the first of some rows.
    init(_ rows: ResultSet) { self.rows = rows }

    func advance() throws -> Bool {
        guard row < rows.count else { return false }
        row += 1
        return row < rows.count
    }

    func close() { row = rows.count }

    func isNull(at column: Int) -> Bool { rows.bytes(row, Int32(column)) == nil }

    func bool(at column: Int) throws -> Bool { try read(column, [.bool]) { _, bytes in bytes.first == 1 } }

    func integer(at column: Int) throws -> Int64 {
        try read(column, [.wide, .middle, .narrow, .decimal]) { form, bytes in
            if form != .decimal { return Self.integer(bytes) }
            return NumericForm.decode(bytes)?.decimal.flatMap { Int64($0.description) }
        }
    }

    func real(at column: Int) throws -> Double {
        try read(column, [.double, .single, .wide, .middle, .narrow, .decimal]) { form, bytes in
            switch form {
            case .double: Self.number(bytes, UInt64.self).map { Double(bitPattern: $0) + 0 }
            case .single: Self.number(bytes, UInt32.self).map { Double(Float(bitPattern: $0)) + 0 }
            case .decimal: NumericForm.decode(bytes)?.decimal.flatMap { Double($0.description) }
            default: Self.integer(bytes).map(Double.init)
            }
        }
    }

    func text(at column: Int) throws -> String {
        try read(column, [.text, .varying, .padded, .name, .json, .binaryJSON]) { form, bytes in
            if form != .binaryJSON { return String(decoding: bytes, as: UTF8.self) }
            let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
            return NegativeZero.unmarked(CompactJSON.text(rest))
        }
    }

    func data(at column: Int) throws -> Data { try read(column, [.data]) { _, bytes in Data(bytes) } }

    func date(at column: Int) throws -> Int64 {
        try read(column, [.moment]) { _, bytes in
            guard let number = Self.integer(bytes) else { return nil }
            let (moment, overflow) = number.addingReportingOverflow(ByteBuffer.epoch)
            return overflow || !StoredDate.range.contains(moment) ? nil : moment
        }
    }

    func uuid(at column: Int) throws -> UUID {
        try read(column, [.uuid]) { _, bytes in
            bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
        }
    }

    func decimal(at column: Int) throws -> Decimal {
        try read(column, [.decimal, .wide, .middle, .narrow]) { form, bytes in
            form == .decimal ? NumericForm.decode(bytes)?.decimal : Self.integer(bytes).map { Decimal($0) }
        }
    }

    /// Reads a value of one of some types; any other is an error.
    private func read<Result>(
        _ column: Int, _ forms: Set<Form>, _ body: (Form, UnsafeRawBufferPointer) -> Result?
    ) throws -> Result {
        if let form = Form(rawValue: PQftype(rows.pointer, Int32(column))), forms.contains(form),
            let bytes = rows.bytes(row, Int32(column)), let result = body(form, bytes)
        {
            return result
        }
        throw GranaryError(.malformed, "A column of the native query has another type.")
    }

    private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        switch bytes.count {
        case 8: number(bytes, UInt64.self).map { Int64(bitPattern: $0) }
        case 4: number(bytes, UInt32.self).map { Int64(Int32(bitPattern: $0)) }
        case 2: number(bytes, UInt16.self).map { Int64(Int16(bitPattern: $0)) }
        default: nil
        }
    }

    private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: UnsafeRawBufferPointer, _ type: Number.Type
    ) -> Number? {
        guard bytes.count == MemoryLayout<Number>.size else { return nil }
        return Number(bigEndian: bytes.loadUnaligned(as: Number.self))
    }
}

extension ResultSet {
    /// The names of the columns.
    var columnNames: [String] {
        (0..<PQnfields(pointer)).map { PQfname(pointer, $0).map { String(cString: $0) } ?? "" }
    }
}
