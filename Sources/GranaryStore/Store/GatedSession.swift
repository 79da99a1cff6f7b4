/// A session of a store written in Swift, whose gate admits one commit at a time.
///
/// The session holds the gate from staging a save to its end. The store itself decides how to apply a change set and
/// how to publish the result.
@usableFromInline package protocol GatedSession: StagingSession {
    /// A save that is applied, but not published.
    associatedtype Work

    /// The flag that ends the running call.
    var flag: InterruptFlag { get }
    /// The gate that admits one commit of the store at a time.
    var gate: CommitGate { get }
    /// Whether the session has been returned to its store.
    var isEnded: Bool { get }
    /// The staged save.
    var staged: Work? { get set }

    /// An error that says which store it comes from.
    func named(_ error: any Error) -> any Error
    /// Prepares the session for a commit: ends the snapshot, unless nothing may be written.
    func prepareToStage() throws
    /// Applies a change set without publishing it, while the session holds the gate.
    func carryOut(_ changes: ChangeSet) throws -> (work: Work, result: CommitResult)
    /// Makes an applied save durable and visible, and ends the snapshot; cannot be interrupted.
    func publish(_ work: Work) throws
}

extension GatedSession {
    /// How many seconds a save waits for the one before it.
    private static var patience: Int { 30 }

    /// Raises the flag, and wakes the sessions that wait at the gate, so that they check theirs.
    package var interrupter: @Sendable () -> Void {
        { [flag, gate] in
            flag.raise()
            gate.wakeAll()
        }
    }

    /// Runs one call, unless it was interrupted before it began, and adds the store to its errors.
    @inlinable @inline(__always) package func call<R>(_ body: () throws -> R) throws -> R {
        do {
            if isEnded { throw hasEnded }
            try flag.check()
            return try body()
        } catch {
            throw named(error)
        }
    }

    @usableFromInline var hasEnded: GranaryError {
        GranaryError(.closed, "The session has ended; make another one.")
    }

    /// Applies a change set, and keeps the result and the gate until it is finished or abandoned; keeps neither after
    /// conflicts.
    package func stage(_ changes: ChangeSet) throws -> CommitResult {
        try call {
            if staged != nil { throw Self.alreadyStaged }
            try prepareToStage()
            try gate.enter(seconds: Self.patience, unless: flag)
            do {
                let (work, result) = try carryOut(changes)
                if result.conflicts.isEmpty { staged = work } else { gate.leave() }
                return result
            } catch {
                gate.leave()
                throw error
            }
        }
    }

    /// Publishes the staged save; from here on it cannot be interrupted.
    package func finishStaged() throws {
        guard let work = staged else { return }
        staged = nil
        defer { gate.leave() }
        do { try publish(work) } catch { throw named(error) }
    }

    /// Discards the staged save.
    package func abandonStaged() {
        guard staged != nil else { return }
        staged = nil
        gate.leave()
    }
}
