import ArgumentParser
import Granary
import GranaryAccounts
import GranaryTool

/// Destroys purgeable stores of accounts.
struct AccountsPurgeCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "purge",
            abstract: "Destroys purgeable stores of accounts.",
            discussion: """
                Those of the accounts that are named, of all of them, or of the accounts \
                unused longest until the purgeable stores of all have a size or less. The \
                program makes them again, empty. An account with a store that a process \
                has open is left as it is, where the engine can tell, and so are places \
                without a record, unless they are named.
                """)
    }

    @Argument(help: "The places of accounts, as `accounts list` shows them.") var places: [String] = []
    @Flag(help: "The purgeable stores of all accounts.") var all = false
    @Option(help: "Only until those of all accounts have this size together, such as 500MB.") var above:
        String?
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if [!places.isEmpty, above != nil, all].count(where: { $0 }) != 1 {
            throw ValidationError("Name the accounts, or say `--all` or `--above SIZE`; one of the three.")
        }
        if let above, OptionText.bytes(above) == nil {
            throw ValidationError("A size is a number with a unit, such as 500MB.")
        }
    }

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let found = try await FoundAccounts(Program.self, options)
        try found.requireStores()
        // Those unused longest first.
        var wanted = try found.read { try $0.all() }.filter { !$0.isForgotten }
            .sorted { ($0.lastUsed, $0.place) < ($1.lastUsed, $1.place) }.map(\.place)
        if !places.isEmpty {
            for place in places where !wanted.contains(place) {
                guard try found.isUsed(place) else { throw FoundAccounts.unknown(place) }
                wanted.append(place)
            }
            wanted = wanted.filter(places.contains)
        }
        let (places, limit) = (wanted, above.flatMap(OptionText.bytes))
        let reports = try await Progress(screen: screen).showing { time, _ in
            "Purging … \(time.components.seconds) s"
        } during: {
            try await WorkerPool(size: 1, name: "granary-tool").run {
                try PurgedAccount.purge(places, of: found, above: limit.map(Int64.init))
            }
        }
        let failed = reports.count { $0.error != nil }
        return ToolAnswer(
            text: PurgedAccount.text(reports, width: screen.width),
            document: AccountsPurgeDocument(accounts: reports),
            complaint: failed == 0 ? nil : "\(failed) of \(reports.count) accounts could not be purged.")
    }
}

/// The document that `accounts purge --json` prints.
struct AccountsPurgeDocument: Codable, Sendable, Equatable {
    var accounts: [PurgedAccount]
}
