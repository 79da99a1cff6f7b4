extension ExpressionTree {
    /// A function of a structured value, which is the first operand; `nil` if that is.
    ///
    /// JSON of another kind than a function names is an error, ``GranaryError/Code/malformed``, with the path to it.
    public enum StructureFunction: Sendable, Hashable, Codable {
        /// In a condition on the elements of a list: the element; without operands.
        case itself
        /// The part at the end of a path of names; the whole value for no names.
        ///
        /// It is `nil` where a name is missing, and where the path leads to JSON's `null`. A path has at most
        /// ``deepest`` names.
        case part([String], StructuredForm)
        /// The structured value with the second operand at the end of a path of names; `nil` takes the part away.
        ///
        /// Where the path ends before its last name, there is nothing to have the part, and the value stays as it is.
        case setting([String], StructuredForm)
        /// The number of elements of a list.
        case count
        /// The element of a list at a position, counted from 0, as a structured value; `nil` where there is none.
        case element(Int)
        /// Whether the second operand is an element of a list whose elements have a form; false for no list.
        case contains(StructuredForm)
        /// How many elements of a list satisfy the second operand, which is a condition on an element.
        ///
        /// No list is like one without elements.
        case quantified(Quantifier)

        /// The largest number of names in a path.
        public static var deepest: Int { 8 }
    }

    /// How a part of a structured value is written in JSON (Docs/Design/structured-values.md).
    public enum StructuredForm: String, Sendable, Hashable, Codable, CaseIterable {
        /// `true` or `false`.
        case bool
        /// A number without a fraction, within 64 signed bits.
        case integer
        /// A number, read as the nearest floating-point number of 64 bits.
        case real
        /// A number, read as the nearest floating-point number of 32 bits.
        case float
        /// A number, with all its digits.
        case decimal
        /// A text.
        case text
        /// A text of Base64.
        case data
        /// The number of seconds since 2001-01-01 00:00 UTC, read to the microsecond.
        case date
        /// A UUID as text.
        case uuid
        /// Any JSON, as a structured value.
        case structure

        /// The type of the values.
        public var type: AttributeType {
            switch self {
            case .bool: .bool
            case .integer: .integer
            case .real, .float: .real
            case .decimal: .decimal
            case .text: .text
            case .data: .data
            case .date: .date
            case .uuid: .uuid
            case .structure: .json
            }
        }
    }
}

extension ExpressionTree {
    /// A part of a structured value: a part of a part is a part at a longer path.
    package static func part(_ path: [String], _ form: StructuredForm, of value: ExpressionTree)
        -> ExpressionTree
    {
        if case .function(.structure(.part(let start, .structure)), let operands) = value {
            return .function(.structure(.part(start + path, form)), operands)
        }
        return .function(.structure(.part(path, form)), [value])
    }

    /// The same expression about a structured value in place of the element of a list; conditions on the elements of
    /// lists in it stay as they are.
    package func placed(in value: ExpressionTree) -> ExpressionTree {
        switch self {
        case .function(.structure(.itself), _): return value
        case .function(.structure(.quantified(let quantifier)), let operands):
            guard let list = operands.first else { return self }
            return .function(
                .structure(.quantified(quantifier)), [list.placed(in: value)] + operands.dropFirst())
        case .function(.structure(.part(let path, let form)), let operands):
            guard let whole = operands.first else { return self }
            return .part(path, form, of: whole.placed(in: value))
        default: return mapped(members: { $0 }, operands: { $0.placed(in: value) })
        }
    }

    /// The attribute that is a structured value, or that has a part at the path; `nil` for other expressions.
    package var structurePart: (attribute: ExpressionTree, path: [String])? {
        switch self {
        case .attribute: (self, [])
        case .function(.structure(.part(let path, _)), let operands):
            if case .attribute? = operands.first { (operands[0], path) } else { nil }
        default: nil
        }
    }
}
