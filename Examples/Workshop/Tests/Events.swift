import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads server-sent events while they come.
final class Events: NSObject, URLSessionDataDelegate, Sendable {
    private let continuation: AsyncThrowingStream<String, any Error>.Continuation
    private let rest = Mutex("")

    private init(_ continuation: AsyncThrowingStream<String, any Error>.Continuation) {
        self.continuation = continuation
    }

    /// The data of the events of a request, each without its line ends.
    static func stream(_ request: URLRequest) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let session = URLSession(
                configuration: .ephemeral, delegate: Events(continuation), delegateQueue: nil)
            let task = session.dataTask(with: request)
            continuation.onTermination = { _ in
                task.cancel()
                session.finishTasksAndInvalidate()
            }
            task.resume()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let events = rest.withLock { rest in
            rest += String(decoding: data, as: UTF8.self)
            var events = rest.components(separatedBy: "\n\n")
            rest = events.removeLast()
            return events
        }
        for event in events where event.hasPrefix("data: ") { continuation.yield(String(event.dropFirst(6))) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.finish(throwing: error)
    }
}
