internal import CPostgreSQL
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// Waits for a connection without a limit; one thread waits, any may wake it.
final class SocketWait: Sendable {
    private let wakeUp: WakePipe

    /// - Throws: ``GranaryError/Code/unavailable`` when the process has too many open files.
    init() throws { wakeUp = try WakePipe() }

    /// Ends the current wait, or else the next one.
    func wake() { wakeUp.wake() }

    /// Waits until a server has sent something, or is lost; returns false if the thread was woken.
    func wait(for connection: Connection) -> Bool {
        let socket = PQsocket(connection.handle.pointer)
        // A lost connection has no socket, and its next use reports the loss.
        return socket < 0 || wait(for: socket, -1)
    }

    /// Waits for a number of milliseconds, without a limit below 0, or to be woken.
    func pause(_ milliseconds: Int) { _ = wait(for: -1, Int32(clamping: milliseconds)) }

    private func wait(for socket: Int32, _ milliseconds: Int32) -> Bool {
        var places = [
            pollfd(fd: wakeUp.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&places, UInt(places.count), milliseconds)
        if places[0].revents != 0 { wakeUp.takeBack() }
        return places[0].revents == 0 && places[1].revents != 0
    }
}
