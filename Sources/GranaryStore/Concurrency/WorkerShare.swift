/// The part of a queue's work that one ``WorkerPool`` has submitted.
final class WorkerShare: @unchecked Sendable {  // lock: the queue's `monitor` guards the variables.
    /// How much of its work waits or runs.
    var unfinished = 0
    var isClosed = false
    /// Whether it was the last one, with which the threads end.
    var endsThreads = false
}
