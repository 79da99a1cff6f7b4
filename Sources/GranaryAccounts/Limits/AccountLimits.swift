import Granary

/// How many accounts have their stores open, for how long unused, and with how much memory.
struct AccountLimits: Sendable {
    /// The limits that a configuration may ask for.
    static let allowed = 1...1_000_000
    /// The bytes that a configuration may give all caches: a megabyte to a terabyte.
    static let allowedCaches = 1_000_000...1 << 40

    /// The most accounts whose stores are open; `nil` for any number.
    let limit: Int?
    /// How many bytes the caches of one account's engines have at most; `nil` for what each store says.
    let cachePart: Int?
    /// The settings of the stack of the shared stores, which stays open, as others lean on it.
    let shared: StackSettings
    /// The settings of the stacks of accounts.
    let own: StackSettings

    /// Reads the settings of a configuration; limits that the program gives come before it.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` for a value that is not allowed, and for a limit of caches without one
    ///   of accounts, by which it would be divided.
    init(of settings: StackSettings, limit: Int?, cacheLimit: Int?) throws {
        let values = settings.sections[ConfigurationSection.accounts.name]?.options ?? StoreOptions()
        let configured = values["limit"] == nil ? nil : try values.integer("limit", default: 1)
        self.limit = limit ?? configured
        if let limit = self.limit, !Self.allowed.contains(limit) {
            throw Self.refusal("limit of accounts", limit, .integer(Self.allowed))
        }
        let caches = values["cacheLimit"] == nil ? nil : try values.bytes("cacheLimit", default: 0)
        cachePart = try Self.part(of: cacheLimit ?? caches, for: self.limit)
        var (shared, own) = (settings, settings)
        shared.restsAfter = nil
        if values["restsAfter"] != nil {
            own.restsAfter = .milliseconds(try values.milliseconds("restsAfter", default: 0))
        }
        own.tracksUse = self.limit != nil
        self.shared = shared
        self.own = own
    }

    /// The part of all caches that one of so many accounts has.
    private static func part(of caches: Int?, for accounts: Int?) throws -> Int? {
        guard let caches else { return nil }
        if !allowedCaches.contains(caches) {
            throw refusal("limit of caches", caches, .size(allowedCaches))
        }
        if let accounts { return caches / accounts }
        throw GranaryError(
            .configuration,
            "`cacheLimit` of accounts is divided by how many may be open, and nothing says that; set `limit` too."
        )
    }

    private static func refusal(_ what: String, _ value: Int, _ kind: StoreOption.Kind) -> GranaryError {
        GranaryError(.configuration, "The \(what) is \(value), which is not \(kind.allowed).")
    }
}
