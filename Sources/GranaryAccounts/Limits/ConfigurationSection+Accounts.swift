public import Granary

extension ConfigurationSection {
    /// The section `accounts`, which ``Accounts`` read: how many are open at once, when one that nobody uses rests,
    /// how much memory the engines of their stores use, and where credentials are.
    ///
    /// ```yaml
    /// accounts: { limit: 50, restsAfter: 5m, cacheLimit: 256MB, secrets: ./secrets }
    /// ```
    public static let accounts = ConfigurationSection(
        "accounts", "The accounts of users.",
        keys: [
            StoreOption(
                "limit", .integer(AccountLimits.allowed),
                "The most accounts whose stores are open; beyond it the one unused longest rests."),
            StoreOption(
                "restsAfter", .duration(StackSettings.allowedRests),
                "The time after which an account that nobody uses closes its stores, until the next use."),
            StoreOption(
                "cacheLimit", .size(AccountLimits.allowedCaches),
                "The memory for caches of the engines of all accounts together, divided by `limit`."),
            StoreOption(
                "secrets", .directory,
                "The directory of the files of credentials; else beside the store of the users."),
        ])
}
