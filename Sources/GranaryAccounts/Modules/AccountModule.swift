/// A part of a program that runs once for each open account, such as one that imports a user's trips.
///
/// ```swift
/// actor Reminder: AccountModule {
///     private var hasSignedIn = false
///
///     func start(in surroundings: ModuleSurroundings) async throws {}
///     func receive(_ state: AccountState) { if case .signedIn = state { hasSignedIn = true } }
///     func stop() async {}
/// }
/// ```
///
/// ``Accounts`` that were opened with `modules:` start those of an account when its stores are open, before they return the
/// account or report that it is current, and stop them before its stores close or rest; when the stores open again, so do
/// the modules start. A ``Module`` that does not care about the sign-in can be listed too.
///
/// What a module does in ``ModuleSurroundings/stack`` does not keep the account from resting;
/// ``ModuleSurroundings/keepAwake()`` does.
public protocol AccountModule: Module {
    /// Learns how the account stands with the server: after each start the present state, then each later one.
    ///
    /// One call follows the other, the first when ``Module/start(in:)`` has returned, and the last ends before
    /// ``Module/stop()`` is called. A slow one holds nothing up but the stop; of many states it misses the oldest.
    func receive(_ state: AccountState) async
}
