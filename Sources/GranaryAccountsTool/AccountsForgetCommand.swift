import ArgumentParser
import Granary
import GranaryAccounts
import GranaryTool

/// Erases the stores of an account, its credential, its record and its user.
struct AccountsForgetCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "forget",
            abstract: "Erases an account: stores, credential, record and user.",
            discussion: """
                Nothing brings it back. It becomes unreachable first, then its stores with \
                all that lies beside them are erased, then its credential, its record and \
                its user. A user with relationships, and a credential that the program \
                keeps at a place of its own, are left to the next start of the program. Of \
                a place without a record the stores are erased. While a process has a \
                store open nothing is changed, where the engine can tell.
                """)
    }

    @Argument(help: "The place of the account, as `accounts list` shows it.") var place: String
    @OptionGroup var users: UsersChoice
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let found = try await FoundAccounts(Program.self, options)
        let forgetting = AccountForgetting(found: found, place: place, model: users.model)
        let report = try await Progress(screen: screen).showing { time, _ in
            "Erasing the account … \(time.components.seconds) s"
        } during: {
            try await forgetting.run()
        }
        return ToolAnswer(text: report.text, document: report)
    }
}
