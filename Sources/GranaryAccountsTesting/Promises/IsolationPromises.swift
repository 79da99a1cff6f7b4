import Granary
import GranaryAccounts
import GranaryConformance

/// Nothing of one account ever shows at another, whatever becomes of both.
enum IsolationPromises: SignInPromiseList {
    static let promises: [ConformancePromise] = [
        signInPromise("Random programs of four users and the guest keep what is whose apart") { ground in
            for seed in ConformanceEffort.current.seeds(2, long: 100) {
                do {
                    var program = try await AccountProgram(ground, seed)
                    for _ in 0..<40 {
                        try await program.step()
                        try await program.check()
                    }
                    try await program.end()
                } catch {
                    throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                }
            }
        },
        signInPromise(
            "Random programs of two processes keep what is whose apart",
            needs: [.persistent, .severalProcesses, .foreignSaves]
        ) { ground in
            for seed in ConformanceEffort.current.seeds(1, long: 100) {
                do {
                    var program = try await ProcessProgram(ground, seed)
                    for _ in 0..<15 {
                        try await program.step()
                        try await program.check()
                    }
                    try await program.end()
                } catch {
                    throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                }
            }
        },
    ]
}
