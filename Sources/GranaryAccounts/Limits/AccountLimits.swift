import Granary

/// How many accounts have their stores open, and for how long unused.
struct AccountLimits: Sendable {
    /// The limits that a configuration may ask for.
    static let allowed = 1...1_000_000

    /// The most accounts whose stores are open; `nil` for any number.
    let limit: Int?
    /// The settings of the stack of the shared stores, which stays open, as others lean on it.
    let shared: StackSettings
    /// The settings of the stacks of accounts.
    let own: StackSettings

    /// Reads the settings of a configuration; a limit that the program gives comes before it.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for a value that is not allowed.
    init(of settings: StackSettings, limit: Int?) throws {
        let values = settings.sections[ConfigurationSection.accounts.name]?.options ?? StoreOptions()
        let configured = values["limit"] == nil ? nil : try values.integer("limit", default: 1)
        self.limit = limit ?? configured
        if let limit = self.limit, !Self.allowed.contains(limit) {
            throw GranaryError(
                .configuration,
                "The limit of accounts is \(limit), which is not \(StoreOption.Kind.integer(Self.allowed).allowed)."
            )
        }
        var (shared, own) = (settings, settings)
        shared.restsAfter = nil
        if values["restsAfter"] != nil {
            own.restsAfter = .milliseconds(try values.milliseconds("restsAfter", default: 0))
        }
        own.tracksUse = self.limit != nil
        self.shared = shared
        self.own = own
    }
}
