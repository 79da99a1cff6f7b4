/// The functions that begin an operand.
extension QueryParser {
    private static var calls: [String] {
        constants + ["query", "outer", "choose", "now", "element", "count", "group", "calculated"]
    }

    /// Reads a call that begins an operand.
    mutating func call(_ name: String, at place: Int) throws -> ParsedOperand {
        switch name {
        case "query": return try subquery(seeking: nil, at: place)
        case "outer": return try outer(at: place)
        case "choose": return try choice(at: place)
        case "calculated": return try calculated(at: place)
        case _ where Self.constants.contains(name):
            return ParsedOperand(
                constant: try constant(of: name, at: place), AttributeType(rawValue: name), at: place)
        default: return try simple(name, at: place)
        }
    }

    private mutating func simple(_ name: String, at place: Int) throws -> ParsedOperand {
        let tree: (ExpressionTree, AttributeType?)
        switch name {
        case "now": tree = (.function(.date(.now), []), .date)
        case "element": tree = (.function(.structure(.itself), []), .json)
        case "count": tree = (.aggregate(.count), .integer)
        case "group":
            try require("(")
            let position = try integer("the position of a group's value")
            try require(")")
            return ParsedOperand(.leaf(.aggregate(.group(position))), at: place)
        default:
            let shown = ShownText.clean(name)
            throw problem(
                "“\(shown)” is no function.\(NearestMatch.question(name, in: Self.calls)) Functions of a value stand behind it, as in “name.\(shown)(…)”.",
                at: place)
        }
        try noArguments()
        return ParsedOperand(.leaf(tree.0), tree.1, at: place)
    }

    private mutating func calculated(at place: Int) throws -> ParsedOperand {
        try require("(")
        let inner = try value()
        try require(")")
        return try made(.aggregate(.calculated(inner.tree.tree)), over: [inner.tree], inner.type, at: place)
    }

    private mutating func outer(at place: Int) throws -> ParsedOperand {
        try require("(")
        let inside = start
        let name = try requiredName("the name of a model")
        try require(":")
        push(try model(name, at: inside))
        defer { pop() }
        let inner = try value()
        try require(")")
        return try made(.outer(name, inner.tree.tree), over: [inner.tree], inner.type, at: place)
    }

    private mutating func choice(at place: Int) throws -> ParsedOperand {
        try require("(")
        var operands: [ParsedOperand] = []
        while try !take(word: "else") {
            operands.append(try value())
            try require(word: "then")
            operands.append(try value())
            try require(",")
        }
        operands.append(try value())
        try require(")")
        return try chosen(operands, at: place)
    }

    private func chosen(_ operands: [ParsedOperand], at place: Int) throws -> ParsedOperand {
        func isValue(_ position: Int) -> Bool { position % 2 == 1 || position == operands.count - 1 }
        let types = operands.indices.lazy.filter(isValue).compactMap {
            operands[$0].fraction == nil ? operands[$0].type : nil
        }
        let type = types.first
        let trees = operands.indices.map {
            isValue($0) ? operands[$0].beside(type).tree : operands[$0].tree
        }
        return try made(
            .function(.choice(.choose), trees.map(\.tree)), over: trees, type ?? .real, at: place)
    }
}
