/// Reads the text of a query, in one pass and by recursive descent (Docs/Decisions/queries-as-text.md).
///
/// It fails with an error on any text that is no query, and bounds its own depth.
struct QueryParser {
    private var scanner: QueryScanner
    /// The token that is read next, and where it begins.
    private(set) var token = QueryToken.end
    private(set) var start = 0
    /// The models by which names are checked; `nil` to check none.
    let models: KnownModels?
    /// The models of the objects that expressions are about, the innermost last; `nil` for one that is not known.
    private(set) var scopes: [ModelDescription?] = []
    private var depth = 0

    /// Begins with a text.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a text that is too long, or that begins with no token.
    init(_ text: String, _ models: KnownModels?) throws {
        scanner = try QueryScanner(text)
        self.models = models
        try advance()
    }

    // MARK: Tokens

    /// Goes on to the next token.
    mutating func advance() throws { (token, start) = try scanner.next() }

    /// Takes a sign; returns whether it is the next token.
    mutating func take(_ sign: String) throws -> Bool {
        guard token == .sign(sign) else { return false }
        try advance()
        return true
    }

    /// Takes a word of the grammar; returns whether it is the next token.
    mutating func take(word: String) throws -> Bool {
        guard token == .word(word) else { return false }
        try advance()
        return true
    }

    /// Takes a sign that has to be there.
    mutating func require(_ sign: String) throws {
        if try !take(sign) { throw expected("“\(sign)”") }
    }

    /// Takes a word that has to be there.
    mutating func require(word: String) throws {
        if try !take(word: word) { throw expected("“\(word)”") }
    }

    /// Takes a name.
    mutating func requiredName(_ what: String) throws -> String {
        guard let name = token.asName else {
            if case .word(let word) = token, QueryWords.reserved.contains(word) {
                throw problem(
                    "expected \(what), found the word “\(word)”; a name that is a word stands between backticks."
                )
            }
            throw expected(what)
        }
        try advance()
        return name
    }

    /// Takes an integer, with a sign or without.
    mutating func integer(_ what: String) throws -> Int {
        let place = start
        let isNegative = try take("-")
        guard case .integer(let digits) = token else { throw expected(what) }
        guard let number = Int((isNegative ? "-" : "") + digits) else {
            throw problem("the number does not fit 64 bits; write a smaller one.", at: place)
        }
        try advance()
        return number
    }

    /// Takes one of the words that a type has.
    mutating func choice<Choice: RawRepresentable & CaseIterable>(_ what: String) throws -> Choice
    where Choice.RawValue == String {
        guard let word = token.asName else { throw expected(what) }
        let found: Choice = try choice(word, what, at: start)
        try advance()
        return found
    }

    /// The case of a type that a word names.
    func choice<Choice: RawRepresentable & CaseIterable>(_ word: String, _ what: String, at place: Int) throws
        -> Choice
    where Choice.RawValue == String {
        if let choice = Choice(rawValue: word) { return choice }
        let known = Choice.allCases.map(\.rawValue)
        throw problem(
            "“\(ShownText.clean(word))” is not \(what).\(NearestMatch.question(word, in: known)) There are \(known.joined(separator: ", ")).",
            at: place)
    }

    /// Whether a minus and digits follow, which are a number together.
    var startsNumber: Bool { token == .sign("-") && scanner.isDigitNext }

    /// Takes things with commas between them.
    mutating func list<Element>(_ element: (inout QueryParser) throws -> Element) throws -> [Element] {
        var elements = [try element(&self)]
        while try take(",") { elements.append(try element(&self)) }
        return elements
    }

    // MARK: Errors

    /// An error at a place, or at the next token.
    func problem(_ message: String, at place: Int? = nil) -> GranaryError {
        scanner.problem(message, at: place ?? start)
    }

    /// The error of a token that something else should stand in place of.
    func expected(_ what: String) -> GranaryError {
        if token == .hidden {
            return problem(
                "“…” stands for a constant that a log does not show; write the constant in its place.")
        }
        return problem("expected \(what), found \(token.shown).")
    }

    /// Begins an expression within others.
    mutating func enter() throws {
        depth += 1
        if depth > QueryText.deepest {
            throw problem("brackets are nested more than \(QueryText.deepest) levels deep; split the query.")
        }
    }

    /// Ends an expression.
    mutating func leave() { depth -= 1 }

    /// The error of an expression that is nested too deeply.
    func tooDeep(at place: Int) -> GranaryError { problem(ExpressionTree.tooDeep().message, at: place) }

    /// Begins expressions about the objects of another model.
    mutating func push(_ model: ModelDescription?) { scopes.append(model) }

    /// Goes back to expressions about the objects of the model before.
    mutating func pop() { scopes.removeLast() }

    /// An operand over others; refused if it is nested too deeply.
    func made(
        _ tree: ExpressionTree, over operands: [MeasuredTree], _ type: AttributeType? = nil, at start: Int
    ) throws -> ParsedOperand {
        try checked(ParsedOperand(MeasuredTree(tree, over: operands), type, at: start))
    }

    /// The operand, unless it is nested too deeply.
    func checked(_ operand: ParsedOperand) throws -> ParsedOperand {
        if operand.tree.isTooHigh { throw tooDeep(at: operand.start) }
        return operand
    }
}
