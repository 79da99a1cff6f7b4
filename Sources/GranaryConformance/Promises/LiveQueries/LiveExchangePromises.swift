import Granary

/// Readers of every kind follow stores that are closed, exchanged and changed by others, in random runs.
enum LiveExchangePromises: PromiseList {
    static let category = ConformanceCategory.observation

    static let promises: [ConformancePromise] = [
        promise("Observers follow stores that are closed, exchanged and changed by others, in random courses")
        {
            bench in
            for seed in ConformanceEffort.current.seeds(2, long: 300) {
                do {
                    try await ExchangeRun.run(seed, steps: 25, bench, patience: .seconds(10))
                } catch let fault as ProgramFault {
                    throw ConformanceFailure(.broken, "Seed \(seed): \(fault.detail).")
                } catch {
                    throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                }
            }
        }
    ]
}
