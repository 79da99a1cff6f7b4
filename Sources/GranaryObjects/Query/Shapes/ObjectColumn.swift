/// A column of `select` with an object of the context.
public struct ObjectColumn<Root: Model, Selected>: SelectableColumn {
    let object: SelectedObject
    let problem: GranaryError?
    let read: @Sendable ((any Model)?) throws -> Selected

    /// The column alone.
    @_documentation(visibility: private)
    public var _columns: SelectedColumns<Root, Selected> {
        SelectedColumns(selection: Selection(levels: [.object(object)]), problem: problem) { [read] in
            try read($0.nextObject())
        }
    }
}

extension ToOneField {
    /// The destination as a column of `select`; `nil` without one, and where the object is gone.
    ///
    /// One request fetches the objects of all rows that the context has not loaded.
    public var object: ObjectColumn<Root, Target?> {
        .of(Target.self, problem: nil) { $0.prefixed(by: path) }
    }
}

extension FirstMember {
    /// The object as a column of `select`; `nil` without one.
    ///
    /// One request fetches the objects of all rows that the context has not loaded.
    public var object: ObjectColumn<Root, Target?> {
        .of(Target.self, problem: problem) { value(.leaf($0.prefixed(by: way))).tree }
    }
}

extension ModelFields {
    /// The object of the row itself as a column of `select`: `{ ($0.object(), $0.orders.count) }`.
    ///
    /// One request fetches the objects of all rows that the context has not loaded. Where the context reads the
    /// newest state, a row whose object others delete before that request is left out.
    public func object<Root: Model>() -> ObjectColumn<Root, Root> where Root.Fields == Self {
        let description = Root.modelDescription
        let key = description.key.map { ExpressionTree.attribute(path: [], name: $0) }
        return ObjectColumn(
            object: SelectedObject(model: description.name, key: key, isRow: true), problem: nil
        ) { object in
            guard let object = object as? Root else {
                throw GranaryError(
                    .notFound, "An object of \(description.name) was deleted while its row was read.",
                    context: .init(entity: description.name))
            }
            return object
        }
    }
}

extension ObjectColumn {
    /// An object by the parts of its key, which a closure makes part of an expression.
    fileprivate static func of<Target: Model>(
        _ type: Target.Type, problem: GranaryError?, _ place: (ExpressionTree) -> ExpressionTree
    ) -> Self where Selected == Target? {
        let description = Target.modelDescription
        let key = description.key.map { place(.attribute(path: [], name: $0)) }
        return Self(
            object: SelectedObject(model: description.name, key: key, isRow: false), problem: problem
        ) { $0 as? Target }
    }
}
