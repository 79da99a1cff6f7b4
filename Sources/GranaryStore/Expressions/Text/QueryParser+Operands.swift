internal import FoundationEssentials

extension QueryParser {
    /// Reads an operand without the operators before it.
    mutating func operand() throws -> ParsedOperand {
        let place = start
        if try take("(") {
            let inner = try value()
            try require(")")
            return try parts(of: inner)
        }
        return try parts(of: try first(at: place))
    }

    /// Reads what an operand begins with.
    private mutating func first(at place: Int) throws -> ParsedOperand {
        switch token {
        case .integer, .fraction, .real: return try number(isNegative: false, at: place)
        case .sign("-") where startsNumber:
            try advance()
            return try number(isNegative: true, at: place)
        case .text(let text):
            try advance()
            return ParsedOperand(constant: .text(text), .text, at: place)
        case .word("nil"), .word("true"), .word("false"): return try literal(at: place)
        case .word("self"):
            try advance()
            return ParsedOperand(names: [], at: place)
        default: return try named(at: place)
        }
    }

    /// Reads a name, or a call.
    private mutating func named(at place: Int) throws -> ParsedOperand {
        let isWord = if case .word = token { true } else { false }
        let name = try requiredName("a value")
        if isWord, token == .sign("(") { return try call(name, at: place) }
        return ParsedOperand(names: [name], at: place)
    }

    /// Reads what follows an operand: names, methods, and parts of structured values.
    private mutating func parts(of first: ParsedOperand) throws -> ParsedOperand {
        var operand = first
        while token == .sign(".") || token == .sign("[") {
            operand = try take(".") ? try part(of: operand) : try element(of: try resolved(operand))
        }
        return operand
    }

    /// Reads a name or a method, behind its point.
    private mutating func part(of operand: ParsedOperand) throws -> ParsedOperand {
        let place = start
        // The word “or” is a method too.
        guard case .word(let word) = token, token.asName != nil || word == "or" else {
            return try adding(try requiredName("a name"), to: operand)
        }
        try advance()
        if token == .sign("(") { return try method(word, of: operand, at: place) }
        if word == "or" { throw expected("“(” behind “or”") }
        return try adding(word, to: operand)
    }

    private func adding(_ name: String, to operand: ParsedOperand) throws -> ParsedOperand {
        guard let names = operand.names else {
            throw expected("“(” behind “\(ShownText.clean(name))”, which is asked of a value,")
        }
        try requireShort(names, at: operand.start)
        return ParsedOperand(names: names + [name], at: operand.start)
    }

    /// Reads the element at a position, or the part at the end of a path of names, with its brackets.
    private mutating func element(of whole: ParsedOperand) throws -> ParsedOperand {
        try require("[")
        switch token {
        case .integer, .sign("-"):
            let position = try integer("the position of an element")
            try require("]")
            return try made(
                .function(.structure(.element(position)), [whole.tree.tree]), over: [whole.tree], .json,
                at: whole.start)
        default:
            let (path, form) = try partAndForm()
            try require("]")
            return try made(
                .function(.structure(.part(path, form)), [whole.tree.tree]), over: [whole.tree], form.type,
                at: whole.start)
        }
    }

    /// Reads a path of names, perhaps none, and how the part there is written.
    private mutating func partAndForm() throws -> ([String], ExpressionTree.StructuredForm) {
        let path = token == .word("as") ? [] : try names("the name of a part, a position, or “as”")
        try require(word: "as")
        return (path, try choice("the kind of a part"))
    }

    // MARK: Constants

    /// Reads the digits of a number.
    mutating func number(isNegative: Bool, at place: Int) throws -> ParsedOperand {
        let number: ParsedOperand
        let sign = isNegative ? "-" : ""
        switch token {
        case .integer(let digits):
            guard let value = Int64(sign + digits) else {
                throw problem(
                    "the integer does not fit 64 bits; write decimal(\"…\") or a number with an exponent.",
                    at: place)
            }
            number = ParsedOperand(constant: .integer(value), .integer, at: place)
        case .fraction(let digits), .real(let digits):
            guard let value = Double(sign + digits), value.isFinite else {
                throw problem("the number is too large for a floating-point number of 64 bits.", at: place)
            }
            let isFraction = if case .fraction = token { true } else { false }
            number = ParsedOperand(
                constant: .real(value), .real, fraction: isFraction ? sign + digits : nil, at: place)
        default: throw expected("a number")
        }
        try advance()
        return number
    }

    /// Reads a word that is a constant.
    private mutating func literal(at place: Int) throws -> ParsedOperand {
        let word = token
        try advance()
        if word == .word("nil") { return ParsedOperand(constant: .null, nil, at: place) }
        return ParsedOperand(constant: .bool(word == .word("true")), .bool, at: place)
    }

    /// Reads a constant where no other expression may stand, next to values of some kind.
    mutating func constant(beside type: AttributeType?) throws -> Value {
        let place = start
        var found: ParsedOperand?
        switch token {
        case .sign("-"):
            try advance()
            found = try number(isNegative: true, at: place)
        case .integer, .fraction, .real: found = try number(isNegative: false, at: place)
        case .text(let text):
            try advance()
            return .text(text)
        case .word("nil"), .word("true"), .word("false"): found = try literal(at: place)
        case .word(let word):
            if Self.constants.contains(word) {
                try advance()
                if token == .sign("(") { return try constant(of: word, at: place) }
            }
        default: break
        }
        guard let found, case .literal(let value) = found.beside(type).tree.tree else {
            if token == .hidden { throw expected("a constant") }
            throw problem(
                "expected a constant; other expressions are compared by “=” and joined by “or”.", at: place)
        }
        return value
    }

    /// The calls that are constants.
    static var constants: [String] { ["date", "uuid", "data", "decimal", "real"] }

    /// Reads the text of a constant between brackets, behind the name of its kind.
    mutating func constant(of kind: String, at place: Int) throws -> Value {
        try require("(")
        if kind == "date", token == .sign("-") || token.isInteger {
            let microseconds = try integer("the microseconds since 1970")
            try require(")")
            return .date(Int64(microseconds))
        }
        let text = try requiredText("a constant")
        try require(")")
        switch kind {
        case "date":
            if let moment = DateText.microseconds(text) ?? DateText.microseconds(text + "T00:00:00Z") {
                return .date(moment)
            }
            throw problem("the date is written neither as 2013-01-31 nor as 2013-01-31T10:15:00Z.", at: place)
        case "uuid":
            if let value = UUID(uuidString: text) { return .uuid(value) }
            throw problem("the text is no UUID.", at: place)
        case "data":
            if let value = Data(base64Encoded: text) { return .data(value) }
            throw problem("the bytes are not written in Base64.", at: place)
        case "decimal":
            if text == "nan" { return .decimal(.nan) }
            if let number = DecimalParts(scientificText: text)?.decimal { return .decimal(number) }
            if Self.isPlainDecimal(text), let number = JSONNumber(text: text).decimal {
                return .decimal(number)
            }
            throw problem("the text is no decimal of at most 38 digits, such as 12.50.", at: place)
        default:
            if let number = ["inf": Double.infinity, "-inf": -.infinity, "nan": .nan][text] {
                return .real(number)
            }
            throw problem("expected “inf”, “-inf” or “nan”; write other numbers without real(…).", at: place)
        }
    }

    /// Whether a text is a sign or none, digits, and a fraction or none.
    private static func isPlainDecimal(_ text: String) -> Bool {
        let parts = (text.rest(after: "-") ?? text).parts(between: ".")
        return parts.count <= 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
    }
}

extension QueryToken {
    /// Whether it is digits alone.
    fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
}
