/// The accounts of a configuration: the document that `accounts list --json` prints.
struct AccountsDocument: Codable, Sendable, Equatable {
    var accounts: [AccountReport]
    /// The places that have stores, and no record.
    var withoutRecord: [AccountReport]
}
