/// One property that a batch update sets: `$0.score.set(to: $0.score + 1)`.
public struct Assignment<Root: Model>: Sendable {
    enum NewValue {
        case expression(ExpressionTree)
        case key([Value]?)
        case constant(Value)
    }

    let property: String
    let value: NewValue
    let problem: GranaryError?
}

extension Assignment {
    /// Whether the new value depends on the time of the request.
    var asksForNow: Bool { if case .expression(let tree) = value { tree.asksForNow } else { false } }

    /// Whether the new value depends on another query.
    var hasSubqueries: Bool {
        if case .expression(let tree) = value { tree.hasSubqueries } else { false }
    }

    /// The same assignment with another expression for the new value.
    func mapped(_ change: (ExpressionTree) throws -> ExpressionTree) rethrows -> Assignment {
        guard case .expression(let tree) = value else { return self }
        return Assignment(property: property, value: .expression(try change(tree)), problem: problem)
    }
}

extension TypedExpression where Root: Model {
    /// Sets the attribute to a constant.
    @_disfavoredOverload
    public func set(to value: Value) -> Assignment<Root> {
        let literal = literal(value)
        return assignment(literal.tree, literal.problem)
    }

    /// Sets the attribute to the value an expression has before the update.
    public func set(to value: Self) -> Assignment<Root> { assignment(value.tree, value.problem) }

    /// Sets the optional attribute to the value an expression that is never `nil` has before the update.
    public func set<Wrapped>(to value: TypedExpression<Root, Wrapped>) -> Assignment<Root>
    where Value == Wrapped? { assignment(value.tree, value.problem) }

    private func assignment(_ value: ExpressionTree, _ problem: GranaryError?) -> Assignment<Root> {
        guard let (attribute, part) = tree.structurePart, case .attribute(let path, let name) = attribute,
            path.isEmpty
        else {
            let wrong = GranaryError(
                .query,
                "A batch update sets attributes of \(Root.modelDescription.name) itself; the expression left of `set` is not an attribute of it.",
                context: .init(entity: Root.modelDescription.name))
            return Assignment(property: "", value: .expression(value), problem: wrong)
        }
        guard case .function(.structure(.part(_, let form)), _) = tree else {
            return Assignment(
                property: name, value: .expression(value), problem: self.problem ?? problem)
        }
        let whole = ExpressionTree.function(.structure(.setting(part, form)), [attribute, value])
        return Assignment(property: name, value: .expression(whole), problem: self.problem ?? problem)
    }
}

extension ToOneField {
    /// Sets the relationship to the object with an identity, or to none.
    public func set(to target: ObjectID<Target>?) -> Assignment<Root> {
        let values = target?.key.objectKey.values
        guard path.count == 1, let name = path.first else {
            let wrong = GranaryError(
                .query,
                "A batch update sets relationships of \(Root.modelDescription.name) itself, not those of other objects.",
                context: .init(entity: Root.modelDescription.name))
            return Assignment(property: "", value: .key(values), problem: wrong)
        }
        return Assignment(property: name, value: .key(values), problem: nil)
    }
}
