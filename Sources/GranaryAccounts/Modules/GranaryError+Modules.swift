public import Granary

extension GranaryError.Code {
    /// Modules cannot start in any order: one is missing, there twice, or needs itself; nothing was started.
    public static let modules = GranaryError.Code(rawValue: "modules")
    /// A module, or one that it needs, could not be started or stopped; the cause is the module's own error.
    public static let moduleFailed = GranaryError.Code(rawValue: "moduleFailed")
}

extension GranaryError {
    /// What a module did, when it threw or took too long.
    enum ModuleWork: String {
        case start, stop
    }

    /// The error of a module that throws; the message of an error of others may hold what no log should.
    static func module(_ name: String, _ work: ModuleWork, threw error: any Error) -> GranaryError {
        if error is CancellationError { return cancelledModule(name, work) }
        let reason =
            (error as? GranaryError)?.description ?? "it threw \(type(of: error)), which is the cause"
        return GranaryError(
            .moduleFailed, "The module \(name) could not \(work.rawValue): \(reason)", cause: error)
    }

    /// The error of a module whose task was cancelled.
    static func cancelledModule(_ name: String, _ work: ModuleWork) -> GranaryError {
        GranaryError(.cancelled, "The \(work.rawValue) of the module \(name) was cancelled.")
    }

    /// The error of a module that takes too long.
    static func lateModule(_ name: String, _ work: ModuleWork, limit: Duration) -> GranaryError {
        let (verb, label) = work == .start ? ("started", "limit") : ("stopped", "stopLimit")
        return GranaryError(
            .timeout,
            "The module \(name) has not \(verb) within \(limit), and was left. If it is slow rather than stuck, raise `\(label)` of its entry."
        )
    }

    /// The error of a module that needs one which failed; the path leads from the one to the other.
    static func module(blockedBy error: GranaryError, along path: [String]) -> GranaryError {
        GranaryError(
            .moduleFailed, "A module that it needs is not running (\(path.arrows)): \(error)", cause: error)
    }

    /// The error of a module that is not running any more, for good if it does not start when it is asked for again.
    static func stoppedModule(_ name: String, isForGood: Bool = true) -> GranaryError {
        let rest =
            isForGood
            ? "for good. Start the modules anew to run it." : "meanwhile. Ask again, and it starts again."
        return GranaryError(.closed, "The module \(name) was stopped \(rest)")
    }

    /// The error of the modules of an account whose stores they cannot open.
    static func withoutStores(_ error: any Error) -> GranaryError {
        GranaryError(
            .moduleFailed,
            "Its modules were not started, since a store cannot be opened for them: \((error as? GranaryError)?.description ?? "\(type(of: error)), which is the cause"). They are when its stores open again.",
            cause: error)
    }

    /// The error of a type that no module is listed as.
    static func unlistedModule(_ name: String) -> GranaryError {
        GranaryError(
            .notFound,
            "No module is listed as \(name). Add it to the list, or ask for the type that it is listed as.")
    }
}

extension [String] {
    /// The names as a path.
    var arrows: String { joined(separator: " → ") }
}
