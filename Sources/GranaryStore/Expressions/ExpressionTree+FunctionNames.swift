extension ExpressionTree.Function {
    /// The function in words for people, without stored values.
    package var name: String {
        switch self {
        case .number(let function): function.name
        case .choice(let function): function.rawValue
        case .text(let function): function.name
        case .date(let function): function.name
        case .structure(let function): function.name
        case .search(let function): function.rawValue
        }
    }
}

extension ExpressionTree.StructureFunction {
    fileprivate var name: String {
        switch self {
        case .itself: "the element"
        case .part(let path, let form): "part \(path.joined(separator: ".")) as \(form.rawValue)"
        case .setting(let path, let form):
            "setting \(path.joined(separator: ".")) as \(form.rawValue)"
        case .count: "count of elements"
        case .element(let position): "element \(position)"
        case .contains(let form): "contains \(form.rawValue)"
        case .quantified(let quantifier): "\(quantifier.rawValue) of the elements"
        }
    }
}

extension ExpressionTree.TextFunction {
    fileprivate var name: String {
        switch self {
        case .scalarCount: "scalarCount"
        case .byteCount: "byteCount"
        case .uppercased: "uppercased"
        case .lowercased: "lowercased"
        case .trimmed: "trimmed"
        case .part: "part"
        case .position: "position"
        case .replacing: "replacing"
        case .joined: "joined"
        case .written: "written"
        case .read(let type): "read as \(type.rawValue)"
        }
    }
}

extension ExpressionTree.DateFunction {
    fileprivate var name: String {
        switch self {
        case .plus(let unit): "plus \(unit.rawValue)s"
        case .difference(let unit): "difference in \(unit.rawValue)s"
        case .beginning(let unit, let offset): "beginning of \(unit.rawValue) at \(offset) seconds"
        case .part(let part, let offset): "\(part.rawValue) at \(offset) seconds"
        case .now: "now"
        }
    }
}
