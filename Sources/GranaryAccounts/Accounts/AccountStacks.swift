import Granary

/// Makes the stacks of accounts, which share their stores with that of the shared stores.
struct AccountStacks: Sendable {
    /// The stack of the shared stores alone.
    let shared: PersistentStack
    let stores: AccountStores
    let strategy: any ContextStrategy
    /// The settings of the stacks of accounts.
    let settings: StackSettings
    /// Measures the time limits of modules.
    let clock: any Clock<Duration>

    /// Makes the stack of the account at a place; it is not started.
    ///
    /// - Throws: errors of a backend that cannot name the place.
    func make(at place: String) throws -> PersistentStack { try make(at: place, settings) }

    /// Makes the stack that modules of the account at a place work with; it is not started, and does not rest by itself.
    ///
    /// - Throws: as ``make(at:)``.
    func makeForModules(at place: String) throws -> PersistentStack {
        var settings = settings
        (settings.restsAfter, settings.tracksUse) = (nil, false)
        return try make(at: place, settings)
    }

    private func make(at place: String, _ settings: StackSettings) throws -> PersistentStack {
        var settings = settings
        settings.accountPlace = place
        let stack = PersistentStack(sharing: shared, settings: settings, strategy: strategy)
        // The opening of the accounts has validated them.
        try stack.attachValidated(stores.shared + stores.stores(at: place))
        return stack
    }

    /// Makes the account of nobody at its place; its stores are opened at their first use.
    ///
    /// - Throws: as ``make(at:)``.
    func makeGuest<Login: Authenticator>(at place: String) throws -> Account<Login> {
        let stack = try make(at: place)
        try stack.startAtRest()
        return Account(guestAt: place, stack, self)
    }
}
