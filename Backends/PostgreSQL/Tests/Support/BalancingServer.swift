#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import Granary

/// A port on loopback that answers as pgpool does while it balances the load, up to what the opening of a store
/// asks.
///
/// It takes one connection without TLS, and answers every statement but its own as one without rows.
final class BalancingServer: Sendable {
    private let listener: LoopbackListener
    private let mode: String
    /// The port to connect to.
    var port: UInt16 { listener.port }

    /// Begins to listen; `mode` is what it says of its balancing.
    init(loadBalanceMode mode: String) throws {
        self.mode = mode
        listener = try LoopbackListener()
    }

    /// Takes one connection and answers until it ends.
    func serve() {
        let client = accept(listener.file, nil, nil)
        guard client >= 0 else { return }
        defer { close(client) }
        // The first message has no kind: its length, and then what the client is.
        guard let start = length(client), bytes(start, client) != nil else { return }
        let settings = ["server_version\u{0}15.0", "server_encoding\u{0}UTF8", "client_encoding\u{0}UTF8"]
        send(
            message("R", [0, 0, 0, 0]) + settings.flatMap { message("S", Array($0.utf8) + [0]) }
                + message("K", [0, 0, 0, 1, 0, 0, 0, 2]) + ready, client)
        while let kind = bytes(1, client)?.first, let length = length(client),
            let body = bytes(length, client), kind != UInt8(ascii: "X")
        {
            send(answer(to: kind, String(decoding: body.dropLast(), as: UTF8.self)), client)
        }
    }

    private func answer(to kind: UInt8, _ text: String) -> [UInt8] {
        switch kind {
        case UInt8(ascii: "Q"): row(text == "SHOW pool_version" ? "4.3.5 (tamahomeboshi)" : mode) + ready
        case UInt8(ascii: "P"): message("1", [])
        case UInt8(ascii: "B"): message("2", [])
        case UInt8(ascii: "D"): message("n", [])
        case UInt8(ascii: "E"): message("C", Array("SET".utf8) + [0])
        case UInt8(ascii: "S"): ready
        default: []
        }
    }

    private var ready: [UInt8] { message("Z", [UInt8(ascii: "I")]) }

    /// One column of text with one row, as the end of a statement.
    private func row(_ value: String) -> [UInt8] {
        let column: [UInt8] = Array("value".utf8) + [0, 0, 0, 0, 0, 0, 0] + number(25) + [0xFF, 0xFF]
        return message("T", [0, 1] + column + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0])
            + message("D", [0, 1] + number(value.utf8.count) + Array(value.utf8))
            + message("C", Array("SELECT 1".utf8) + [0])
    }

    private func message(_ kind: Unicode.Scalar, _ body: [UInt8]) -> [UInt8] {
        [UInt8(ascii: kind)] + number(body.count + 4) + body
    }

    private func number(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
    }

    /// The length of what follows.
    private func length(_ client: Int32) -> Int? {
        bytes(4, client).map { $0.reduce(0) { $0 << 8 | Int($1) } - 4 }
    }

    private func bytes(_ count: Int, _ client: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var more = [UInt8](repeating: 0, count: count - bytes.count)
            let read = recv(client, &more, more.count, 0)
            guard read > 0 else { return nil }
            bytes += more.prefix(read)
        }
        return bytes
    }

    private func send(_ bytes: [UInt8], _ client: Int32) {
        var sent = 0
        while sent < bytes.count {
            let more = bytes.withUnsafeBytes {
                systemSend(client, $0.baseAddress.map { $0 + sent }, bytes.count - sent)
            }
            guard more > 0 else { return }
            sent += more
        }
    }
}

/// The system's `send`, which has the name of a method there.
private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    send(socket, bytes, count, Int32(MSG_NOSIGNAL))
}
