/// The strategies that Granary provides.
public struct StandardContextStrategy: ContextStrategy, Hashable {
    private enum Layout { case direct, independent, nested, mixed }

    private let layout: Layout

    /// All contexts read from the stores and save to them; the main context merges the saves of others.
    public static let direct = StandardContextStrategy(layout: .direct)
    /// All contexts read from the stores and save to them; the main context keeps its snapshot until it saves
    /// or refreshes.
    public static let independent = StandardContextStrategy(layout: .independent)
    /// Units of work are children of the main context: they see its unsaved changes and save through it.
    ///
    /// They run on the main actor, once each: ``ContextOptions/retries`` does not apply, and cancelling a task does not
    /// interrupt a running one.
    public static let nested = StandardContextStrategy(layout: .nested)
    /// Units of work read from the stores; the main context is a child of a root context, which collects the changes of
    /// editors on the main actor before they are written.
    ///
    /// A save of the main context goes through the root to the stores, and ``Context/save()`` blocks the main actor until
    /// it is done, as with the other strategies; ``Context/saveInBackground()`` does not. Hooks are called for the
    /// objects of the main context alone.
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
