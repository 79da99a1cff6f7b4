/// Divides the text of a query into words and signs, one after the other.
struct QueryScanner {
    private let bytes: [UInt8]
    private var position = 0

    /// Begins with a text.
    ///
    /// - Throws: ``GranaryError/Code/query`` for one that is too long.
    init(_ text: String) throws(GranaryError) {
        if text.utf8.count > QueryText.longest {
            throw GranaryError(
                .query,
                "The text of the query is longer than \(QueryText.longest) bytes; make the query in Swift.")
        }
        bytes = Array(text.utf8)
    }

    /// The next token, and where it begins.
    ///
    /// - Throws: ``GranaryError/Code/query`` for what begins no token.
    mutating func next() throws(GranaryError) -> (token: QueryToken, start: Int) {
        while let byte = peek(), byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
        let start = position
        guard let byte = peek() else { return (.end, start) }
        if isHidden(at: position) {
            position += 3
            return (.hidden, start)
        }
        switch byte {
        case UInt8(ascii: "\""): return (.text(try quoted()), start)
        case UInt8(ascii: "`"): return (.name(try quoted()), start)
        case _ where Self.isDigit(byte): return (try number(), start)
        case _ where Self.begins(byte): return (.word(word()), start)
        default: return (try sign(), start)
        }
    }

    /// Whether digits begin where the next token is read, without a space before them.
    var isDigitNext: Bool { peek().map(Self.isDigit) ?? false }

    /// An error at a place of the text.
    func problem(_ message: String, at place: Int) -> GranaryError {
        let before = bytes[..<min(place, bytes.count)]
        let line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        // Each Unicode scalar begins with a byte that does not continue one.
        let column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
        return GranaryError(.query, "Line \(line), column \(column) of the query: \(message)")
    }

    // MARK: Tokens

    private func peek(_ distance: Int = 0) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    private func isHidden(at place: Int) -> Bool {
        place + 2 < bytes.count && bytes[place] == 0xE2 && bytes[place + 1] == 0x80
            && bytes[place + 2] == 0xA6
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func begins(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
            || byte >= 0x80
    }

    private func part(from start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }

    private mutating func word() -> String {
        let start = position
        while let byte = peek(), Self.begins(byte) || Self.isDigit(byte), !isHidden(at: position) {
            position += 1
        }
        return part(from: start)
    }

    private mutating func digits() { while let byte = peek(), Self.isDigit(byte) { position += 1 } }

    private mutating func number() throws(GranaryError) -> QueryToken {
        let start = position
        digits()
        var (isFraction, isReal) = (false, false)
        if peek() == UInt8(ascii: "."), let digit = peek(1), Self.isDigit(digit) {
            isFraction = true
            position += 1
            digits()
        }
        if let exponent = peek(), exponent | 0x20 == UInt8(ascii: "e") {
            let hasSign = peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+")
            if let digit = peek(hasSign ? 2 : 1), Self.isDigit(digit) {
                isReal = true
                position += hasSign ? 2 : 1
                digits()
            }
        }
        if let byte = peek(), Self.begins(byte), !isHidden(at: position) {
            throw problem("a number goes on with a letter; put a space or an operator between.", at: position)
        }
        let text = part(from: start)
        return isReal ? .real(text) : isFraction ? .fraction(text) : .integer(text)
    }

    private mutating func sign() throws(GranaryError) -> QueryToken {
        let start = position
        let pair = String(decoding: bytes[position..<min(position + 2, bytes.count)], as: UTF8.self)
        position += 2
        switch pair {
        case "==": return .sign("=")
        case "!=", "<=", ">=": return .sign(pair)
        case "&&": return .word("and")
        case "||": return .word("or")
        default: break
        }
        position = start + 1
        let sign = part(from: start)
        if sign == "!" { return .word("not") }
        if "=<>+-*/%()[],.:".utf8.contains(bytes[start]) { return .sign(sign) }
        let hint =
            switch sign {
            case "'": "Texts stand between double quotation marks."
            case "$": "Names of properties stand alone, as in “freight > 10”."
            case "{": "Conditions on the objects of a relationship stand between round brackets."
            default: "It is no part of the grammar."
            }
        throw problem("unexpected “\(ShownText.clean(sign))”. \(hint)", at: start)
    }

    /// The text up to the sign that it begins with.
    private mutating func quoted() throws(GranaryError) -> String {
        let (start, end) = (position, bytes[position])
        var content: [UInt8] = []
        position += 1
        while let byte = peek(), byte != UInt8(ascii: "\n") {
            position += 1
            if byte == end { return String(decoding: content, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") { content += try escaped() } else { content.append(byte) }
        }
        let what = end == UInt8(ascii: "\"") ? "a text" : "a name between backticks"
        throw problem("\(what) begins here and does not end in its line.", at: start)
    }

    /// The bytes that an escape stands for, behind its backslash.
    private mutating func escaped() throws(GranaryError) -> [UInt8] {
        let start = position - 1
        let byte = peek()
        position += 1
        switch byte {
        case UInt8(ascii: "\\")?, UInt8(ascii: "\"")?, UInt8(ascii: "`")?: return byte.map { [$0] } ?? []
        case UInt8(ascii: "n")?: return [0x0A]
        case UInt8(ascii: "r")?: return [0x0D]
        case UInt8(ascii: "t")?: return [0x09]
        case UInt8(ascii: "0")?: return [0]
        case UInt8(ascii: "u")? where peek() == UInt8(ascii: "{"):
            let first = position + 1
            while let digit = peek(), digit != UInt8(ascii: "}"), position - first < 9 { position += 1 }
            let text = String(decoding: bytes[min(first, position)..<position], as: UTF8.self)
            position += 1
            // `UInt32` would take a sign too.
            let isDigits = text.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit)
            if isDigits, let number = UInt32(text, radix: 16), let scalar = Unicode.Scalar(number) {
                return Array(String(Character(scalar)).utf8)
            }
        default: break
        }
        throw problem(
            "an escape is none of \\\\, \\\", \\`, \\n, \\r, \\t, \\0 and \\u{…} with a Unicode scalar.",
            at: start)
    }
}
