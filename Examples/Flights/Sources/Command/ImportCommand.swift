import ArgumentParser

/// Imports missing data, and does nothing else.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import what is missing.")

    @OptionGroup var options: StoreOptions

    func run() async throws {
        let outcome = try await options.withData { $1 }
        guard outcome.rows > 0 else { return try Console.show("Everything is stored already.") }
        try Console.show(
            """
            Imported \(Wording.count(outcome.rows, "row")), \(Wording.count(outcome.flights, "flight")) among them, \
            in \(Wording.decimals(outcome.seconds)) s (\(Wording.rate(outcome.rows, seconds: outcome.seconds)) rows per second).
            """)
    }
}
