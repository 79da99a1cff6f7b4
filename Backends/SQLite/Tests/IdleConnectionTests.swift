import Foundation
import Granary
import GranarySQL
import GranaryTestSupport
import Synchronization
import Testing

@testable import GranarySQLite

/// Connections that no session needs any more are closed in time, all but one.
@Suite(.timeLimit(.minutes(2))) struct IdleConnectionTests {
    /// A connection to nothing, whose time is over as soon as it is idle.
    private final class Fake: PooledConnection {
        private let open: Mutex<Bool> = Mutex(true)

        var isOpen: Bool { open.withLock { $0 } }
        var idleTimeLeft: Int? { 0 }
        var staysAlone: Bool { true }
        func close() { open.withLock { $0 = false } }
    }

    /// Waits for what another thread does, one minute at most.
    private func wait(until isReached: () throws -> Bool) throws {
        let (monitor, end) = (Monitor(), Deadline(millisecondsFromNow: 60_000))
        while try !isReached() {
            try #require(!end.isPast)
            monitor.withLock { _ = monitor.wait(until: Deadline(millisecondsFromNow: 5)) }
        }
    }

    /// How many connections have the log of a store open; each has a descriptor of it.
    private func connections(of harness: Harness) throws -> Int {
        let descriptors = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: descriptors).count { name in
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")
            return path == "\(harness.path)-wal"
        }
    }

    /// Begins some sessions at a time, each with a separate connection.
    private func sessions(_ count: Int, of store: any Store, _ harness: Harness) throws -> [any StoreSession]
    {
        let all = FetchRequest(entity: try harness.entity("Team"))
        let sessions = try (0..<count).map { _ in try store.makeSession() }
        for session in sessions { #expect(try session.count(all) == 0) }
        return sessions
    }

    @Test func idleConnectionsAreClosedThoughNobodyAsks() throws {
        let harness = try Harness(options: ["idleTimeout": "200ms"])
        let store = try harness.open()
        defer { try? store.close() }
        let sessions = try self.sessions(3, of: store, harness)
        #expect(try connections(of: harness) == 3)
        // That of a session stays, however long the session lasts.
        for session in sessions.dropFirst() { session.end() }
        try wait { try connections(of: harness) == 1 }
        let all = FetchRequest(entity: try harness.entity("Team"))
        #expect(try sessions[0].count(all) == 0)
        sessions[0].end()
        for session in try self.sessions(3, of: store, harness) { session.end() }
        try wait { try connections(of: harness) == 1 }
        // The one that is left serves the next session.
        let openings = Openings()
        try Openings.$current.withValue(openings) {
            for session in try self.sessions(1, of: store, harness) { session.end() }
        }
        #expect(openings.count(of: harness.path) == 0)
        #expect(FileManager.default.fileExists(atPath: "\(harness.path)-wal"))
    }

    @Test func theLastConnectionStays() throws {
        let first = Fake()
        let place = StorePlace(.sqlite, store: "", path: "")
        let pool = SessionPool(limit: 4, timeout: 60_000, place: place, first)
        var made = [first]
        for _ in 0..<20 {
            let taken = try (0..<3).map { _ in
                try pool.acquire(nil) {
                    made.append(Fake())
                    return made[made.count - 1]
                }
            }
            for connection in taken { #expect(connection.isOpen) }
            for connection in taken { pool.release(connection) }
            try wait { made.count(where: \.isOpen) <= 1 }
            #expect(made.count(where: \.isOpen) == 1)
        }
        pool.close()
        #expect(made.count(where: \.isOpen) == 0)
    }

    /// How many milliseconds a new connection of a store may stay idle.
    private func timeLeft(_ options: [String: String]) throws -> Int? {
        let harness = try Harness(options: options)
        let store = try #require(harness.open() as? SQLiteStore)
        defer { try? store.close() }
        return try store.openConnection().idleTimeLeft
    }

    @Test func connectionsAreKeptForEverWhenAsked() throws {
        #expect(try timeLeft(["idleTimeout": "0"]) == nil)
        let usual = try #require(try timeLeft([:]))
        #expect((1...300_000).contains(usual))
    }
}
