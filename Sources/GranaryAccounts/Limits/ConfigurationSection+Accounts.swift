public import Granary

extension ConfigurationSection {
    /// The section `accounts`, which ``Accounts`` read: how many are open at once, and when one that nobody uses rests.
    ///
    /// ```yaml
    /// accounts: { limit: 50, restsAfter: 5m }
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
        ])
}
