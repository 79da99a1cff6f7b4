import Dispatch
import Granary

/// An interrupted session ends its call without effects, and stays usable.
enum InterruptionPromises: PromiseList {
    static let category = ConformanceCategory.capabilities

    /// A session for another thread.
    private final class Passed: @unchecked Sendable {  // safe: one thread at a time uses it.
        let session: any StoreSession
        let change: ChangeSet
        var wasCancelled = false
        init(_ session: any StoreSession, _ change: ChangeSet) {
            self.session = session
            self.change = change
        }
    }

    static let promises: [ConformancePromise] = [
        promise(
            "A save that waits for another one ends at once when interrupted, and can be repeated",
            needs: [.interruption, .staging, .concurrentSessions]
        ) { bench in
            try bench.withSession(of: "Finding") { first, finding in
                try first.committed(rows(0..<1, of: finding))
                let staging = try unwrap(first as? any StagingSession, "a session that stages")
                _ = try staging.stage(text("first", in: finding))
                let second = Passed(
                    try bench.store(of: "Finding").makeSession(), text("second", in: finding))
                defer { second.session.end() }
                let interrupt = second.session.interrupter
                let ended = DispatchSemaphore(value: 0)
                DispatchQueue(label: "waiting").async {
                    do {
                        _ = try second.session.commit(second.change)
                    } catch {
                        second.wasCancelled = GranaryError.Code.cancelled ~= error
                    }
                    ended.signal()
                }
                let isWaiting = ended.wait(timeout: .now() + .milliseconds(200)) == .timedOut
                interrupt()
                let hasEnded = ended.wait(timeout: .now() + .seconds(10)) == .success
                try staging.finishStaged()
                if !hasEnded { ended.wait() }
                try expect(isWaiting, "the second save did not wait for the first")
                try expect(hasEnded, "the second save still waits")
                try expect(second.wasCancelled, "the second save was not cancelled")
                try second.session.refresh()
                try second.session.committed(second.change)
            }
            let found = try await bench.perform { try $0.existing(Finding.self, 0).string }
            try expectEqual(found, "second", "the final text")
        },
        promise(
            "A commit that is interrupted half-way leaves nothing, and can be repeated",
            needs: .interruption
        ) {
            bench in
            try bench.withSession(of: "Finding") { session, finding in
                try session.committed(rows(0..<50, of: finding))
                try expectError(.cancelled, "the commit") {
                    _ = try session.commit(rows(100..<300, of: finding, interrupting: session.interrupter))
                }
                try expectEqual(try count(session, finding), 50, "findings after the cancelled commit")
                try session.committed(rows(100..<300, of: finding))
                try expectEqual(try count(session, finding), 250, "findings after the commit was repeated")
            }
            try expectEqual(
                try await bench.perform { try $0.count(Finding.all) }, 250, "findings that others see")
        },
        promise("A long call is interrupted while it runs", needs: .interruption) { bench in
            try bench.withSession(of: "Finding") { session, finding in
                try session.committed(rows(0..<2_000, of: finding))
                try interruptSlowCall(
                    session, finding, attempts: bench.harness.capabilities.contains(.interruption) ? 10 : 2)
                try expectEqual(try count(session, finding), 2_000, "findings counted afterwards")
            }
        },
        promise(
            "An interruption while rows are read ends the reading, or the next call if it was complete",
            needs: .interruption
        ) { bench in
            try bench.withSession(of: "Finding") { session, finding in
                try session.committed(rows(0..<2_000, of: finding))
                let cursor = try session.fetch(FetchRequest(entity: finding)).cursor
                for row in 0..<10 { try expect(try cursor.advance(), "row \(row) is missing") }
                session.interrupter()
                try expectError(.cancelled, "reading after the interruption, or the next call") {
                    while try cursor.advance() {}
                    _ = try session.counted(FetchRequest(entity: finding))
                }
                cursor.close()
                try expectEqual(try count(session, finding), 2_000, "findings counted afterwards")
            }
        },
        promise("An interruption just before a call ends that call and no other", needs: .interruption) {
            bench in
            try bench.withSession(of: "Finding") { session, finding in
                try session.committed(rows(0..<20, of: finding))
                let calls: [(String, () throws -> Void)] = [
                    ("reading", { _ = try session.rows(FetchRequest(entity: finding)) }),
                    ("counting", { _ = try session.counted(FetchRequest(entity: finding)) }),
                    ("looking for keys", { _ = try session.missing([.integer(7)], of: finding) }),
                    ("committing", { try session.committed(rows(20..<30, of: finding)) }),
                ]
                for (name, call) in calls {
                    session.interrupter()
                    try expectError(.cancelled, name, call)
                    try expectEqual(try count(session, finding), 20, "findings after \(name)")
                }
                try calls[3].1()
                try expectEqual(try count(session, finding), 30, "final findings")
            }
        },
        promise("An interruption that comes too late touches no other session") { bench in
            try bench.withSession(of: "Finding") { session, finding in
                try session.committed(rows(0..<20, of: finding))
            }
            for round in 0..<20 {
                let late = try bench.withSession(of: "Finding") { session, finding in
                    try expectEqual(try count(session, finding), 20 + round, "findings before")
                    return session.interrupter
                }
                late()
                try bench.withSession(of: "Finding") { session, finding in
                    late()
                    try session.committed(rows((20 + round)..<(21 + round), of: finding))
                    try expectEqual(try count(session, finding), 21 + round, "findings after")
                }
            }
        },
    ]

