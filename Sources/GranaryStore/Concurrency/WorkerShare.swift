/// The part of a queue's work that one ``WorkerPool`` has submitted.
final class WorkerShare: @unchecked Sendable {  // lock: the queue's `monitor` guards both variables.
    /// How much of its work waits or runs.
    var unfinished = 0
    var isClosed = false
}
