extension QueryParser {
    /// Reads what stands between round brackets.
    mutating func arguments<Result>(_ body: (inout QueryParser) throws -> Result) throws -> Result {
        try require("(")
        let result = try body(&self)
        try require(")")
        return result
    }

    /// Reads brackets with nothing between them.
    mutating func noArguments() throws { try arguments { _ in } }

    /// Reads the arguments of a function up to the closing bracket.
    ///
    /// All functions have arguments of one form, so that the functions themselves are no part of the recursion.
    mutating func arguments() throws -> [ParsedArgument] {
        var arguments: [ParsedArgument] = []
        while token != .sign(")") {
            arguments.append(try argument())
            if try !take(",") { break }
        }
        return arguments
    }

    private mutating func argument() throws -> ParsedArgument {
        let place = start
        if token == .sign("[") { return ParsedArgument(nil, pattern: try pattern(), at: place) }
        if token == .word("as") { return ParsedArgument(nil, form: try form(), at: place) }
        if token == .word("in") { return try labelled(try label(), at: place) }
        let operand = try expression()
        if token == .sign(":"), let names = operand.names, names.count == 1 {
            try advance()
            return try labelled(names[0], at: place)
        }
        return ParsedArgument(operand, form: token == .word("as") ? try form() : nil, at: place)
    }

    private mutating func label() throws -> String {
        try advance()
        try require(":")
        return "in"
    }

    private mutating func labelled(_ label: String, at place: Int) throws -> ParsedArgument {
        ParsedArgument(try expression(), label: label, at: place)
    }

    /// Takes the word behind “as”.
    private mutating func form() throws -> String {
        try require(word: "as")
        return try requiredName("the kind of a part")
    }

    private mutating func pattern() throws -> TextPattern {
        TextPattern(
            try constants { parser in
                if case .text(let text) = parser.token {
                    try parser.advance()
                    return .literal(text)
                }
                let wildcard: TextWildcard = try parser.choice(
                    "a part of a pattern, which is a text or a wildcard")
                return wildcard == .anyOne ? .anyOne : .anyRun
            })
    }

    // MARK: What functions take

    /// Takes the next of some arguments as an expression.
    func operand(_ rest: inout ArraySlice<ParsedArgument>, label: String? = nil) throws -> ParsedOperand {
        let argument = try next(&rest, label.map { "“\($0):” and a value" } ?? "a value")
        guard argument.label == label, argument.form == nil, let operand = argument.operand else {
            throw problem("expected \(label.map { "“\($0):” and " } ?? "")a value.", at: argument.start)
        }
        return try resolved(operand)
    }

    /// Takes the next of some arguments as one of the words that a type has.
    func word<Choice: RawRepresentable & CaseIterable>(
        _ rest: inout ArraySlice<ParsedArgument>, label: String? = nil, _ what: String
    ) throws -> Choice where Choice.RawValue == String {
        let argument = try next(&rest, what)
        guard argument.label == label, let names = argument.operand?.names, names.count == 1 else {
            throw problem("expected \(label.map { "“\($0):” and " } ?? "")\(what).", at: argument.start)
        }
        return try choice(names[0], what, at: argument.start)
    }

    /// Takes the next of some arguments, if it has a label, as an integer.
    func integer(_ rest: inout ArraySlice<ParsedArgument>, label: String) throws -> Int? {
        guard let argument = rest.first, argument.label == label else { return nil }
        rest.removeFirst()
        guard case .literal(.integer(let number))? = argument.operand?.tree.tree,
            argument.operand?.names == nil
        else {
            throw problem("expected an integer behind “\(label):”.", at: argument.start)
        }
        return Int(number)
    }

    /// The word behind “as” as one of the kinds of parts.
    func form(of argument: ParsedArgument) throws -> ExpressionTree.StructuredForm {
        guard let form = argument.form else {
            throw problem("expected “as” and the kind of a part.", at: argument.start)
        }
        return try choice(form, "the kind of a part", at: argument.start)
    }

    /// Takes the next of some arguments.
    func next(_ rest: inout ArraySlice<ParsedArgument>, _ what: String) throws -> ParsedArgument {
        guard let argument = rest.popFirst() else { throw problem("expected \(what) as an argument.") }
        return argument
    }
}
