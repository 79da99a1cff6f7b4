/// Measures how long a context reads and saves.
///
/// An operation inside of another one is part of it. The user of the context is its only user.
final class Stopwatch {
    /// The time of operations that read.
    private(set) var reading = Duration.zero
    /// The time of operations that save.
    private(set) var saving = Duration.zero
    private let time: ElapsedTime
    /// Whether an operation is being measured.
    private var isRunning = false
    /// The time within the operation that is the program's own.
    private var excluded = Duration.zero

    /// Starts with no time.
    init(_ time: ElapsedTime) { self.time = time }

    /// Measures an operation, unless it is part of another one.
    ///
    /// - Throws: any error from the body.
    func measure<R>(_ kind: Operation.Kind, _ body: () throws -> R) rethrows -> R {
        if isRunning { return try body() }
        let (began, outer) = (time.now, excluded)
        (isRunning, excluded) = (true, .zero)
        defer {
            let taken = time.now - began - excluded
            if kind.saves { saving += taken } else { reading += taken }
            (isRunning, excluded) = (false, outer)
        }
        return try body()
    }

    /// Runs code of the program within an operation, without counting its time as the operation's.
    ///
    /// - Throws: any error from the body.
    func pausing<R>(_ body: () throws -> R) rethrows -> R {
        guard isRunning else { return try body() }
        let began = time.now
        isRunning = false
        defer {
            excluded += time.now - began
            isRunning = true
        }
        return try body()
    }
}

extension Operation.Kind {
    /// Whether the operation writes.
    fileprivate var saves: Bool {
        switch self {
        case .save, .update, .delete, .prepare, .commit: true
        default: false
        }
    }
}
