import ArgumentParser
import Granary
import GranaryAccounts
import GranaryTool

/// Brings the stores of all accounts to the program's models.
struct AccountsMigrateCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "migrate",
            abstract: "Brings the stores of accounts to the program's models.",
            discussion: """
                Several accounts at a time. Where a store of an account is refused, none \
                of that account is changed, and the others go on. What the configuration \
                says of stores that do not fit (onIncompatible) does not count here. Data \
                that a step would lose needs consent, and is put aside first. Stores that \
                accounts share are left to `migrate NAME`.

                A command that was interrupted or killed goes on where it was when it is \
                run again. The exit codes are those of `migrate`: 2 for a dry run when \
                stores would be migrated, 3 for refused stores, 1 for errors and after an \
                interruption.
                """)
    }

    @OptionGroup var choice: AccountChoice

    @Flag(help: "Only say what would be done.")
    var dryRun = false

    @Option(help: "A step that may lose data, in the words of the plan; repeatable.")
    var consent: [String] = []

    @Option(help: "How many accounts are migrated at a time.")
    var atOnce = 4

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !(1...64).contains(atOnce) {
            throw ValidationError("From 1 to 64 accounts can be migrated at a time.")
        }
    }

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let schema = try Program.requiredSchema(
            for: "accounts migrate", instead: "which versions there are is shown by “accounts list”.")
        let found = try await FoundAccounts(Program.self, options)
        try found.requireStores()
        let places = try choice.accounts(of: found).map(\.place)
        let work = AccountsMigrationWork(
            found: found, schema: schema, consents: consent, isDry: dryRun,
            progress: Progress(screen: screen))
        let reports = try await work.run(at: places, several: atOnce)
        return ToolAnswer(
            text: AccountsMigrationListing(reports: reports, width: screen.width).text,
            document: AccountsMigrateDocument(fingerprint: schema.fingerprint, accounts: reports),
            ending: reports.map(\.ending).max() ?? .done, complaint: Self.complaint(reports))
    }

    private static func complaint(_ reports: [AccountMigration]) -> String? {
        func count(_ state: AccountMigration.State) -> Int { reports.count { $0.state == state } }
        let parts = [
            count(.failed) > 0 ? "\(count(.failed)) of \(reports.count) accounts failed." : nil,
            count(.refused) > 0 ? "\(count(.refused)) of \(reports.count) accounts cannot follow." : nil,
            count(.left) > 0
                ? "It was interrupted, and \(count(.left)) of \(reports.count) accounts are left; run it again to go on."
                : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
