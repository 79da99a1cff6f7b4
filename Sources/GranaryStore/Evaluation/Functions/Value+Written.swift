internal import FoundationEssentials

extension Value {
    /// The value as text, which ``init(_:writtenAs:)`` reads again; `nil` for an infinite number, and for values that have
    /// no such form.
    var written: Value {
        switch self {
        case .bool(let value): .text(value ? "true" : "false")
        case .integer(let number): .text(String(number))
        case .real(let number): JSONNumber(number).map { .text($0.text) } ?? .null
        // Equal decimals have one form.
        case .decimal(let number):
            DecimalParts(number)?.decimal.flatMap { JSONNumber($0) }.map { .text($0.text) } ?? .null
        case .date(let moment): .text(DateText.text(ofMicroseconds: moment))
        case .uuid(let value): .text(value.uuidString)
        case .null, .text, .data: .null
        }
    }

    /// The value of a type that a text writes; `nil` if it writes none that a store could hold.
    init(_ text: String, writtenAs type: AttributeType) {
        self = .null
        switch type {
        case .bool:
            if text.utf8.elementsEqual("true".utf8) || text.utf8.elementsEqual("false".utf8) {
                self = .bool(text.utf8.count == 4)
            }
        case .integer: if let number = Self.number(text)?.integer(Int64.self) { self = .integer(number) }
        case .real:
            if let number = Self.number(text)?.real(Double.self) { self = .real(number == 0 ? 0 : number) }
        case .decimal:
            if let number = Self.number(text)?.decimal, DecimalParts(number)?.hasStorableDigits == true {
                self = .decimal(number)
            }
        case .date: if let moment = DateText.microseconds(text) { self = .date(moment) }
        case .uuid: if let value = UUID(uuidString: text) { self = .uuid(value) }
        case .text, .data, .json: break
        }
    }

    /// A text as a number: a sign or none, digits, a fraction or none, an exponent or none.
    private static func number(_ text: String) -> JSONNumber? {
        var rest = text.utf8[...]
        func digits() -> Bool {
            let start = rest.startIndex
            rest = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return rest.startIndex != start
        }
        func take(_ signs: String) -> Bool {
            guard let first = rest.first, signs.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        _ = take("-")
        guard digits() else { return nil }
        if take("."), !digits() { return nil }
        if take("eE") {
            _ = take("+-")
            guard digits() else { return nil }
        }
        return rest.isEmpty ? JSONNumber(text: text) : nil
    }
}
