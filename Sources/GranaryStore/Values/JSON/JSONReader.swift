/// Reads JSON as RFC 8259 defines it.
package struct JSONReader {
    /// The deepest allowed nesting of arrays and objects.
    package static let deepest = 512

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The value of a JSON text.
    ///
    /// - Throws: ``JSONSyntaxError`` for text that is no JSON.
    package static func value(of json: String) throws -> JSONValue {
        try Bytewise.withBytes(json) { bytes in
            var reader = JSONReader(bytes.assumingMemoryBound(to: UInt8.self))
            let value = try reader.value()
            reader.skipSpace()
            if reader.position < bytes.count { throw reader.fault("more text than one value") }
            return value
        }
    }

    // MARK: Values

    private mutating func value() throws -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "{"): return try nested { try $0.object() }
        case UInt8(ascii: "["): return try nested { try $0.array() }
        case UInt8(ascii: "t"):
            try expect("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try expect("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try expect("null")
            return .null
        case let byte? where byte == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte:
            return .number(try number())
        default: throw fault("no value")
        }
    }

    private mutating func nested(_ read: (inout JSONReader) throws -> JSONValue) throws -> JSONValue {
        guard depth < Self.deepest else { throw fault("more than \(Self.deepest) nested arrays and objects") }
        depth += 1
        position += 1
        defer { depth -= 1 }
        return try read(&self)
    }

    private mutating func object() throws -> JSONValue {
        var members: [JSONMember] = []
        skipSpace()
        if consume(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("no name of a member") }
            let name = try text()
            skipSpace()
            guard consume(UInt8(ascii: ":")) else { throw fault("no colon") }
            members.append(JSONMember(name, try value()))
            skipSpace()
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "}")) else { throw fault("no end of the object") }
        return .object(members)
    }

    private mutating func array() throws -> JSONValue {
        var values: [JSONValue] = []
        skipSpace()
        if consume(UInt8(ascii: "]")) { return .array(values) }
        repeat {
            values.append(try value())
            skipSpace()
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "]")) else { throw fault("no end of the array") }
        return .array(values)
    }

    private mutating func number() throws -> JSONNumber {
        let start = position
        _ = consume(UInt8(ascii: "-"))
        if !consume(UInt8(ascii: "0")) { try digits() }
        if consume(UInt8(ascii: ".")) { try digits() }
        if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
            if !consume(UInt8(ascii: "-")) { _ = consume(UInt8(ascii: "+")) }
            try digits()
        }
        return JSONNumber(text: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func digits() throws {
        let start = position
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        if position == start { throw fault("no digit") }
    }

    // MARK: Texts

    private mutating func text() throws -> String {
        position += 1
        let start = position
        while let byte = next {
            if byte == UInt8(ascii: "\"") {
                position += 1
                return String(decoding: bytes[start..<(position - 1)], as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") { return try escapedText(from: start) }
            if byte < 0x20 { throw fault("a control character in a text") }
            position += 1
        }
        throw fault("no end of the text")
    }

    private mutating func escapedText(from start: Int) throws -> String {
        var text = Array(bytes[start..<position])
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                try text.append(contentsOf: String(escaped()).utf8)
            } else if byte < 0x20 {
                throw fault("a control character in a text")
            } else {
                text.append(byte)
            }
        }
        throw fault("no end of the text")
    }

    private mutating func escaped() throws -> Unicode.Scalar {
        guard let byte = next else { throw fault("no end of the text") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try unit()
            if let scalar = Unicode.Scalar(first) { return scalar }
            // A code unit that is no scalar is half of a pair of surrogates, the higher one first.
            guard first < 0xdc00, consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else { break }
            let second = try unit()
            guard 0xdc00...0xdfff ~= second,
                let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
            else { break }
            return scalar
        default: break
        }
        throw fault("an escape that is none")
    }

    private mutating func unit() throws -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("no hexadecimal digit")
            }
            position += 1
            unit = unit << 4 | UInt32(truncatingIfNeeded: digit)
        }
        return unit
    }

    // MARK: Bytes

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ word: StaticString) throws {
        let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[position...].starts(with: text) else { throw fault("no value") }
        position += text.count
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
    }

    private func fault(_ reason: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: position, reason: reason)
    }
}
