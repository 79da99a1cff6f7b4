import ArgumentParser
import Granary
import GranaryAccounts
import GranaryTool

/// Lists the accounts.
struct AccountsListCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: "Lists accounts: place, last use, size, sign-in, versions of stores.",
            discussion: """
                No store is changed. The state is guest, forgotten (the next start of the \
                program erases it), signedIn, signedOut or refused, and current for the \
                account that is restored. Places with stores and without a record are \
                listed too. Accounts that are named are listed with their stores and \
                files. The exit code is 1 when a store cannot be looked at.
                """)
    }

    @Argument(help: "The places of accounts; all of them unless given.")
    var places: [String] = []

    @Flag(help: "Show the primary keys of the users.")
    var showKeys = false

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let found = try await FoundAccounts(Program.self, options)
        let records = try found.read { try $0.all() }
        let others = try found.places(besides: records)
        for place in places where !others.contains(place) && !records.contains(where: { $0.place == place }) {
            throw FoundAccounts.unknown(place)
        }
        let wanted = places.isEmpty ? nil : Set(places)
        let showKeys = showKeys
        let looking = ManyAtOnce(
            title: "Looking at stores", width: 4, progress: Progress(screen: screen))
        let accounts = try await looking.results(
            of: records.filter { wanted?.contains($0.place) ?? true }
        ) { AccountReport($0, found, showingKey: showKeys) }
        let withoutRecord = try await looking.results(
            of: others.filter { wanted?.contains($0) ?? true }
        ) { AccountReport($0, found) }
        let document = AccountsDocument(accounts: accounts, withoutRecord: withoutRecord)
        return ToolAnswer(
            text: AccountsListing(document: document, showsStores: wanted != nil, width: screen.width).text,
            document: document, complaint: Self.complaint(accounts + withoutRecord))
    }

    private static func complaint(_ reports: [AccountReport]) -> String? {
        let nameless = reports.count { $0.error != nil }
        if nameless > 0 { return "\(nameless) of \(reports.count) accounts cannot be looked at." }
        let stores = reports.flatMap(\.stores)
        let failed = stores.count { $0.state == .failed }
        return failed == 0 ? nil : "\(failed) of \(stores.count) stores cannot be looked at."
    }
}
