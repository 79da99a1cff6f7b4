internal import DequeModule

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The state that the threads of a ``WorkerPool`` share: the waiting work, and one lock around it.
///
/// Among the waiting threads, the one that has waited for the shortest time gets the next work.
///
/// The threads keep the queue alive, the queue does not keep the pool alive, so a pool can be released.
final class WorkerQueue: @unchecked Sendable {  // lock: `monitor` guards every variable below it
    typealias Work = @Sendable () -> Void

    let size: Int
    private let name: String
    private let monitor = Monitor()
    private var waiting = Deque<Work>()
    /// The threads that have not ended; none ends before the queue is closed.
    private var threads: [pthread_t] = []
    /// The conditions of the threads that wait for work; the last one has waited for the shortest time.
    private var idle: [MonitorCondition] = []
    private var isClosed = false

    init(size: Int, name: String) {
        self.size = size
        self.name = name
    }

    /// Adds work, and ensures that a thread takes it.
    func submit(_ work: @escaping Work) throws(GranaryError) {
        let woken = try monitor.withLock { () throws(GranaryError) -> MonitorCondition? in
            guard !isClosed else {
                throw GranaryError(.closed, "The stack has been closed, so it takes no more work.")
            }
            waiting.append(work)
            // The thread that worked last still has its memory in the processor's caches.
            if let last = idle.popLast() { return last }
            if threads.count < size, let failure = startThread(), threads.isEmpty {
                _ = waiting.popLast()
                throw failure
            }
            return nil
        }
        woken?.wakeOne()
    }

    /// Takes no more work and lets the threads finish the submitted work by themselves.
    func close() {
        for thread in closeAndClaim() ?? [] { pthread_detach(thread) }
    }

    /// Takes no more work and waits until the threads have ended, unless one of them is the caller.
    func shutdown() {
        let isWorker = monitor.withLock { threads.contains { pthread_equal($0, pthread_self()) != 0 } }
        if isWorker { return close() }
        guard let mine = closeAndClaim() else { return waitForEnd() }
        for thread in mine { pthread_join(thread, nil) }
    }

    /// Takes no more work, and returns the threads to the first caller, who must join or detach them.
    private func closeAndClaim() -> [pthread_t]? {
        let (claimed, sleeping) = monitor.withLock {
            defer { (isClosed, idle) = (true, []) }
            return (isClosed ? nil : threads, idle)
        }
        for condition in sleeping { condition.wakeOne() }
        return claimed
    }

    private func waitForEnd() {
        monitor.withLock {
            while !threads.isEmpty { monitor.wait() }
        }
    }
}

extension WorkerQueue {
    /// The loop of each thread: takes work until there is none and there will be no more.
    fileprivate func work() {
        nameThread()
        let condition = MonitorCondition()
        while let next = dequeue(waitingFor: condition) { next() }
        monitor.withLock { threads.removeAll { pthread_equal($0, pthread_self()) != 0 } }
        monitor.wakeAll()
    }

    /// Names the calling thread, for debuggers and `top`; the system keeps fifteen bytes.
    private func nameThread() {
        guard let file = fopen("/proc/thread-self/comm", "w") else { return }
        fputs(String(decoding: name.utf8.prefix(15), as: UTF8.self), file)
        fclose(file)
    }

    private func dequeue(waitingFor condition: MonitorCondition) -> Work? {
        monitor.withLock {
            while waiting.isEmpty, !isClosed {
                idle.append(condition)
                monitor.wait(for: condition)
                // It is still among them if it was woken without a reason, which POSIX allows.
                if let place = idle.lastIndex(where: { $0 === condition }) { idle.remove(at: place) }
            }
            return waiting.popFirst()
        }
    }

    /// Starts a thread while the lock is held, and returns the error when the system refuses.
    private func startThread() -> GranaryError? {
        let stackSize = 1 << 20
        // If Dispatch is in the build too, its module claims this structure's initialiser; this form needs none.
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        pthread_attr_setstacksize(attributes, stackSize)
        var thread = pthread_t()
        let me = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread, attributes,
            { argument in
                guard let argument else { return nil }
                Unmanaged<WorkerQueue>.fromOpaque(argument).takeRetainedValue().work()
                return nil
            }, me.toOpaque())
        guard status == 0 else {
            me.release()
            var context = GranaryError.Context()
            context.engineCode = Int(status)
            return GranaryError(.unavailable, "The system refused a thread to work on.", context: context)
        }
        threads.append(thread)
        return nil
    }
}
