extension TypedExpression where Root: Model {
    /// The same expression as objects of another model see it, from which a path leads to its own, and its fault.
    ///
    /// A condition on members in it that names its own object, as a property that a program adds to its fields may have, then
    /// finds that object at the end of the path.
    func prefixed<Start: Model>(
        by path: [String], from start: Start.Type
    ) -> (measured: MeasuredTree, problem: GranaryError?) {
        guard tree.namesOuter, !path.isEmpty else {
            return (measured.replaced(by: tree.prefixed(by: path)), problem)
        }
        let moved = tree.movingOuter(of: .model(Root.self), to: start.modelDescription.name) {
            $0.prefixed(by: path)
        }
        if let moved { return (measured.replaced(by: moved.prefixed(by: path)), problem) }
        let fault = GranaryError(
            .query,
            "“\(path.joined(separator: "."))” leads to a condition on members that names its \(Root.modelDescription.name), and stands behind another \(start.modelDescription.name). Write the condition where the path begins.",
            context: .init(entity: start.modelDescription.name))
        return (measured, problem ?? fault)
    }
}

extension OuterLevel {
    /// An object of a model.
    fileprivate static func model(_ model: any Model.Type) -> OuterLevel {
        OuterLevel(model.modelDescription.name) { path in
            var end = model
            for step in path {
                let found = end.modelDescription.relationships.first { $0.name == step }
                guard let next = found?.destination?() as? any Model.Type else { return nil }
                end = next
            }
            return .model(end)
        }
    }
}
