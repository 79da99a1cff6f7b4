import ArgumentParser
import Flights
import Granary

/// Destroys the store.
struct ResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Destroy the store with everything in it.")

    @OptionGroup var options: StoreOptions

    @MainActor func run() async throws {
        try await options.withStack { stack in try await stack.destroyPersistentStores() }
        try Console.show("The store is gone.")
    }
}
