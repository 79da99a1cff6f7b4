/// Says where the contexts of a stack read from and save to.
///
/// A strategy gets what the stack would do by itself and returns what it shall do. Four ship; a program writes
/// its own where some of its contexts need other rules. Children are made by programs
/// (``Context/makeChild(_:)``) and stay with their parents.
public protocol ContextStrategy: Sendable {
    /// How the context of the main actor works; asked once for each opening of a stack's first main context.
    func mainRoute(_ standard: MainContextRoute) -> MainContextRoute
    /// How units of work run that name no options of their own; asked for each.
    func backgroundRoute(_ standard: BackgroundRoute) -> BackgroundRoute
}

extension ContextStrategy {
    /// The stack's own way.
    public func mainRoute(_ standard: MainContextRoute) -> MainContextRoute { standard }
    /// The stack's own way.
    public func backgroundRoute(_ standard: BackgroundRoute) -> BackgroundRoute { standard }
}

/// The strategies that ship.
public struct StandardContextStrategy: ContextStrategy, Hashable {
    private enum Layout { case direct, independent, nested, mixed }

    private let layout: Layout

    /// All contexts read from the stores and save to them, and the main context follows what others save.
    public static let direct = StandardContextStrategy(layout: .direct)
    /// All contexts read from the stores and save to them; the main context keeps its snapshot until it saves
    /// or refreshes.
    public static let independent = StandardContextStrategy(layout: .independent)
    /// Units of work are children of the main context: they see its unsaved changes, and their saves are its
    /// saves.
    ///
    /// They run on the main actor, once each: ``ContextOptions/retries`` do not apply, and cancelling a task does not
    /// interrupt one that runs.
    public static let nested = StandardContextStrategy(layout: .nested)
    /// Units of work read from the stores; the main context is a child of a root context, which gathers what
    /// editors on the main actor do before it is written.
    public static let mixed = StandardContextStrategy(layout: .mixed)

    /// The route of the main actor's context.
    public func mainRoute(_ standard: MainContextRoute) -> MainContextRoute {
        var route = standard
        if layout == .independent { (route.readsNewest, route.followsOthers) = (false, false) }
        if layout == .mixed { route.base = .root }
        return route
    }

    /// The route of units of work.
    public func backgroundRoute(_ standard: BackgroundRoute) -> BackgroundRoute {
        var route = standard
        if layout == .nested { route.base = .mainContext }
        return route
    }
}

extension ContextStrategy where Self == StandardContextStrategy {
    /// All contexts work on the stores, and the main context follows what others save.
    public static var direct: StandardContextStrategy { .direct }
    /// All contexts work on the stores, and the main context keeps its snapshot until it saves or refreshes.
    public static var independent: StandardContextStrategy { .independent }
    /// Units of work are children of the main context, on the main actor.
    public static var nested: StandardContextStrategy { .nested }
    /// Units of work work on the stores, the main context on a root context.
    public static var mixed: StandardContextStrategy { .mixed }
}
