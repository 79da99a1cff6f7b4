internal import CPostgreSQL
internal import FoundationEssentials
internal import GranaryStore

extension ResultSet {
    /// A computed value, as a kind of value that may differ from the type in which the server computes it.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` for sums beyond the range of a store; ``GranaryError/Code/malformed``.
    private func value(_ row: Int32, _ column: Int32, as type: AttributeType) throws -> Value {
        guard let bytes = bytes(row, column) else { return .null }
        let found = PQftype(pointer, column)
        switch (type, found) {
        case (.integer, ColumnForm(.decimal).identifier): return .integer(try Self.integerSum(bytes))
        case (.real, ColumnForm(.text).identifier): return .real(try Self.average(bytes))
        case (.decimal, _): return .decimal(try Self.decimalSum(bytes))
        default: return try Self.plain(bytes, as: type)
        }
    }

    /// The computed values of a row.
    ///
    /// - Throws: as ``value(_:_:as:)``.
    func values(_ row: Int32, as types: [AttributeType]) throws -> [Value] {
        try types.enumerated().map { try value(row, Int32($0), as: $1) }
    }

    private static func plain(_ bytes: UnsafeRawBufferPointer, as type: AttributeType) throws -> Value {
        let number = { () throws -> Int64 in
            guard bytes.count == 8 else { throw malformed }
            return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        }
        switch type {
        case .bool: return .bool(bytes.first == 1)
        case .integer: return .integer(try number())
        case .real: return .real(Double(bitPattern: UInt64(bitPattern: try number())) + 0)
        case .text: return .text(String(decoding: bytes, as: UTF8.self))
        case .data: return .data(Data(bytes))
        case .date:
            let (moment, overflow) = try number().addingReportingOverflow(ByteBuffer.epoch)
            guard !overflow, StoredDate.range.contains(moment) else { throw malformed }
            return .date(moment)
        case .uuid:
            guard bytes.count == 16 else { throw malformed }
            return .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
        case .decimal: return .decimal(try decimalSum(bytes))
        case .json:
            return .text(
                NegativeZero.unmarked(
                    CompactJSON.text(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))))
        }
    }

    private static var malformed: GranaryError {
        GranaryError(
            .malformed, "A computed value has another kind than the query expects. Correct the rows.")
    }

    private static func integerSum(_ bytes: UnsafeRawBufferPointer) throws -> Int64 {
        guard let parts = NumericForm.decode(bytes), let value = parts.integer else {
            throw GranaryError(.overflow, "The sum leaves the range of 64-bit integers.")
        }
        return value
    }

    private static func decimalSum(_ bytes: UnsafeRawBufferPointer) throws -> Decimal {
        guard let decimal = NumericForm.decode(bytes)?.decimal else {
            throw GranaryError(
                .overflow, "The sum needs more than 38 digits or leaves the range of decimals.")
        }
        return decimal
    }

    /// The quotient of a text `sum/count`, rounded once.
    private static func average(_ bytes: UnsafeRawBufferPointer) throws -> Double {
        let parts = String(decoding: bytes, as: UTF8.self).parts(between: "/")
        guard parts.count == 2, let sum = Int128(parts[0]), let count = UInt64(parts[1]), count > 0 else {
            throw malformed
        }
        return Double(nearestTo: sum, dividedBy: count)
    }

    /// The key in consecutive columns; `nil` when one of them is null.
    func key(_ row: Int32, from first: Int, _ types: [AttributeType]) throws -> ObjectKey? {
        ObjectKey(try types.enumerated().map { try value(row, Int32(first + $0), as: $1) })
    }
}

extension DecimalParts {
    /// The number as a 64-bit integer; `nil` when it is not one.
    fileprivate var integer: Int64? {
        guard exponent >= 0, exponent < 19 else { return significand == 0 ? 0 : nil }
        var product = significand
        for _ in 0..<exponent {
            let (next, overflow) = product.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            product = next
        }
        guard product <= UInt128(Int64.max) + 1 else { return nil }
        let value = Int128(product)
        return Int64(exactly: isNegative ? -value : value)
    }
}
