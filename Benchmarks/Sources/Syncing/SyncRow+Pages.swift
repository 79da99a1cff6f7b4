#if HTTP
    internal import AsyncHTTPClient
    internal import Foundation
    internal import GranaryHTTP
    internal import GranarySync
    internal import NIOCore
    internal import NIOHTTP1
    internal import Workload

    extension SyncRow {
        /// Rows about lists that a server serves.
        static let pages = [
            // The transport has the bytes already: what is left is the source's reading, which ends in snapshots.
            SyncRow(
                name: "JSON page of 1,000 rows into snapshots", yardstick: "JSONDecoder into structures",
                limit: 1.5,
                base: { _, _ in
                    let body = try ParcelPage.body()
                    return try await repeating { try decoded(body) }
                },
                judged: { directory, _ in
                    let source = try await CountingSource(
                        "http://127.0.0.1", over: KeptAnswer(ParcelPage.body()), in: directory)
                    return try await repeating { try await source.read() }
                }),
            SyncRow(
                name: "the same through HTTPSource on loopback",
                yardstick: "async-http-client and JSONDecoder",
                limit: 1.3,
                base: { _, _ in
                    try await serving(ParcelPage.body()) { address, client in
                        try await repeating { try decoded(await received(from: address, by: client)) }
                    }
                },
                judged: { directory, _ in
                    try await serving(ParcelPage.body()) { address, client in
                        let source = try await CountingSource(
                            address, over: HTTPClientTransport(client), in: directory)
                        return try await repeating { try await source.read() }
                    }
                }),
        ]

        /// Does work with the address of a server and a client for it, of which both sides have the same.
        private static func serving(
            _ body: Data, _ work: (_ address: String, HTTPClient) async throws -> Outcome
        ) async throws -> Outcome {
            try await PageServer.run(serving: body) { address in
                try await HTTPClient.withHTTPClient { try await work(address, $0) }
            }
        }

        /// Reads the list once, and then many times; the number of all rows.
        private static func repeating(_ read: () async throws -> Int) async throws -> Outcome {
            _ = try await read()
            return try await Outcome {
                var rows: Int64 = 0
                for _ in 0..<100 { rows += Int64(try await read()) }
                return rows
            }
        }

        private static func decoded(_ body: Data) throws -> Int {
            try JSONDecoder().decode([ParcelPage.Row].self, from: body).count
        }

        private static func received(from address: String, by client: HTTPClient) async throws -> Data {
            var request = HTTPClientRequest(url: "\(address)/parcels")
            request.headers.add(name: "accept", value: "application/json")
            let response = try await client.execute(request, timeout: .seconds(60))
            guard response.status == .ok else {
                throw WorkloadError("The server answers \(response.status).")
            }
            return Data(try await response.body.collect(upTo: 64 << 20).readableBytesView)
        }
    }
#else
    extension SyncRow {
        static let pages: [SyncRow] = []
    }
#endif
