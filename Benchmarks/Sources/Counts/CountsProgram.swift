internal import Dispatch
internal import Granary
internal import Synchronization

/// Does one row of counted work in one store, for `Scripts/counts`, which runs it under a tool that counts instructions.
///
///     granary-counts                             lists the rows and their rounds
///     granary-counts STORE ROW ROUNDS DIRECTORY  does the row in a store in the empty directory
@main
enum CountsProgram {
    /// Waits here for the work: an asynchronous `main` ends the first thread, at which valgrind sometimes crashes.
    static func main() throws {
        let words = CommandLine.arguments.dropFirst().map { $0 }
        if words.isEmpty { return list() }
        guard words.count == 4, let store = CountedStore(rawValue: words[0]), let rounds = Int(words[2]),
            let row = CountedRow.all.first(where: { $0.name == words[1] })
        else { throw WrongUsage() }
        let end = DispatchSemaphore(value: 0)
        let failure = Mutex<(any Error)?>(nil)
        Task.detached {
            do { try await work(row, rounds, store, in: words[3]) } catch { failure.withLock { $0 = error } }
            end.signal()
        }
        end.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private static func work(
        _ row: CountedRow, _ rounds: Int, _ store: CountedStore, in directory: String
    ) async throws {
        let stack = try await store.open(in: directory)
        try await row.run(stack, rounds: rounds)
        try await stack.close()
    }

    private static func list() {
        for store in CountedStore.allCases {
            for row in CountedRow.all { print(store.rawValue, row.name, row.rounds) }
        }
    }
}

/// The program was called with other words than it takes.
struct WrongUsage: Error {}
