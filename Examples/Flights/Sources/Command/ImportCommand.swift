import ArgumentParser

/// Imports what is missing, and nothing else.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "import", abstract: "Import what is missing.")

    @OptionGroup var options: StoreOptions

    func run() async throws {
        let outcome = try await options.withData { $1 }
        guard let outcome else { return print("Everything is stored already.") }
        let perSecond = outcome.seconds > 0 ? Double(outcome.rows) / outcome.seconds : 0
        print(
            """
            Imported \(Wording.count(outcome.rows, "row")), \(Wording.count(outcome.flights, "flight")) among them, \
            in \(Wording.decimals(outcome.seconds)) s (\(Wording.count(Int(perSecond))) rows per second).
            """)
    }
}
