internal import GranaryStore

/// A word or sign of a native query that matters to the decimals and dates in it.
enum NativeToken: Equatable {
    /// A keyword or a name, in upper case.
    case word(String)
    /// An operator or another sign.
    case sign(String)
    /// A column of decimals, by its name, or a bound decimal, without one.
    case decimal(String?)
    /// A column of dates, by its name, or a bound date, without one.
    case date(String?)
    /// Any other value, column or table.
    case other

    /// The tokens of a query, without comments.
    static func all(in parts: [NativeStatement.Part]) -> [NativeToken] {
        parts.flatMap { part -> [NativeToken] in
            switch part {
            case .text(let text): tokens(of: text)
            case .column(let name, .decimal): [.decimal(name)]
            case .parameter(.decimal): [.decimal(nil)]
            case .column(let name, .date): [.date(name)]
            case .parameter(.date): [.date(nil)]
            case .identifier, .readable, .column, .parameter: [.other]
            }
        }
    }

    private static func tokens(of text: String) -> [NativeToken] {
        var tokens: [NativeToken] = []
        var rest = Array(text.utf8)[...]
        while let first = rest.first {
            if isSpace(first) {
                rest = rest.dropFirst()
            } else if isPart(ofWord: first) {
                let word = rest.prefix(while: isPart(ofWord:))
                rest = rest.dropFirst(word.count)
                let isNumber = first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
                tokens.append(isNumber ? .other : .word(String(decoding: word, as: UTF8.self).uppercased()))
            } else if let quote = closing(first) {
                rest = rest.dropFirst().drop { $0 != quote }.dropFirst()
                tokens.append(.other)
            } else if let comment = comment(rest) {
                rest = comment
            } else {
                let sign = sign(rest)
                rest = rest.dropFirst(sign.utf8.count)
                tokens.append(.sign(sign))
            }
        }
        return tokens
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") }

    private static func isPart(ofWord byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    /// The quotation mark that closes an opening one.
    private static func closing(_ mark: UInt8) -> UInt8? {
        switch mark {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): mark
        case UInt8(ascii: "["): UInt8(ascii: "]")
        default: nil
        }
    }

    /// The text behind a comment that it begins with.
    private static func comment(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if text.starts(with: "--".utf8) { return text.drop { $0 != UInt8(ascii: "\n") } }
        guard text.starts(with: "/*".utf8) else { return nil }
        var rest = text.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
        return rest.dropFirst(2)
    }

    private static func sign(_ text: ArraySlice<UInt8>) -> String {
        for sign in ["<=", ">=", "<>", "!=", "==", "||"] where text.starts(with: sign.utf8) { return sign }
        return String(decoding: text.prefix(1), as: UTF8.self)
    }
}

extension [NativeToken] {
    /// The position of the parenthesis that is open before a position.
    func parenthesis(before position: Int) -> Int? {
        unpaired(.sign("("), closedBy: .sign(")"), in: self[..<position].indices.reversed())
    }

    /// The position of the parenthesis that closes behind a position.
    func parenthesis(behind position: Int) -> Int? {
        unpaired(.sign(")"), closedBy: .sign("("), in: self[(position + 1)...].indices)
    }

    /// The position of the first unpaired one of some signs.
    private func unpaired(
        _ wanted: NativeToken, closedBy other: NativeToken, in positions: some Sequence<Int>
    ) -> Int? {
        var depth = 0
        for position in positions {
            if self[position] == other { depth += 1 }
            guard self[position] == wanted else { continue }
            if depth == 0 { return position }
            depth -= 1
        }
        return nil
    }
}
