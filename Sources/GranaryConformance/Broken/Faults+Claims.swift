import Granary

/// Makes what is staged visible at once, and forgets to take it back.
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

/// Claims that what is acknowledged is written, and writes it nowhere.
final class AcknowledgedUnwritten: BrokenSession {
    override class var capabilities: Capabilities { super.capabilities.union([.persistent, .durable]) }
}

/// Claims that its calls can be interrupted, and hears nothing.
final class DeafInterrupter: BrokenSession {
    override class var capabilities: Capabilities { super.capabilities.union(.interruption) }

    override var interrupter: @Sendable () -> Void { {} }
}

/// Claims to find rows by indexes, and reads all of them before it hands out the first.
final class EagerStreams: BrokenSession {
    override class var capabilities: Capabilities { super.capabilities.union(.indexes) }
}
