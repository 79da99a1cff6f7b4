/// Begins the calls of hooks for a save; one for all contexts.
protocol SaveHooks: Sendable {
    /// Begins a save.
    func rounds(of saves: SaveRunner) -> any SaveRounds
}
