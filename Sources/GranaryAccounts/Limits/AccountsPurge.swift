public import Granary

/// What purging accounts has done (``Accounts/purge(above:running:)``).
public struct AccountsPurge: Sendable {
    /// What became of the purgeable stores of one account.
    public struct Entry: Sendable {
        /// The name of the account's place.
        public let place: String
        /// How many bytes less its stores have now.
        public let freed: Int64
        /// Why they could not be emptied or measured; `nil` if they are empty now.
        public let error: GranaryError?

        init(_ place: String, freed: Int64) {
            self.place = place
            self.freed = freed
            error = nil
        }

        init(_ place: String, _ error: any Error) {
            self.place = place
            freed = 0
            self.error =
                error as? GranaryError
                ?? GranaryError(.engine, "The stores of an account could not be purged.", cause: error)
        }
    }

    /// The accounts whose stores were emptied, or could not be, in the order of the attempts.
    public let accounts: [Entry]
    /// How many bytes the purgeable stores of all accounts have now, without those that could not be measured.
    public let size: Int64
}
