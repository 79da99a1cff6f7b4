/// A module in a list of modules, with what it is known as, when it starts, and how long it may take.
public struct ModuleEntry: Sendable {
    /// The type that others need it and ask for it by.
    let key: Any.Type
    /// The module; one that is listed as a protocol, and is no module, is found when the list is checked.
    package internal(set) var value: any Sendable
    let moment: Moment
    let limit: Duration
    let stopLimit: Duration

    /// Lists a module as its own type.
    ///
    /// - Parameters:
    ///   - module: the module.
    ///   - moment: when it starts; one that an earlier one needs starts with that.
    ///   - limit: how long its start may take, without the wait for what it needs.
    ///   - stopLimit: how long its stop is waited for, and the end of a start that is given up.
    public init<M: Module>(
        _ module: M, _ moment: Moment = .essential, limit: Duration = .seconds(30),
        stopLimit: Duration = .seconds(10)
    ) {
        self.init(module, as: M.self, moment, limit: limit, stopLimit: stopLimit)
    }

    /// Lists a module as a type that several modules may have, such as a protocol, so that a double can have another type.
    ///
    /// ```swift
    /// struct Letters: Mail {
    ///     func send(_ text: String) async throws {}
    ///     func start(in surroundings: ModuleSurroundings) async throws {}
    ///     func stop() async {}
    /// }
    /// protocol Mail: Module {
    ///     func send(_ text: String) async throws
    /// }
    /// ```
    ///
    /// `ModuleEntry(Letters(), as: (any Mail).self)` lists it, and others need `(any Mail).self`.
    ///
    /// - Parameters:
    ///   - module: the module. What is no ``Module`` is refused before anything starts.
    ///   - key: the type that others need it and ask for it by.
    ///   - moment: when it starts; one that an earlier one needs starts with that.
    ///   - limit: how long its start may take, without the wait for what it needs.
    ///   - stopLimit: how long its stop is waited for, and the end of a start that is given up.
    public init<Key: Sendable>(
        _ module: Key, as key: Key.Type, _ moment: Moment = .essential, limit: Duration = .seconds(30),
        stopLimit: Duration = .seconds(10)
    ) {
        self.key = key
        value = module
        self.moment = moment
        self.limit = limit
        self.stopLimit = stopLimit
    }

    /// When a module starts; new ones may be added.
    public struct Moment: Sendable, Hashable {
        enum Kind { case essential, afterwards, lazy }
        let kind: Kind

        /// Before ``Modules/start(with:clock:)`` returns.
        public static let essential = Moment(kind: .essential)
        /// Behind ``Modules/start(with:clock:)``, once every essential one has started or failed.
        public static let afterwards = Moment(kind: .afterwards)
        /// When somebody asks for it, or a module that needs it starts.
        public static let lazy = Moment(kind: .lazy)
    }
}
