import Granary

/// Makes staged changes visible at once, and forgets to take them back.
final class VisibleStaging: BrokenSession, StagingSession {
    override class var capabilities: Capabilities { ReferenceBackend.capabilities }

    func stage(_ changes: ChangeSet) throws -> CommitResult { try commit(changes) }
    func finishStaged() {}
    func abandonStaged() {}
}

/// Claims to last, and begins empty each time it is opened.
final class ForgetfulStore: BrokenSession {
    override class var capabilities: Capabilities { super.capabilities.union(.persistent) }
}

/// Claims that acknowledged saves are written, and writes them nowhere.
final class AcknowledgedUnwritten: BrokenSession {
    override class var capabilities: Capabilities { super.capabilities.union([.persistent, .durable]) }
}

/// Claims that its calls can be interrupted, and hears nothing.
final class DeafInterrupter: BrokenSession {
    override class var capabilities: Capabilities { super.capabilities.union(.interruption) }

    override var interrupter: @Sendable () -> Void { {} }
}

/// Claims to find rows by indexes, and reads all of them before it returns the first.
final class EagerStreams: BrokenSession {
    override class var capabilities: Capabilities { super.capabilities.union(.indexes) }
}
