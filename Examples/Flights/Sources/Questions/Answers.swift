import Granary

/// The answers to all questions, with their costs.
struct Answers: Sendable {
    let period: Answered<FlightPeriod?>
    let counts: Answered<[ModelCount]>
    let meanArrivalDelays: Answered<[MeanArrivalDelay]>
    let worstDepartures: Answered<[WorstDeparture]>
    let busiestRoutes: Answered<[BusiestRoute]>
    let busiestPlanes: Answered<[BusiestPlane]>
    let gaps: Answered<FlightGaps>
    let importSpeed: Answered<ImportRun.Snapshot?>

    /// Asks everything.
    ///
    /// - Throws: any error of the stores.
    init(from stack: PersistentStack) async throws {
        period = try await stack.ask(Period())
        counts = try await stack.ask(Counts())
        meanArrivalDelays = try await stack.ask(MeanArrivalDelays())
        worstDepartures = try await stack.ask(WorstDepartures())
        busiestRoutes = try await stack.ask(BusiestRoutes())
        busiestPlanes = try await stack.ask(BusiestPlanes())
        gaps = try await stack.ask(Gaps())
        importSpeed = try await stack.ask(ImportSpeed())
    }
}
