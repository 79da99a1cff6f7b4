import ArgumentParser
import Granary
import GranaryAccounts

/// Which model is that of the users.
struct UsersChoice: ParsableArguments {
    @Option(help: "The model of the users, where several are in the configuration of AccountRecord.")
    var model: String?

    /// The model.
    ///
    /// - Throws: ``GranaryError/Code/notFound``; ``GranaryError/Code/query`` where there are several;
    ///   ``GranaryError/Code/unsupported`` for one whose keys are not read without models.
    func users(of found: FoundAccounts) throws -> StoredUsers {
        try StoredUsers(named: model, in: found.schema)
    }
}
