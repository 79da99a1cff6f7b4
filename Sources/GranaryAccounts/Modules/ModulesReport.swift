public import Granary

/// What has become of each module: which runs, which does not and why, and how long it took.
public struct ModulesReport: Sendable {
    /// What has become of one module.
    public struct Entry: Sendable {
        /// The name of the type that it is listed as.
        public let name: String
        /// Where it is.
        public let state: State
        /// Whether ``Modules/start(with:clock:)`` waits for it: an essential one, or one that such a module needs.
        public let isEssential: Bool
        /// Why it has not started.
        public let failure: GranaryError?
        /// Why it has not stopped; nobody waits for it any longer.
        public let stopFailure: GranaryError?
        /// How long its start has taken, without the wait for what it needs; `nil` if it has not ended.
        public let starting: Duration?
        /// How long its stop has taken; `nil` if it was not stopped.
        public let stopping: Duration?
    }

    /// Where a module is; new ones may be added, so a `switch` over them needs a default.
    public struct State: Sendable, Hashable, RawRepresentable {
        /// The stable name of the state.
        public let rawValue: String

        /// Makes a state from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It was not started; a lazy one that nobody asks for.
        public static let notStarted = State(rawValue: "notStarted")
        /// It starts, or waits for a module that it needs.
        public static let starting = State(rawValue: "starting")
        /// It has started.
        public static let running = State(rawValue: "running")
        /// It could not start.
        public static let failed = State(rawValue: "failed")
        /// It stops, or waits for a module that needs it.
        public static let stopping = State(rawValue: "stopping")
        /// It has stopped, or could not.
        public static let stopped = State(rawValue: "stopped")
    }

    /// The modules, in the order in which they are listed.
    public let modules: [Entry]
    private let places: [ObjectIdentifier: Int]

    /// The report about no modules.
    static var ofNothing: ModulesReport { ModulesReport() }

    private init() {
        modules = []
        places = [:]
    }

    init(_ states: ModuleStates) {
        let graph = states.graph
        places = graph.places
        modules = graph.entries.indices.map { place in
            let state = states.states[place]
            return Entry(
                name: graph.names[place], state: State(state.phase),
                isEssential: graph.isEssential[place], failure: state.failure,
                stopFailure: state.stopFailure, starting: state.starting, stopping: state.stopping)
        }
    }

    /// What has become of the module that is listed as a type; `nil` if none is.
    public subscript<Key>(_ type: Key.Type) -> Entry? { places[ObjectIdentifier(type)].map { modules[$0] } }

    /// The modules that have not started, or that have not stopped, because of an error.
    public var failures: [Entry] { modules.filter { $0.failure != nil || $0.stopFailure != nil } }

    /// Throws when an essential module, or one that such a module needs, has not started.
    ///
    /// - Throws: ``GranaryError/Code/moduleFailed``, which names them all; its cause is the error of the first.
    public func check() throws {
        let failed = modules.filter { $0.isEssential && $0.failure != nil }
        guard let first = failed.first?.failure else { return }
        let reasons = failed.map { "\($0.name): \($0.failure.map(\.description) ?? "")" }
        throw GranaryError(
            .moduleFailed, "Essential modules have not started. \(reasons.joined(separator: " "))",
            cause: first)
    }
}

extension ModulesReport.State {
    init(_ phase: ModuleState.Phase) {
        self =
            switch phase {
            case .idle: .notStarted
            case .waiting, .starting: .starting
            case .running: .running
            case .failed: .failed
            case .stopping: .stopping
            case .stopped: .stopped
            }
    }
}

extension ModulesReport: CustomStringConvertible {
    /// A line for each module, without stored values.
    public var description: String { modules.map(\.description).joined(separator: "\n") }
}

extension ModulesReport.Entry: CustomStringConvertible {
    /// The module, its state, how long it took, and its errors, in one line.
    public var description: String {
        var parts = [state.rawValue]
        if let starting { parts.append("start \(starting)") }
        if let stopping { parts.append("stop \(stopping)") }
        let errors = [failure, stopFailure].compactMap(\.self).map { "; \($0)" }.joined()
        return "\(name): \(parts.joined(separator: ", "))\(errors)"
    }
}
