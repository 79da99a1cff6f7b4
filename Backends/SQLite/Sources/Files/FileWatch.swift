#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore
internal import GranarySQL

/// Waits for changes of a store's files; one thread waits, any may end it.
///
/// The kernel reports each write to the files of a directory; see `inotify(7)`. It reports no writes of other hosts,
/// which a write-ahead log does not allow anyway.
final class FileWatch: Sendable {
    /// The event that has ended a wait.
    enum Event {
        case changed, quiet, stopped
        case failed(GranaryError)
    }

    private let events: Int32
    private let wakeUp: WakePipe
    private let name: String
    private let place: StorePlace

    /// Begins to watch the files that belong to a database file.
    ///
    /// - Throws: ``GranaryError`` when the system has no more watches or files.
    init(_ file: StorePath, place: StorePlace) throws {
        wakeUp = try WakePipe()
        events = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        name = file.name
        self.place = place
        guard events >= 0,
            inotify_add_watch(
                events, file.directory,
                UInt32(
                    IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF
                        | IN_MOVE_SELF)
            ) >= 0
        else { throw place.systemError(errno, doing: "watching the file") }
    }

    deinit { if events >= 0 { close(events) } }

    /// Ends the current wait and every later one.
    func stop() { wakeUp.wake() }

    /// Waits until a file has changed since the last call; `quiet` once that has taken a number of milliseconds.
    func wait(milliseconds: Int32?) -> Event {
        let end = milliseconds.map { Deadline(millisecondsFromNow: Int($0)) }
        while true {
            var places = [
                pollfd(fd: wakeUp.reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: events, events: Int16(POLLIN), revents: 0),
            ]
            // The remaining time, since files of others in the directory end the wait too.
            let patience = end.map { Int32(clamping: max(-$0.millisecondsSince, 0)) } ?? -1
            let code = poll(&places, UInt(places.count), patience)
            if code < 0, errno != EINTR {
                return .failed(place.systemError(errno, doing: "watching the file"))
            }
            if code < 0 { continue }
            if places[0].revents != 0 { return .stopped }
            if places[1].revents != 0, drainEvents() { return .changed }
            if end?.isPast == true { return .quiet }
        }
    }

    /// Removes the events that wait; returns whether one of them is about the store.
    private func drainEvents() -> Bool {
        var isConcerned = false
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(events, &buffer, buffer.count)
            if count <= 0 { return isConcerned }
            isConcerned = buffer.prefix(count).withUnsafeBytes(concernsStore) || isConcerned
        }
    }

    private func concernsStore(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // struct inotify_event: a watch, a mask, a cookie and a length of 32 bits each, then the name with zeros behind
        // it.
        let header = 16
        var start = 0
        while start + header <= bytes.count {
            let watch = bytes.loadUnaligned(fromByteOffset: start, as: Int32.self)
            let length = Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
            let end = min(start + header + length, bytes.count)
            // A queue that has overflowed has no watch, and may have lost anything.
            if watch < 0 { return true }
            let mask = bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
            if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0 { return true }
            if bytes[(start + header)..<end].starts(with: name.utf8) { return true }
            start = end
        }
        return false
    }
}
