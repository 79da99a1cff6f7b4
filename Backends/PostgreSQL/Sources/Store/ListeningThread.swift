internal import GranaryStore
internal import GranarySQL

/// A thread with a connection that listens for several stores; a lost connection is opened again after growing pauses.
final class ListeningThread: @unchecked Sendable {  // lock: `monitor` guards the variables below it.
    private struct Member {
        let store: StoreListening
        var state = State.new

        enum State {
            /// The caller that adds it waits for the first attempt.
            case new
            case listening
            /// Saves may be missed, and this was reported.
            case deaf
            /// It cannot be listened for.
            case refused(GranaryError)
        }
    }

    private let options: PostgreSQLOptions
    private let waiting: SocketWait
    private let pool = WorkerPool(size: 1, name: "granary-listen")
    private let monitor = Monitor()
    private var members: [Member] = []
    /// The channels that the connection listens to.
    private var channels: Set<String> = []
    private var isStopped = false
    private var interruption: Interruption?

    /// Starts the thread, which waits for members.
    ///
    /// - Throws: ``GranaryError/Code/unavailable`` when the system has no thread or pipe for it.
    init(_ options: PostgreSQLOptions) throws {
        self.options = options
        waiting = try SocketWait()
        try pool.submit { [self] in listen() }
    }

    // MARK: From other threads

    /// Listens for a store too; waits for the first attempt.
    ///
    /// - Throws: errors that make listening impossible for good.
    func add(_ store: StoreListening) throws {
        try monitor.withLock {
            members.append(Member(store: store))
            waiting.wake()
            while let member = members.first(where: { $0.store === store }) {
                switch member.state {
                case .new: monitor.wait()
                case .listening, .deaf: return
                case .refused(let error): throw error
                }
            }
        }
    }

    /// No longer listens for a store.
    func remove(_ store: StoreListening) {
        monitor.withLock { members.removeAll { $0.store === store } }
        monitor.wakeAll()
        waiting.wake()
    }

    /// Ends the thread and closes the connection.
    func stop() {
        let interruption = monitor.withLock {
            isStopped = true
            return self.interruption
        }
        interruption?.request()
        waiting.wake()
        pool.shutdown()
    }

    // MARK: On the thread

    private func listen() {
        var connection: Connection?
        var failures = 0
        while isWanted(after: failures) {
            do {
                let present = try connection ?? open()
                connection = present
                try subscribe(present)
                try pass(present)
                failures = 0
            } catch {
                connection?.close()
                connection = nil
                failures += 1
                if !isOver { fail(error) }
            }
        }
        connection?.close()
    }

    private var isOver: Bool { monitor.withLock { isStopped } }

    /// Waits until there is somebody to listen for and the pause after a failure is over; false at the end.
    private func isWanted(after failures: Int) -> Bool {
        if failures > 0 { waiting.pause(min(100 << min(failures, 6), 5_000)) }
        while !isOver, monitor.withLock({ members.isEmpty }) { waiting.pause(-1) }
        return !isOver
    }

    private func open() throws -> Connection {
        let interruption = Interruption()
        let place = try monitor.withLock {
            self.interruption = interruption
            channels = []
            guard !isStopped, let member = members.first else { throw EngineError.lost }
            return member.store.place
        }
        return try ConnectionOpening(options: options, place: place, interruption: interruption).open()
    }

    /// Makes the channels of the connection those of the members.
    private func subscribe(_ connection: Connection) throws {
        let (wanted, present) = monitor.withLock { (Set(members.map(\.store.channel)), channels) }
        let added = wanted.subtracting(present).sorted().map { "LISTEN \(SQLName.quoted($0))" }
        let gone = present.subtracting(wanted).sorted().map { "UNLISTEN \(SQLName.quoted($0))" }
        if !(added + gone).isEmpty {
            try connection.define(added + gone)
            try connection.leavePipeline()
        }
        let deaf = monitor.withLock { () -> [StoreListening] in
            channels = wanted
            var deaf: [StoreListening] = []
            for index in members.indices where wanted.contains(members[index].store.channel) {
                if case .deaf = members[index].state { deaf.append(members[index].store) }
                if case .refused = members[index].state { continue }
                members[index].state = .listening
            }
            return deaf
        }
        monitor.wakeAll()
        // Saves in the meantime were not notified.
        for store in deaf { store.tellOfGap() }
    }

    /// Waits for notifications, or to be woken, and passes notifications on to their stores.
    private func pass(_ connection: Connection) throws {
        var found = try connection.notifications()
        // One may have come with an earlier answer, which the socket does not show.
        if found.isEmpty {
            guard waiting.wait(for: connection) else { return }
            found = try connection.notifications()
        }
        let texts = Dictionary(grouping: found, by: \.channel).mapValues { $0.map(\.text) }
        for store in monitor.withLock({ members.map(\.store) }) {
            if let own = texts[store.channel] { store.tell(own) }
        }
    }

    /// Notifies the members that nothing is listened for at present; a new one is refused if that is for
    /// good.
    private func fail(_ error: any Error) {
        let present = monitor.withLock { members }
        var refused: [ObjectIdentifier: GranaryError] = [:]
        for member in present {
            let error = member.store.translated(error)
            switch member.state {
            case .refused: continue
            case .new where !error.code.isRetryable: refused[ObjectIdentifier(member.store)] = error
            case .new, .listening, .deaf: member.store.tell(of: error)
            }
        }
        monitor.withLock {
            for index in members.indices {
                let store = members[index].store
                if case .refused = members[index].state { continue }
                guard present.contains(where: { $0.store === store }) else { continue }
                members[index].state = refused[ObjectIdentifier(store)].map { .refused($0) } ?? .deaf
            }
        }
        monitor.wakeAll()
    }
}
