/// A plan on its way to another thread.
struct HandedPlan: @unchecked Sendable {  // safe: it has values instead of objects, see `SaveHandover`.
    private let plan: SavePlan

    init(_ plan: SavePlan) { self.plan = plan }

    /// The stores that the plan changes.
    func stores(in coordinator: StoreCoordinator) -> [any Store] { plan.stores(in: coordinator) }

    /// The plan with rows made of the values; for the thread that commits.
    func collected() -> SavePlan { plan.collected() }
}
