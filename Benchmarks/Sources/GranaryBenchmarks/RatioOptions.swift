internal import ArgumentParser

/// What a table of work against other work is measured with.
struct RatioOptions: ParsableArguments {
    @Option(help: "How many rows there are.")
    var rows = 100_000

    @Option(help: "How many rounds count; one more is done before them.")
    var rounds = 5

    @Option(help: "Only the rows of the table whose name contains this.")
    var only: String?

    @Option(help: "The directory for the stores; it should be on the device that is of interest.")
    var directory = "/tmp"

    @Flag(help: "Count time on a processor instead of time that passes, for machines with other work to do.")
    var processorTime = false

    @Flag(help: "Print Markdown.")
    var markdown = false

    func validate() throws {
        if rows < 1_000 { throw ValidationError("--rows must be at least 1000.") }
        if rounds < 1 { throw ValidationError("--rounds must be at least 1.") }
    }

    /// Whether a row of the table is wanted.
    func want(_ name: String) -> Bool { only.map(name.contains) ?? true }

    /// Prints a table, and the rows that are above their limits.
    func show(_ table: Table, exceeded: [String]) {
        print(markdown ? table.markdown : table.text)
        if !exceeded.isEmpty { print("\nAbove the limit:\n" + exceeded.joined(separator: "\n")) }
    }
}