    /// Counts in a new snapshot, because the interruption of a call may have ended the old one.
    private static func count(_ session: any StoreSession, _ entity: Entity) throws -> Int {
        try session.refresh()
        return try session.counted(FetchRequest(entity: entity))
    }

    /// The change of the first finding's text, in any version.
    private static func text(_ text: String, in entity: Entity) -> ChangeSet {
        .updating(entity, .integer(0), version: nil, ["string": .text(text)])
    }

    /// New findings; encoding the middle one interrupts the session.
    private static func rows(
        _ ids: Range<Int>, of entity: Entity, interrupting interrupt: (@Sendable () -> Void)? = nil
    ) -> ChangeSet {
        let text = Value.text(String(repeating: "the quick brown fox, ", count: 20))
        let rows = ids.map { id -> any RowEncodable in
            let row = Record(of: entity, ["id": .integer(Int64(id)), "string": text])
            guard let interrupt, id == ids.lowerBound + ids.count / 2 else { return row }
            return InterruptingRow(row, interrupt)
        }
        var changes = ChangeSet()
        changes.inserts = [InsertBatch(entity: entity, rows: rows)]
        return changes
    }

    /// Searches all rows for values that none has, until it is interrupted; the store evaluates the condition if it
    /// can.
    private static func search(_ session: any StoreSession, _ entity: Entity, for values: Int) throws {
        var request = FetchRequest(entity: entity)
        request.predicate = (0..<values).map { number in
            ExpressionTree.text(
                .contains, .attribute(path: [], name: "string"), .literal(.text("nowhere \(number)")),
                [.caseInsensitive, .diacriticInsensitive])
        }.reduce(.literal(.bool(false))) { .or($0, $1) }
        if try session.count(request) != nil { return }
        let cursor = try session.fetch(request).cursor
        while try cursor.advance() {}
    }

    /// Interrupts a call after a third of its usual time, until one ends because of that.
    ///
    /// A call that ends before the interruption is repeated. The interruption request is then still pending, and the
    /// next call throws before it runs. A call that was interrupted, but ended too late, is repeated with twice the
    /// work: an interruption that travels to a server takes its own time, which a busy machine may stretch.
    private static func interruptSlowCall(_ session: any StoreSession, _ entity: Entity, attempts: Int) throws
    {
        var (values, whole) = try slowSearch(session, entity)
        let (interrupt, queue) = (session.interrupter, DispatchQueue(label: "interruption"))
        for _ in 0..<attempts {
            try session.refresh()
            let (isRaised, start) = (DispatchSemaphore(value: 0), ContinuousClock.now)
            queue.asyncAfter(deadline: .now() + (whole / 3).seconds) {
                interrupt()
                isRaised.signal()
            }
            var isInterrupted = false
            do { try search(session, entity, for: values) } catch GranaryError.Code.cancelled {
                isInterrupted = true
            }
            let taken = ContinuousClock.now - start
            isRaised.wait()
            if isInterrupted, taken < whole { return }
            if isInterrupted {
                values = min(values * 2, 1_024)
                // The call has ended the snapshot of this work.
                try session.refresh()
                whole = try Pace.shortest(2) { try search(session, entity, for: values) }
            } else {
                try? search(session, entity, for: 1)
            }
        }
        throw ConformanceFailure(.broken, "No call that takes \(whole) ended sooner when it was interrupted.")
    }

    /// The number of values to search for, so that the search takes at least thirty milliseconds, and its time.
    ///
    /// A timer on a busy machine is some milliseconds late, so it would miss the middle of a search of one millisecond.
    private static func slowSearch(_ session: any StoreSession, _ entity: Entity) throws -> (Int, Duration) {
        var values = 8
        while true {
            let whole = try Pace.shortest(3) { try search(session, entity, for: values) }
            if whole >= .milliseconds(30) || values >= 1_024 { return (values, whole) }
            values *= whole < .milliseconds(6) ? 4 : 2
        }
    }
}

extension Duration {
    /// The duration in seconds.
    fileprivate var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
