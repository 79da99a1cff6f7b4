/// A part of a program that is started once and stopped at the end, such as an importer, a clock, or a server.
///
/// ```swift
/// struct Catalogue: Module {
///     func start(in surroundings: ModuleSurroundings) async throws {}
///     func stop() async {}
/// }
///
/// actor Importer: Module {
///     let needs: [Any.Type] = [Catalogue.self]
///     private var stack: PersistentStack?
///
///     func start(in surroundings: ModuleSurroundings) async throws {
///         stack = try surroundings.stack
///     }
///
///     func stop() async { stack = nil }
/// }
/// ```
///
/// A ``Modules`` lists the modules of a program and starts them in the order in which they need each other. A module may be
/// started again after it was stopped.
public protocol Module: Sendable {
    /// The types of the modules that must be running while this one is.
    ///
    /// They are read once at each start of all modules. Without this requirement a module needs none. A protocol stands
    /// for the module that is listed as it, such as `(any Mail).self`.
    var needs: [Any.Type] { get }

    /// Makes the module ready for those that need it, which wait until this returns.
    ///
    /// Work that goes on afterwards is the module's own: it keeps the task, and ends it in ``stop()``. A start that
    /// throws has put away what was begun, since ``stop()`` is not called then. The task is cancelled when the time limit
    /// has passed, and when the modules are stopped during the start.
    func start(in surroundings: ModuleSurroundings) async throws

    /// Ends the module; called once after each start that has returned, when those that need it have stopped.
    ///
    /// The task is cancelled when the time limit has passed, and nobody waits for it any longer.
    func stop() async throws
}

extension Module {
    /// No modules.
    public var needs: [Any.Type] { [] }
}
