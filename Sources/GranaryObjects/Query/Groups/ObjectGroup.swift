/// A group of objects of a model, or all objects of a query, which aggregates are about.
///
/// `$0.delay.average` of flights is an expression over an `ObjectGroup<Flight>`, with the operators of all expressions.
public enum ObjectGroup<Member: Model> {}

extension ObjectGroup: MemberGroup {
    static var entityName: String { Member.modelDescription.name }
}

/// A group of objects of any model.
private protocol MemberGroup {
    /// The name of the members' entity.
    static var entityName: String { get }
}

extension TypedExpression {
    /// The name of the entity that the expression is about, for errors.
    ///
    /// The root is a model or a group of one, without a protocol for both: the compiler would not know before `@Model` is
    /// expanded that a model conforms to it.
    static var entityName: String {
        if let model = Root.self as? any Model.Type { return model.modelDescription.name }
        return (Root.self as? any MemberGroup.Type)?.entityName ?? "\(Root.self)"
    }
}
