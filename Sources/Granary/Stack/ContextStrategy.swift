/// Decides where the contexts of a stack read from and save to.
///
/// A strategy receives the stack's default and returns the route to use. Granary has four; a program writes its own if
/// some of its contexts need other rules. Child contexts are not affected: a program makes them itself with
/// ``Context/makeChild(_:)``, and they use their parents.
public protocol ContextStrategy: Sendable {
    /// The route of the main actor's context; called when the context is made, at its first use.
    func mainRoute(_ standard: MainContextRoute) -> MainContextRoute
    /// The route of units of work; called for each. Its options are for those that name none.
    func backgroundRoute(_ standard: BackgroundRoute) -> BackgroundRoute
}

extension ContextStrategy {
    /// Returns the stack's default.
    public func mainRoute(_ standard: MainContextRoute) -> MainContextRoute { standard }
    /// Returns the stack's default.
    public func backgroundRoute(_ standard: BackgroundRoute) -> BackgroundRoute { standard }
}

extension ContextStrategy where Self == StandardContextStrategy {
    /// All contexts use the stores, and the main context merges the saves of others.
    public static var direct: StandardContextStrategy { .direct }
    /// All contexts use the stores, and the main context keeps its snapshot until it saves or refreshes.
    public static var independent: StandardContextStrategy { .independent }
    /// Units of work are children of the main context, on the main actor.
    public static var nested: StandardContextStrategy { .nested }
    /// Units of work use the stores, and the main context uses a root context.
    public static var mixed: StandardContextStrategy { .mixed }
}
