import ArgumentParser

/// Destroys the stores.
struct ResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Destroy the stores of the configuration, with all their files.")

    @OptionGroup var options: StoreOptions

    func run() async throws {
        let destroyed = try await options.destroyStores()
        try Console.show(
            destroyed.isEmpty
                ? "There is nothing to destroy." : destroyed.map { "Destroyed \($0)" }.joined(separator: "\n")
        )
    }
}
