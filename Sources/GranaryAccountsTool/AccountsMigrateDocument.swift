/// The document that `accounts migrate --json` prints.
struct AccountsMigrateDocument: Codable, Sendable, Equatable {
    /// The version of the program's models.
    var fingerprint: String
    var accounts: [AccountMigration]
}
