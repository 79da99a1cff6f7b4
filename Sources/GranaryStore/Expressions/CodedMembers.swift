/// The coding of a value of members, with its operands by their numbers beside it: so a level is no deeper than another.
enum CodedMembers {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }

        static let function = Key(stringValue: "ofMembers")
        static let path = Key(stringValue: "path")
        static let relationship = Key(stringValue: "relationship")
        static func operand(_ position: Int) -> Key { Key(stringValue: "\(position)") }
    }

    /// Encodes an expression if it is a value of members; returns whether it is.
    static func encode(_ tree: ExpressionTree, to encoder: any Encoder) throws -> Bool {
        guard case .ofMembers(let function, let path, let relationship, let operands) = tree else {
            return false
        }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(function, forKey: .function)
        try container.encode(path, forKey: .path)
        try container.encode(relationship, forKey: .relationship)
        for (position, operand) in operands.enumerated() {
            try container.encode(operand, forKey: .operand(position))
        }
        return true
    }

    /// The value of members that a decoder holds; `nil` if it holds another expression.
    static func tree(from decoder: any Decoder) throws -> ExpressionTree? {
        guard let container = try? decoder.container(keyedBy: Key.self), container.contains(.function) else {
            return nil
        }
        var operands: [ExpressionTree] = []
        while container.contains(.operand(operands.count)) {
            operands.append(
                try container.decode(ExpressionTree.self, forKey: .operand(operands.count)))
        }
        return .ofMembers(
            try container.decode(ExpressionTree.MemberFunction.self, forKey: .function),
            path: try container.decode([String].self, forKey: .path),
            relationship: try container.decode(String.self, forKey: .relationship), operands)
    }
}
