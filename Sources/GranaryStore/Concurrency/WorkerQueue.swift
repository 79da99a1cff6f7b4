internal import DequeModule

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The state that the threads of one or more ``WorkerPool``s share: the waiting work, and one lock around it.
///
/// Among the waiting threads, the one that has waited for the shortest time gets the next work.
///
/// The threads keep the queue alive, the queue does not keep a pool alive, so a pool can be released. It ends with the
/// last of its pools.
final class WorkerQueue: @unchecked Sendable {  // lock: `monitor` guards every variable below it
    typealias Work = @Sendable () -> Void

    /// Work that waits for a thread.
    private struct Waiting {
        let work: Work
        let share: WorkerShare
        /// When it began to wait; `nil` if a thread was free, or nobody gets reports of long waits.
        var start: Duration?
    }

    let size: Int
    private let name: String
    /// Gets reports of work that has waited long for a thread.
    private let waits: LongWaits?
    private let monitor = Monitor()
    private var waiting = Deque<Waiting>()
    /// How many pools have it and are not closed.
    private var openShares = 0
    /// The threads that have not ended; none ends before the queue is closed.
    private var threads: [pthread_t] = []
    /// The conditions of the threads that wait for work; the last one has waited for the shortest time.
    private var idle: [MonitorCondition] = []
    private var isClosed = false

    init(size: Int, name: String, waits: LongWaits? = nil) {
        self.size = size
        self.name = name
        self.waits = waits
    }

    /// A queue without work that is like this one.
    func makeLike() -> WorkerQueue { WorkerQueue(size: size, name: name, waits: waits) }

    /// A share of the queue for one more pool; `nil` once the queue has ended.
    func makeShare() -> WorkerShare? {
        monitor.withLock {
            if isClosed { return nil }
            openShares += 1
            return WorkerShare()
        }
    }

    /// Adds work of a pool, and ensures that a thread takes it.
    func submit(_ work: @escaping Work, of share: WorkerShare) throws(GranaryError) {
        let woken = try monitor.withLock { () throws(GranaryError) -> MonitorCondition? in
            guard !share.isClosed else {
                throw GranaryError(.closed, "The stack has been closed, so it takes no more work.")
            }
            waiting.append(Waiting(work: work, share: share))
            share.unfinished += 1
            // The thread that worked last still has its memory in the processor's caches.
            if let last = idle.popLast() { return last }
            if threads.count >= size {
                if let waits { waiting[waiting.count - 1].start = waits.now }
            } else if let failure = startThread(), threads.isEmpty {
                _ = waiting.popLast()
                share.unfinished -= 1
                throw failure
            }
            return nil
        }
        woken?.wakeOne()
    }

    /// Takes no more work of a pool and lets the threads finish the submitted work by themselves.
    func close(_ share: WorkerShare) {
        for thread in closeAndClaim(share) ?? [] { pthread_detach(thread) }
    }

    /// Takes no more work of a pool and waits until what it has submitted is done, unless one of the threads is the
    /// caller; with the last pool, until the threads have ended.
    func shutdown(_ share: WorkerShare) {
        let isWorker = monitor.withLock { threads.contains { pthread_equal($0, pthread_self()) != 0 } }
        if isWorker { return close(share) }
        if let mine = closeAndClaim(share) {
            for thread in mine { pthread_join(thread, nil) }
        } else {
            monitor.withLock {
                while share.unfinished > 0 || share.endsThreads && !threads.isEmpty { monitor.wait() }
            }
        }
    }

    /// Takes no more work of a pool; to the caller who closes the last one, returns the threads, which it must join or
    /// detach.
    private func closeAndClaim(_ share: WorkerShare) -> [pthread_t]? {
        let (claimed, sleeping) = monitor.withLock { () -> ([pthread_t]?, [MonitorCondition]) in
            if share.isClosed { return (nil, []) }
            share.isClosed = true
            openShares -= 1
            guard openShares == 0 else { return (nil, []) }
            share.endsThreads = true
            defer { (isClosed, idle) = (true, []) }
            return (threads, idle)
        }
        for condition in sleeping { condition.wakeOne() }
        return claimed
    }
}

extension WorkerQueue {
    /// The loop of each thread: takes work until there is none and there will be no more.
    fileprivate func work() {
        nameThread()
        let condition = MonitorCondition()
        var done: WorkerShare?
        while let next = dequeue(after: done, waitingFor: condition) {
            if let start = next.start { waits?.note(since: start) }
            next.work()
            done = next.share
        }
        monitor.withLock { threads.removeAll { pthread_equal($0, pthread_self()) != 0 } }
        monitor.wakeAll()
    }

    /// Names the calling thread, for debuggers and `top`; the system keeps fifteen bytes.
    private func nameThread() {
        guard let file = fopen("/proc/thread-self/comm", "w") else { return }
        fputs(String(decoding: name.utf8.prefix(15), as: UTF8.self), file)
        fclose(file)
    }

    private func dequeue(
        after done: WorkerShare?, waitingFor condition: MonitorCondition
    ) -> Waiting? {
        monitor.withLock {
            if let done {
                done.unfinished -= 1
                if done.isClosed, done.unfinished == 0 { monitor.wakeAll() }
            }
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
