import Dispatch
import Granary
import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A proxy on loopback between a backend and its server: it passes bytes on, until it is asked to lose them.
public final class ConnectionProxy: Sendable {
    /// The treatment of the next bytes on open connections; later connections pass.
    public enum Fault: Sendable {
        /// Nothing: everything passes.
        case none
        /// The next request is lost, and the client's connection with it; the server notices nothing.
        case loseRequest
        /// Later requests are lost, while the connection seems to be open.
        case keepSilent
        /// The next request passes, its answer is lost, and both connections with it.
        case loseAnswer
        /// The next request passes, and its answer is exchanged for some bytes.
        case exchangeAnswer([UInt8])
    }

    /// The port to connect to.
    public let port: UInt16
    private let listener: Int32
    private let target: sockaddr_in
    private let links = Mutex<[Link]>([])
    private let silence = Mutex<Int?>(nil)
    private let refusal = Mutex(false)
    private let answers = AnswerGate()

    private final class Link: Sendable {
        let client: Int32
        let server: Int32
        let fault = Mutex<Fault>(.none)

        init(client: Int32, server: Int32) {
            self.client = client
            self.server = server
        }

        deinit {
            close(client)
            close(server)
        }
    }

    /// Begins to listen; connections are passed on to a port at an IPv4 address, on this machine unless one is given.
    ///
    /// - Throws: ``GranaryError/Code/unavailable`` without a free port, and ``GranaryError/Code/configuration`` for a
    ///   host that is no address.
    public init(to target: UInt16, host: String = "127.0.0.1") throws {
        var place = Self.address("127.0.0.1", target)
        guard inet_pton(AF_INET, host, &place.sin_addr) == 1 else {
            throw GranaryError(
                .configuration, "“\(host)” is no IPv4 address. Give the server's address in figures.")
        }
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address("127.0.0.1", 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listening, $0, length) == 0 && listen(listening, 16) == 0
                    && getsockname(listening, $0, &length) == 0
            }
        }
        guard isBound else {
            close(listening)
            throw GranaryError(.unavailable, "There is no port for the proxy. End programs that hold ports.")
        }
        self.target = place
        listener = listening
        port = UInt16(bigEndian: address.sin_port)
        Self.inBackground { [self] in accept() }
    }

    /// Stops listening and closes every connection.
    public func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        answers.close()
        cut()
    }

    /// Cuts every connection that is open.
    public func cut() {
        for link in links.withLock({ $0 }) { Self.cut(link.client, link.server) }
    }

    /// Accepts further connections without answering, or serves later ones again.
    public func fallSilent(_ isSilent: Bool = true) { silence.withLock { $0 = isSilent ? 0 : nil } }

    /// Ends further connections at once, as if the server were gone, or serves later ones again.
    public func refuse(_ isRefusing: Bool = true) { refusal.withLock { $0 = isRefusing } }

    /// How many connections have been met with silence.
    public var ignored: Int { silence.withLock { $0 ?? 0 } }

    /// Sets the next fault of the open connections.
    public func arm(_ fault: Fault) {
        for link in links.withLock({ $0 }) { link.fault.withLock { $0 = fault } }
    }

    /// Treats the answers of the server on every connection, also on later ones, in another way from now on.
    public func treatAnswers(_ treatment: AnswerTreatment) { answers.set(treatment) }

    /// How many connections hold an answer back now.
    public var heldAnswers: Int { answers.held }

    /// Whether a new connection is to be met with silence.
    private func ignores() -> Bool {
        silence.withLock { count in
            count = count.map { $0 + 1 }
            return count != nil
        }
    }

    private static func cut(_ sockets: Int32...) {
        for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    private static func address(_ host: String, _ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return address
    }

    /// Runs a blocking closure on a separate thread.
    private static func inBackground(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "granary-connection-proxy").async(execute: body)
    }

    private func accept() {
        while true {
            let client = systemAccept(listener, nil, nil)
            guard client >= 0 else { return }
            if ignores() { continue }
            if refusal.withLock({ $0 }) {
                close(client)
                continue
            }
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            let connected = withUnsafePointer(to: target) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            let link = Link(client: client, server: server)
            guard connected else { Self.cut(client, server); continue }
            links.withLock { $0.append(link) }
            let answers = answers
            Self.inBackground { Self.pump(link, nil) }
            Self.inBackground { Self.pump(link, answers) }
        }
    }

    /// Passes on what one side sends: the client, or, through a gate, the server.
    private static func pump(_ link: Link, _ answers: AnswerGate?) {
        let fromClient = answers == nil
        let (from, to) = fromClient ? (link.client, link.server) : (link.server, link.client)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var passed = AnswerGate.Passed()
        // Pieces are to arrive as pieces.
        var isPrompt: Int32 = 1
        setsockopt(to, Int32(IPPROTO_TCP), TCP_NODELAY, &isPrompt, socklen_t(MemoryLayout<Int32>.size))
        while true {
            var count = read(from, &buffer, buffer.count)
            guard count > 0 else { return cut(link.client, link.server) }
            switch (link.fault.withLock { $0 }, fromClient) {
            case (.loseRequest, true):
                // The server's side stays open, as it does when a network fails.
                return cut(link.client)
            case (.keepSilent, true): continue
            case (.loseAnswer, false): return cut(link.client, link.server)
            case (.exchangeAnswer(let bytes), false) where bytes.count <= buffer.count:
                link.fault.withLock { $0 = .none }
                buffer.replaceSubrange(..<bytes.count, with: bytes)
                count = bytes.count
            default: break
            }
            var sent = 0
            while sent < count {
                var next = count - sent
                if let answers {
                    switch answers.next(of: next, &passed) {
                    case .pass(let bytes): next = bytes
                    case .cut: return cut(link.client, link.server)
                    }
                }
                let more = buffer.withUnsafeBytes {
                    send(to, $0.baseAddress.map { $0 + sent }, next, Int32(MSG_NOSIGNAL))
                }
                guard more > 0 else { return cut(link.client, link.server) }
                sent += more
            }
        }
    }
}

/// The system's `accept`, which has the name of a method there.
private func systemAccept(
    _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ length: UnsafeMutablePointer<socklen_t>?
) -> Int32 { accept(socket, address, length) }
