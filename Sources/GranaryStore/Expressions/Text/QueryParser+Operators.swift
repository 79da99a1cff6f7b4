extension QueryParser {
    /// How tightly an operator binds.
    private enum Tightness: Int {
        case or, and, not, comparison, sum, product, minus
    }

    /// Operands and operators that wait for what follows them: they need no recursion, however many they are.
    private struct Waiting {
        var operands: [ParsedOperand] = []
        var operators: [(tightness: Tightness, token: QueryToken, start: Int)] = []
        /// Whether the last operand is a comparison, which is not compared again.
        var isCompared = false
    }

    /// Reads an expression whose value is used.
    mutating func value() throws -> ParsedOperand { try resolved(try expression()) }

    /// Reads an expression, which may be names alone.
    mutating func expression() throws -> ParsedOperand {
        try enter()
        defer { leave() }
        var waiting = Waiting()
        while true {
            while try prefix(&waiting) {}
            waiting.operands.append(try operand())
            while try comparison(&waiting) {}
            guard let tightness else { break }
            try settle(&waiting, down: tightness)
            waiting.operators.append((tightness, token, start))
            if tightness.rawValue < Tightness.comparison.rawValue { waiting.isCompared = false }
            try advance()
        }
        try settle(&waiting, down: .or)
        return waiting.operands.last ?? ParsedOperand(constant: .null, nil, at: start)
    }

    /// How tightly the next token binds as an operator between two operands; `nil` if it is none.
    private var tightness: Tightness? {
        switch token {
        case .word("or"): return .or
        case .word("and"): return .and
        case .sign(let sign):
            switch sign {
            case "=", "!=", "<", "<=", ">", ">=": return .comparison
            case "+", "-": return .sum
            case "*", "/", "%": return .product
            default: return nil
            }
        default: return nil
        }
    }

    /// Takes an operator that stands before its operand; returns whether there is one.
    private mutating func prefix(_ waiting: inout Waiting) throws -> Bool {
        let tightness: Tightness = token == .word("not") ? .not : .minus
        guard tightness == .not || token == .sign("-") && !startsNumber else { return false }
        if tightness == .not, let last = waiting.operators.last,
            last.tightness.rawValue >= Tightness.comparison.rawValue
        {
            throw problem("“not” stands within another operator; put it and its condition into brackets.")
        }
        waiting.operators.append((tightness, token, start))
        try advance()
        return true
    }

    /// Joins the operands of all operators that bind at least so tightly.
    private func settle(_ waiting: inout Waiting, down least: Tightness) throws {
        while let last = waiting.operators.last, last.tightness.rawValue >= least.rawValue {
            if least == .comparison, last.tightness == .comparison { throw comparedTwice }
            waiting.operators.removeLast()
            guard let right = waiting.operands.popLast() else { return }
            guard last.tightness != .not, last.tightness != .minus else {
                waiting.operands.append(try applied(last.tightness, to: try resolved(right), at: last.start))
                continue
            }
            guard let left = waiting.operands.popLast() else { return }
            waiting.operands.append(try joined(try resolved(left), last.token, try resolved(right)))
        }
        if least == .comparison, waiting.isCompared { throw comparedTwice }
    }

    private var comparedTwice: GranaryError {
        problem("a comparison follows a comparison; join them by “and”, or put one into brackets.")
    }

    private func applied(_ prefix: Tightness, to operand: ParsedOperand, at place: Int) throws
        -> ParsedOperand
    {
        if prefix == .not { return try made(.not(operand.tree.tree), over: [operand.tree], .bool, at: place) }
        return try made(
            .function(.number(.negated), [operand.tree.tree]), over: [operand.tree], operand.type, at: place)
    }

    private func joined(_ left: ParsedOperand, _ sign: QueryToken, _ right: ParsedOperand) throws
        -> ParsedOperand
    {
        switch sign {
        case .word("or"):
            return try checked(ParsedOperand(.either(left.tree, right.tree), .bool, at: left.start))
        case .word("and"):
            return try checked(ParsedOperand(.both(left.tree, right.tree), .bool, at: left.start))
        default: break
        }
        let (first, second) = alike(left, right)
        let operands = [first.tree, second.tree]
        if let comparison = ExpressionTree.Comparison.allCases.first(where: { $0.textSign == sign }) {
            return try made(
                .compare(comparison, first.tree.tree, second.tree.tree), over: operands, .bool, at: left.start
            )
        }
        let operation = ExpressionTree.Arithmetic.allCases.first { .sign($0.sign) == sign } ?? .add
        return try made(
            .arithmetic(operation, first.tree.tree, second.tree.tree), over: operands,
            Self.type(first.type, second.type), at: left.start)
    }

    /// Two operands of one operator: a number with a fraction takes the kind of the decimal next to it.
    func alike(_ left: ParsedOperand, _ right: ParsedOperand) -> (ParsedOperand, ParsedOperand) {
        (left.beside(right.type), right.beside(left.type))
    }

    /// The kind of a calculation with two kinds; `nil` where it is not known.
    private static func type(_ left: AttributeType?, _ right: AttributeType?) -> AttributeType? {
        if left == right { return left }
        if left == .decimal || right == .decimal { return .decimal }
        return left == .real || right == .real ? .real : nil
    }

    // MARK: Objects and lists

    /// Reads “is”, “in” or “not in” and what follows, behind an operand; returns whether there was one.
    private mutating func comparison(_ waiting: inout Waiting) throws -> Bool {
        guard token == .word("is") || token == .word("in") || token == .word("not") else { return false }
        try settle(&waiting, down: .comparison)
        guard let left = waiting.operands.popLast() else { return false }
        if try take(word: "is") {
            waiting.operands.append(try identity(left))
        } else {
            let isNot = try take(word: "not")
            if try !take(word: "in") {
                throw problem("expected “in” behind “not”; a condition follows “not”.")
            }
            let found = try membership(left)
            waiting.operands.append(isNot ? try applied(.not, to: found, at: left.start) : found)
        }
        waiting.isCompared = true
        return true
    }

    /// Reads what an object is, behind “is”.
    private mutating func identity(_ left: ParsedOperand) throws -> ParsedOperand {
        let path = try reference(left)
        let isNot = try take(word: "not")
        let tree: ExpressionTree
        if try take(word: "nil") {
            tree = .isEmpty(path: path)
        } else if try take(word: "in") {
            let place = start
            let keys = try constants { try $0.key() }.map { ObjectKey($0) }
            if keys.contains(nil) { throw problem("a key has a part that is nil, or no part.", at: place) }
            tree = .holdsKey(path: path, keys: keys.compactMap { $0 })
        } else {
            tree = .refers(path: path, key: try key())
        }
        let found = ParsedOperand(.leaf(tree), .bool, at: left.start)
        return isNot ? try applied(.not, to: found, at: left.start) : found
    }

    /// Reads the parts of a key: one constant, or several between brackets.
    private mutating func key() throws -> [Value] {
        guard try take("(") else { return [try constant(beside: nil)] }
        var parts: [Value] = []
        while token != .sign(")") {
            parts.append(try constant(beside: nil))
            if try !take(",") { break }
        }
        try require(")")
        return parts
    }

    /// Reads a list between square brackets.
    mutating func constants<Element>(_ element: (inout QueryParser) throws -> Element) throws -> [Element] {
        try require("[")
        var elements: [Element] = []
        while token != .sign("]") {
            elements.append(try element(&self))
            if try !take(",") { break }
        }
        try require("]")
        return elements
    }

    /// Reads what a value is among, behind “in”.
    private mutating func membership(_ left: ParsedOperand) throws -> ParsedOperand {
        if token == .word("query") {
            try advance()
            let sought = left.names?.isEmpty == true ? left : try resolved(left)
            return try subquery(seeking: sought, at: left.start)
        }
        let operand = try resolved(left)
        guard token == .sign("[") else { throw expected("a list of constants in “[]”, or “query(…)”") }
        let values = try constants { try $0.constant(beside: operand.type) }
        return try made(.isIn(operand.tree.tree, values), over: [operand.tree], .bool, at: left.start)
    }
}

extension ExpressionTree.Comparison {
    /// The operator in the text of a query.
    var textSign: QueryToken { .sign(self == .equal ? "=" : sign) }
}
