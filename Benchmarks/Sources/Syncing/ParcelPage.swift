#if HTTP
    internal import Foundation
    internal import Granary
    internal import GranaryHTTP
    internal import GranarySync
    internal import HTTPTypes
    internal import Synchronization
    internal import Workload

    /// A list of 1,000 parcels as JSON.
    enum ParcelPage {
        static let rows = 1_000

        /// What a program without repositories would write.
        struct Row: Decodable {
            let id: UUID
            let code: String
            let weight: Int
            let note: String
        }

        /// The parcels of the list.
        static var parcels: [Parcel.Snapshot] { (0..<rows).map { Parcel.numbered($0) } }

        /// The list.
        static func body() throws -> Data {
            Data("[\(try parcels.map { try $0.json() }.joined(separator: ","))]".utf8)
        }
    }

    /// The answer of a server that is not asked.
    struct KeptAnswer: HTTPTransport {
        private let answer: HTTPAnswer

        init(_ body: Data) {
            answer = HTTPAnswer(
                HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), body: body)
        }

        func send(_ call: HTTPCall) async throws -> HTTPAnswer { answer }
    }

    /// A source that counts the rows that it has read: a payload does not tell them.
    struct CountingSource: Sendable {
        private let source: HTTPSource
        private let counter: Counter
        /// The request for all parcels.
        private let request: RemoteRequest

        /// Makes a source, and sees that repositories get the parcels of the list from it; their store is in the directory.
        ///
        /// - Throws: an error for others than these; errors of the source and the store.
        init(_ address: String, over transport: some HTTPTransport, in directory: String) async throws {
            let counter = Counter()
            var options = HTTPOptions()
            options.report = { report in counter.rows.withLock { $0 += report.rows } }
            let source = try HTTPSource(
                address, [HTTPEndpoint(Parcel.self, "parcels")], options: options, over: transport)
            request = try await Self.request(of: source, in: directory)
            (self.source, self.counter) = (source, counter)
            _ = counter.take()
        }

        /// Asks for all parcels; their number.
        func read() async throws -> Int {
            let payload = try await source.fetch(request)
            return payload.isWhole ? counter.take() : 0
        }

        private static func request(of source: HTTPSource, in directory: String) async throws -> RemoteRequest
        {
            let depot = try Depot(in: directory, syncs: true)
            let noting = NotingSource(source)
            let parcels = try await Repositories(depot.stack, source: noting)[Parcel.self]
            let answer = try await parcels.fetch(Parcel.all, .remote)
            try await depot.stack.close()
            guard answer.sorted(by: { $0.weight < $1.weight }) == ParcelPage.parcels,
                let request = noting.first
            else { throw WorkloadError("The source does not serve the parcels of the list.") }
            return request
        }
    }

    /// Counts.
    private final class Counter: Sendable {
        let rows = Mutex(0)

        /// The number since it was taken last.
        func take() -> Int {
            rows.withLock { rows in
                defer { rows = 0 }
                return rows
            }
        }
    }

    /// Keeps the first request, which only repositories can make.
    private final class NotingSource: RemoteSource {
        private let source: HTTPSource
        private let request = Mutex<RemoteRequest?>(nil)

        init(_ source: HTTPSource) { self.source = source }

        var first: RemoteRequest? { request.withLock { $0 } }

        func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
            self.request.withLock { $0 = $0 ?? request }
            return try await source.fetch(request)
        }

        func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] { try await source.send(batch) }
    }
#endif
