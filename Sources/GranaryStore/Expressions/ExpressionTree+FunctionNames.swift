extension ExpressionTree.Function {
    /// The function in words for people, without stored values.
    package var name: String {
        switch self {
        case .number(let function): function.name
        case .choice(let function): function.rawValue
        }
    }
}
