internal import CPostgreSQL
internal import Dispatch
internal import GranarySQL

/// Cancels the statements of one connection; libpq allows it from any thread.
final class CancelHandle: @unchecked Sendable {  // safe: PQcancel is made for other threads.
    private let pointer: OpaquePointer?

    /// Takes the data needed to reach the server from a connection.
    init(_ handle: EngineHandle) { pointer = PQgetCancel(handle.pointer) }

    deinit { PQfreeCancel(pointer) }

    /// Asks the server to stop the connection's statement; blocks while the server is reached.
    fileprivate func cancel() {
        guard let pointer else { return }
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(pointer, &message, Int32(message.count))
    }
}

extension CancelHandle: InterruptibleEngine {
    /// Asks the server, without waiting, to stop the connection's statement; it may do so late.
    ///
    /// A connection that was asked is not used again, since the server would then stop something else.
    func interrupt() { DispatchQueue.global().async { self.cancel() } }
}
