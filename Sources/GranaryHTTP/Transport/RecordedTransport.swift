#if HTTP
    public import FoundationEssentials
    import Granary
    import Synchronization

    /// Answers from files: of a server that is asked once, or of the last time.
    ///
    /// Each exchange is a JSON file in a directory. Requests are told apart by method, path with its query, and body; the
    /// n-th of several equal ones gets the n-th answer, and the last one again when there are no more. The files hold
    /// answers as they came, without header fields of requests and without cookies; a query string and a body are there
    /// as a digest only. Do not record where answers are secret.
    public final class RecordedTransport: HTTPTransport {
        private let directory: URL
        private let server: (any HTTPTransport)?
        private let counts = Mutex<[String: Int]>([:])

        /// Makes a transport that answers from the files of a directory.
        public init(replaying directory: URL) {
            self.directory = directory
            server = nil
        }

        /// Makes a transport that asks a server, and writes each exchange to a directory, over those of the last time.
        public init(recording server: some HTTPTransport, to directory: URL) {
            self.directory = directory
            self.server = server
        }

        /// Sends a request, or finds its recorded answer.
        ///
        /// - Throws: as the transport that asks the server; ``GranaryError/Code/notFound`` for a request that was not
        ///   recorded, ``GranaryError/Code/malformed`` for a file that is none of these, ``GranaryError/Code/io``.
        public func send(_ call: HTTPCall) async throws -> HTTPAnswer {
            let name = RecordedExchange.name(of: call)
            let number = counts.withLock { counts in
                counts[name, default: 0] += 1
                return counts[name, default: 1]
            }
            guard let server else { return try replay(name, number) }
            let answer = try await server.send(call)
            let text = RecordedExchange(call, answer).json
            do {
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file(name, number), options: .atomic)
            } catch {
                throw GranaryError(
                    .io, "An exchange could not be recorded; is the directory writable?", cause: error)
            }
            return answer
        }

        private func file(_ name: String, _ number: Int) -> URL {
            directory.appending(path: "\(name)-\(number).json")
        }

        private func replay(_ name: String, _ number: Int) throws -> HTTPAnswer {
            for number in stride(from: number, to: 0, by: -1) {
                guard let data = try? Data(contentsOf: file(name, number)) else { continue }
                return try RecordedExchange.answer(data)
            }
            throw GranaryError(
                .notFound, "This request was not recorded: \(name). Record again, with the server at hand.")
        }
    }
#endif
