/// The coding of functions and of values of members, with numbered operands stored next to them, so that a level of these
/// is no deeper than another.
enum CodedOperands {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }

        static let function = Key(stringValue: "function")
        static let ofMembers = Key(stringValue: "ofMembers")
        static let path = Key(stringValue: "path")
        static let relationship = Key(stringValue: "relationship")
        static func operand(_ position: Int) -> Key { Key(stringValue: "\(position)") }
    }

    /// Encodes an expression if it is one of these; returns whether it is.
    static func encode(_ tree: ExpressionTree, to encoder: any Encoder) throws -> Bool {
        switch tree {
        case .function(let function, let operands):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(function, forKey: .function)
            try encode(operands, in: &container)
        case .ofMembers(let function, let path, let relationship, let operands):
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(function, forKey: .ofMembers)
            try container.encode(path, forKey: .path)
            try container.encode(relationship, forKey: .relationship)
            try encode(operands, in: &container)
        default: return false
        }
        return true
    }

    /// The expression that a decoder holds; `nil` if it holds another.
    static func tree(from decoder: any Decoder) throws -> ExpressionTree? {
        guard let container = try? decoder.container(keyedBy: Key.self) else { return nil }
        if container.contains(.function) {
            return .function(
                try container.decode(ExpressionTree.Function.self, forKey: .function),
                try operands(in: container))
        }
        guard container.contains(.ofMembers) else { return nil }
        return .ofMembers(
            try container.decode(ExpressionTree.MemberFunction.self, forKey: .ofMembers),
            path: try container.decode([String].self, forKey: .path),
            relationship: try container.decode(String.self, forKey: .relationship),
            try operands(in: container))
    }

    private static func encode(
        _ operands: [ExpressionTree], in container: inout KeyedEncodingContainer<Key>
    ) throws {
        for (position, operand) in operands.enumerated() {
            try container.encode(operand, forKey: .operand(position))
        }
    }

    private static func operands(in container: KeyedDecodingContainer<Key>) throws -> [ExpressionTree] {
        var operands: [ExpressionTree] = []
        while container.contains(.operand(operands.count)) {
            operands.append(
                try container.decode(ExpressionTree.self, forKey: .operand(operands.count)))
        }
        return operands
    }
}
