import ArgumentParser
import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryTool

/// Gives a place without a record to a user.
struct AccountsAssignCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "assign",
            abstract: "Gives a place without a record to a user.",
            discussion: """
                For stores whose record was lost, which `accounts list` shows. The user is \
                stored and has no account; the key is plain text, or JSON with the names \
                of its parts. Whoever had the place has to sign in again. While a process \
                has a store of the place open nothing is changed, where the engine can \
                tell.
                """)
    }

    @Argument(help: "The place, as `accounts list` shows it.") var place: String
    @Argument(help: "The primary key of the user.") var key: String
    @OptionGroup var users: UsersChoice
    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let found = try await FoundAccounts(Program.self, options)
        try found.requireStores()
        let users = try users.users(of: found)
        let id = try users.key(written: key)
        if try found.read({ try $0.account(at: place) }) == nil, try !found.isUsed(place) {
            throw FoundAccounts.unknown(place)
        }
        try found.requireUnused(place)
        try found.write { try $0.assign(place, to: id, of: users, at: Date()) }
        return ToolAnswer(
            text: "\(place): assigned to a user, who signs in anew.", document: AssignedPlace(place: place))
    }
}

/// The document that `accounts assign --json` prints.
struct AssignedPlace: Codable, Sendable, Equatable {
    /// The place that has a record now.
    var place: String
}
