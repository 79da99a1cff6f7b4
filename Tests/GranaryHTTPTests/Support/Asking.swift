#if HTTP
    import FoundationEssentials
    import Granary
    import GranaryConformance
    import GranaryHTTP
    import GranaryMemory
    import GranaryTestSupport
    import HTTPTypes
    import Synchronization
    import Testing

    @testable import GranarySync

    /// The transport that tests without a wish of their own share.
    let sharedTransport = HTTPClientTransport()

    extension WebServer {
        /// A source of this server.
        func source(
            _ endpoints: [HTTPEndpoint], commands: [HTTPCommand] = [], changes: HTTPChanges? = nil,
            _ options: HTTPOptions = HTTPOptions()
        ) throws -> HTTPSource {
            try HTTPSource(
                address, endpoints, commands: commands, changes: changes, options: options,
                over: sharedTransport)
        }

        /// A request of this server.
        func call(_ path: String = "/", mostBytes: Int = 1 << 20) -> HTTPCall {
            HTTPCall(
                HTTPRequest(
                    method: .get, scheme: "http", authority: "127.0.0.1:\(proxy.port)", path: path),
                mostBytes: mostBytes)
        }
    }

    extension RemotePayload {
        /// The rows of a model.
        func rows<Snapshot: ModelSnapshot>(_ type: Snapshot.Type) -> [Snapshot] {
            lists.flatMap { list in
                (list as? ServedRows<Snapshot>)?.rows
                    ?? (list as? PartialRows<Snapshot.Object>)?.rows.map(\.snapshot) ?? []
            }
        }
    }

    /// The row of a flight as a server writes it.
    func flightJSON(_ number: Int, id: UUID = UUID(), _ others: String = "") -> String {
        """
        {"id":"\(id.uuidString)","number":\(number),"delay":null,"departure":"2013-01-01T10:15:00Z","isLate":false,\
        "fare":99.5,"gateName":"A1","airline":null\(others)}
        """
    }

    /// The error that a call throws, which is expected to be one of Granary.
    func failure(_ body: () async throws -> Void) async -> GranaryError? {
        do { try await body() } catch { return error as? GranaryError }
        return nil
    }

    /// A source over the answers of a function, without a network.
    struct ScriptedTransport: HTTPTransport {
        let answer: @Sendable (HTTPCall) async throws -> HTTPAnswer

        func send(_ call: HTTPCall) async throws -> HTTPAnswer { try await answer(call) }
    }

    /// A value that tasks share.
    final class Held<Value: Sendable>: Sendable {
        private let value: Mutex<Value>

        init(_ value: Value) { self.value = Mutex(value) }

        func withLock<T: Sendable>(_ body: (inout sending Value) throws -> sending T) rethrows -> T {
            try value.withLock { value in try body(&value) }
        }
    }

    /// A list that is filled from any task.
    final class Collected<Element: Sendable>: Sendable {
        private let elements = Mutex<[Element]>([])
        var all: [Element] { elements.withLock { $0 } }
        func add(_ element: Element) { elements.withLock { $0.append(element) } }
    }
#endif
