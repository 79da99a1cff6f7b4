import ArgumentParser

/// Prints a digest of all flights.
struct DigestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "digest", abstract: "Print the SHA-256 of all flights.",
        discussion: """
            Each flight is a line, time_hour|carrier|flight|origin|dest|dep_delay|arr_delay|tailnum, with empty text \
            for what is unknown. The lines are sorted by bytes and joined with newlines. Imports what is missing first.
            """)

    @OptionGroup var options: StoreOptions

    func run() async throws {
        try Console.show(
            try await options.withData { stack, _ in try await stack.ask(FlightDigest()).answer })
    }
}
