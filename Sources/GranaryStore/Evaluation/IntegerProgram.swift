/// A calculation with integers as steps on a stack, since a call for each part of an expression takes longer than its work.
///
/// The steps are in the order in which the parts are evaluated. A program does not fail by itself: what leaves 64 bits is
/// left to the parts, whose errors name the place.
struct IntegerProgram: Sendable {
    private enum Step {
        case column(Int)
        case constant(Int64)
        /// A part that is no calculation, by its position.
        case part(Int)
        /// Takes both operands from the stack.
        case calculate(ExpressionTree.Arithmetic)
        /// Takes the left operand from the stack.
        case calculateWith(ExpressionTree.Arithmetic, Int64)
    }

    /// The most operands that wait for others at one time: places of the stack, and bits of `nulls`, in ``result(on:in:)``.
    private static let room = 8

    private var steps: [Step] = []
    private var parts: [any EvaluationNode] = []
    private var height = 0
    /// Whether more operands wait than there is room for.
    private var isTooHigh = false

    /// Makes the program of a part; `nil` if it needs too much room.
    init?(_ node: any EvaluationNode) {
        node.addSteps(to: &self)
        if isTooHigh { return nil }
    }

    /// The constant that the program is; `nil` for any other.
    var constant: Int64? {
        guard steps.count == 1, case .constant(let constant) = steps[0] else { return nil }
        return constant
    }

    /// Adds a column of the row itself.
    mutating func addColumn(_ column: Int) { push(.column(column)) }

    /// Adds a constant.
    mutating func addConstant(_ constant: Int64) { push(.constant(constant)) }

    /// Adds a part of another kind.
    mutating func addPart(_ node: any EvaluationNode) {
        parts.append(node)
        push(.part(parts.count - 1))
    }

    /// Adds an operation on the two operands before it.
    mutating func addOperation(_ operation: ExpressionTree.Arithmetic) {
        height -= 1
        if case .constant(let constant) = steps.last {
            steps[steps.count - 1] = .calculateWith(operation, constant)
        } else {
            steps.append(.calculate(operation))
        }
    }

    private mutating func push(_ step: Step) {
        steps.append(step)
        height += 1
        isTooHigh = isTooHigh || height > Self.room
    }

    /// The result on a row; `other` where the parts have to be evaluated instead.
    ///
    /// - Throws: errors of the row and of the parts.
    func result(on row: any EvaluationRow, in source: any EvaluationSource) throws -> FoundInteger {
        var stack = InlineArray<8, Int64>(repeating: 0)
        // A bit for each operand that is nil.
        var nulls: UInt8 = 0
        var top = -1
        // By position, as an iterator counts a reference to all steps.
        for position in steps.indices {
            let step = steps[position]
            switch step {
            case .calculateWith(let operation, let right):
                if nulls & 1 << top != 0 { continue }
                guard let result = operation.result(stack[top], right) else { return .other }
                stack[top] = result
            case .calculate(let operation):
                let right = top
                top -= 1
                if nulls & 3 << top != 0 {
                    nulls |= 1 << top
                } else {
                    guard let result = operation.result(stack[top], stack[right]) else { return .other }
                    stack[top] = result
                }
            case .column, .constant, .part:
                top += 1
                nulls &= ~(1 << top)
                switch try operand(step, row, source) {
                case .integer(let number): stack[top] = number
                case .null: nulls |= 1 << top
                case .other: return .other
                }
            }
        }
        return top < 0 ? .other : nulls & 1 != 0 ? .null : .integer(stack[0])
    }

    @inline(__always) private func operand(
        _ step: Step, _ row: any EvaluationRow, _ source: any EvaluationSource
    ) throws -> FoundInteger {
        switch step {
        case .column(let column): try row.integer(at: column)
        case .constant(let constant): .integer(constant)
        case .part(let part): FoundInteger(try parts[part].value(of: row, in: source))
        case .calculate, .calculateWith: .other
        }
    }
}
