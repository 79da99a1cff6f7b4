/// Functions of a relationship to many, whose arguments are about its objects.
extension QueryParser {
    /// Reads a function of a relationship to many, behind its opening bracket.
    mutating func members(_ name: String, of operand: ParsedOperand) throws -> ParsedOperand {
        let names = operand.names ?? []
        let (path, relationship) = (Array(names.dropLast()), names.last ?? "")
        let owner = try destination(of: path, at: operand.start)
        let model = try destination(of: relationship, from: owner, isToMany: true, at: operand.start)
        push(model)
        defer { pop() }
        if token == .sign(")") {
            try advance()
            return try members(name, path, relationship, [], nil, at: operand.start)
        }
        let value = try value()
        if QueryWords.aggregates.contains(name) || name == "first" {
            return try aggregate(name, path, relationship, value, at: operand.start)
        }
        try require(")")
        return try members(name, path, relationship, [value.tree], value.type, at: operand.start)
    }

    /// A condition on the objects, or their number.
    private func members(
        _ name: String, _ path: [String], _ relationship: String, _ condition: [MeasuredTree],
        _ type: AttributeType?,
        at place: Int
    ) throws -> ParsedOperand {
        if name == "count" {
            return try made(
                .countOf(path: path, relationship: relationship, condition.first?.tree), over: condition,
                .integer,
                at: place)
        }
        guard let quantifier = ExpressionTree.Quantifier(rawValue: name) else {
            throw problem("expected a value of the objects between the brackets.", at: place)
        }
        let holds = condition.first?.tree ?? .literal(.bool(true))
        return try made(
            .quantified(quantifier, path: path, relationship: relationship, holds), over: condition, .bool,
            at: place)
    }

    /// Reads what follows a value that is aggregated, or that the first object has.
    private mutating func aggregate(
        _ name: String, _ path: [String], _ relationship: String, _ value: ParsedOperand, at place: Int
    ) throws -> ParsedOperand {
        var operands = [value.tree, MeasuredTree.leaf(.literal(.bool(true)))]
        if try take(word: "where") { operands[1] = try self.value().tree }
        var function = ExpressionTree.MemberFunction(named: name) ?? .first(descending: [])
        if name == "first", try take(word: "sorted") {
            try require(word: "by")
            let terms = try sortTerms()
            function = .first(descending: terms.map(\.isDescending))
            operands += terms.map(\.tree)
        }
        try require(")")
        return try made(
            .ofMembers(function, path: path, relationship: relationship, operands.map(\.tree)),
            over: operands,
            function == .average ? nil : value.type, at: place)
    }

    /// Reads expressions to sort by, and their directions.
    mutating func sortTerms() throws -> [(tree: MeasuredTree, isDescending: Bool)] {
        var terms: [(tree: MeasuredTree, isDescending: Bool)] = []
        repeat {
            let tree = try value().tree
            let isDescending = try take(word: "descending")
            if !isDescending { _ = try take(word: "ascending") }
            terms.append((tree, isDescending))
        } while try take(",")
        return terms
    }
}
