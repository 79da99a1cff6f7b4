/// Writes JSON without spaces.
package struct JSONWriter {
    private var bytes: [UInt8] = []

    /// The text of JSON, with the members in their order.
    package static func text(of value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.write(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let number): bytes += number.text.utf8
        case .text(let text): write(text)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (position, value) in values.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                write(value)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (position, member) in members.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                write(member.name)
                bytes.append(UInt8(ascii: ":"))
                write(member.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        Bytewise.withBytes(text) { source in
            // Almost no text has a character that is escaped.
            if source.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
                bytes.append(contentsOf: source)
            } else {
                for byte in source { escape(byte) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        let short: UInt8? =
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
            case 0x08: UInt8(ascii: "b")
            case 0x09: UInt8(ascii: "t")
            case 0x0a: UInt8(ascii: "n")
            case 0x0c: UInt8(ascii: "f")
            case 0x0d: UInt8(ascii: "r")
            default: nil
            }
        if let short {
            bytes += [UInt8(ascii: "\\"), short]
        } else if byte < 0x20 {
            bytes += "\\u00".utf8
            if byte < 0x10 { bytes.append(UInt8(ascii: "0")) }
            bytes += String(byte, radix: 16).utf8
        } else {
            bytes.append(byte)
        }
    }
}
