/// A session of a store that works in Swift and lets one session commit at a time, by a gate.
///
/// Between staging a save and its end the session has the gate to itself. What a store keeps and how it changes is its own
/// matter: it carries a change set out and publishes what has become of it.
@usableFromInline package protocol GatedSession: StagingSession {
    /// What is carried out, but not published.
    associatedtype Work

    /// What ends the running call.
    var flag: InterruptFlag { get }
    /// What lets one session of the store commit at a time.
    var gate: CommitGate { get }
    /// Whether the session has been given back.
    var isEnded: Bool { get }
    /// What is staged.
    var staged: Work? { get set }

    /// An error that says which store it comes from.
    func named(_ error: any Error) -> any Error
    /// Readies the session for a commit: ends the snapshot, unless nothing may be written.
    func prepareToStage() throws
    /// Carries a change set out, which nobody can see yet; the gate is the session's own meanwhile.
    func carryOut(_ changes: ChangeSet) throws -> (work: Work, result: CommitResult)
    /// Makes what was carried out durable and visible, and ends the snapshot; cannot be interrupted.
    func publish(_ work: Work) throws
}

extension GatedSession {
    /// How many seconds a save waits for the one before it.
    private static var patience: Int { 30 }

    /// Raises the flag, and has those look at theirs that wait for the gate.
    package var interrupter: @Sendable () -> Void {
        { [flag, gate] in
            flag.raise()
            gate.wakeAll()
        }
    }

    /// Carries out one call, unless it was interrupted before it began, and says in errors which store they come from.
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

    /// Carries a change set out and keeps what has become of it, unless it is in conflict; the gate stays the session's own
    /// until it is finished or abandoned.
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

    /// Publishes what is staged; nothing of it can be interrupted any more.
    package func finishStaged() throws {
        guard let work = staged else { return }
        staged = nil
        defer { gate.leave() }
        do { try publish(work) } catch { throw named(error) }
    }

    /// Gives up what is staged.
    package func abandonStaged() {
        guard staged != nil else { return }
        staged = nil
        gate.leave()
    }
}
