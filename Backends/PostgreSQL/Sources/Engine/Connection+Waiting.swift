internal import CPostgreSQL
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore
internal import GranarySQL

extension Connection {
    /// How many milliseconds the server has to act on a request to stop, before the connection is given up.
    private static let mostPatience = 10_000
    private static let tick = 500

    /// Waits until the server has sent something, or the deadline has passed.
    func waitReadable() throws {
        var waitedForStop = 0
        while true {
            let patience = deadline.map { min(max(-$0.millisecondsSince, 1), Self.tick) } ?? Self.tick
            if PQflush(handle.pointer) < 0 { throw lose(.lost) }
            let ready = Self.poll(
                PQsocket(handle.pointer), reading: true, writing: false, patience)
            if ready > 0 { return }
            if ready < 0 || deadline?.isPast == true { throw lose(.lost) }
            if interruption?.isRequested == true {
                waitedForStop += Self.tick
                if waitedForStop >= Self.mostPatience { throw lose(.lost) }
            }
        }
    }

    /// Whether the server is known, without asking it, to have closed the connection.
    var isClosedByServer: Bool {
        if isBroken || PQstatus(handle.pointer) == CONNECTION_BAD { return true }
        guard PQconsumeInput(handle.pointer) == 1 else { return true }
        return PQstatus(handle.pointer) == CONNECTION_BAD
    }

    /// Waits for a socket: above 0 when it is ready, 0 when the time has passed, below 0 when it failed.
    static func poll(_ socket: Int32, reading: Bool, writing: Bool, _ milliseconds: Int) -> Int32 {
        guard socket >= 0 else { return -1 }
        let events = Int16((reading ? POLLIN : 0) | (writing ? POLLOUT : 0))
        var place = pollfd(fd: socket, events: events, revents: 0)
        let code = systemPoll(&place, 1, Int32(clamping: milliseconds))
        return code < 0 && errno == EINTR ? 0 : code
    }
}

/// The system's `poll`, which has the name of a method here.
private func systemPoll(_ places: UnsafeMutablePointer<pollfd>, _ count: UInt, _ timeout: Int32) -> Int32 {
    poll(places, count, timeout)
}
