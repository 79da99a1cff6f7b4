/// A plan on its way to another thread.
struct HandedPlan: @unchecked Sendable {  // safe: its rows are values, see `SaveHandover`.
    let plan: SavePlan
}
