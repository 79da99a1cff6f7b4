public import Granary

/// The modules of a program: which there are, when each starts, and how long it may take.
///
/// ```swift
/// let modules = Modules {
///     Catalogue()
///     ModuleEntry(Importer(), .afterwards, limit: .seconds(60))
/// }
/// let running = try await modules.start(with: stack)
/// let importer = try await running[Importer.self]
/// let report = await running.stop()
/// ```
///
/// It is a value, and starts nothing by itself.
public struct Modules: Sendable {
    /// The modules, in the order in which they are listed.
    package private(set) var entries: [ModuleEntry]
    /// The types that a double was put in for, and that are not listed.
    private(set) var unlisted: [Any.Type] = []

    /// Whether none is listed, and no double was put in.
    var isEmpty: Bool { entries.isEmpty && unlisted.isEmpty }

    /// Lists modules, each in a line: a module alone, or a ``ModuleEntry``.
    public init(@ModulesBuilder _ entries: () -> [ModuleEntry]) { self.entries = entries() }

    /// Lists modules.
    public init(_ entries: [ModuleEntry]) { self.entries = entries }

    /// The same modules with another one in the place of what is listed as a type, such as a double in a test.
    ///
    /// It starts with the same ``ModuleEntry/Moment``, the same limits, and its own ``Module/needs``. A type that is not
    /// listed is an error of the start.
    public func replacing<Key: Sendable>(_ type: Key.Type, with double: Key) -> Modules {
        var modules = self
        let places = entries.indices.filter { entries[$0].key == type }
        for place in places { modules.entries[place].value = double }
        if places.isEmpty { modules.unlisted.append(type) }
        return modules
    }

    /// Checks that the modules can be started in some order; starts nothing.
    ///
    /// - Throws: ``GranaryError/Code/modules``, which names all that is missing, there twice, or in a circle.
    public func check() throws { _ = try ModuleGraph(self) }

    /// Starts the modules, each as soon as those that it needs are running, and returns when the essential ones are.
    ///
    /// Also an essential module may fail: it keeps those that need it from starting, and nobody else, and
    /// ``RunningModules/report`` says so; its ``ModulesReport/check()`` makes an error of that. When the task is cancelled,
    /// what has begun is stopped before this throws.
    ///
    /// - Parameters:
    ///   - stack: what modules get as ``ModuleSurroundings/stack``.
    ///   - clock: measures the time limits, and how long modules take.
    /// - Returns: the modules, which start behind this call where they are to start afterwards.
    /// - Throws: as ``check()``, before anything starts; ``GranaryError/Code/cancelled``.
    public func start(
        with stack: PersistentStack? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> RunningModules {
        let running = RunningModules(try ModuleGraph(self), ModuleGround(stack), clock)
        try await running.start()
        return running
    }

    /// Starts the modules, runs the closure, and stops them however it ends.
    ///
    /// - Parameters:
    ///   - stack: what modules get as ``ModuleSurroundings/stack``.
    ///   - clock: measures the time limits, and how long modules take.
    ///   - body: what the program does while they run.
    /// - Returns: what the closure returns.
    /// - Throws: as ``start(with:clock:)``; as ``ModulesReport/check()``, without calling the closure, when an essential
    ///   module fails; what the closure throws.
    public func run<Result: Sendable>(
        with stack: PersistentStack? = nil, clock: any Clock<Duration> = ContinuousClock(),
        _ body: @Sendable (RunningModules) async throws -> Result
    ) async throws -> Result {
        let running = try await start(with: stack, clock: clock)
        do {
            try running.report.check()
            let result = try await body(running)
            await running.stop()
            return result
        } catch {
            await running.stop()
            throw error
        }
    }
}
