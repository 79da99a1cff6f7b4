/// A stored property of a model, named in a list such as that of `ignoring: { $0.seen; $0.note }`.
public struct ModelProperty<Root: Model>: Sendable {
    /// The name of the property in Swift; empty for an expression that is no property.
    let name: String
    /// The fault of the list, thrown when it is used.
    let problem: GranaryError?

    private init(_ name: String) {
        self.name = name
        problem = nil
    }

    private init(problem: String) {
        let model = Root.modelDescription.name
        name = ""
        self.problem = GranaryError(
            .query, "\(problem) Name properties of \(model) itself, such as `$0.\(Self.example)`.",
            context: .init(entity: model))
    }

    private static var example: String { Root.modelDescription.attributes.first?.name ?? "name" }

    /// Makes the property that an expression reads.
    init<Value>(_ expression: TypedExpression<Root, Value>) {
        guard case .attribute(let path, let name) = expression.tree, path.isEmpty else {
            self.init(problem: "A list of properties holds an expression that is no attribute of the model.")
            return
        }
        self.init(name)
    }

    /// Makes the property of a relationship.
    init<Target>(_ relationship: ToOneField<Root, Target>) {
        guard relationship.path.count == 1, let name = relationship.path.first else {
            self.init(problem: "A list of properties holds a relationship of another object.")
            return
        }
        self.init(name)
    }

    /// Makes the property of a structured attribute.
    init<Value>(_ field: StructuredField<Root, Value>) {
        guard case .attribute(let path, let name) = field.tree, path.isEmpty else {
            self.init(problem: "A list of properties holds what is no attribute of the model.")
            return
        }
        self.init(name)
    }
}
