import FoundationEssentials
import Granary

/// A short text that is the same for the same flights and remarks.
enum Digest {
    /// The digest of the store of a stack (FNV-1a over everything in the order of its keys).
    static func of(_ stack: PersistentStack) async throws -> String {
        try await stack.perform { context in
            let flights = try context.fetch(Flight.all.sorted { $0.code.ascending }).map { flight in
                "\(flight.code) \(flight.origin) \(flight.destination) \(flight.delay.map { "\($0)" } ?? "-")"
            }
            let remarks = try context.fetch(Remark.all.sorted { $0.id.ascending }).map { remark in
                "\(remark.id) \(remark.text) \(remark.flight?.code ?? "-") \(remark.answers?.id.uuidString ?? "-")"
            }
            let hash = (flights + remarks).joined(separator: "\n").utf8.reduce(
                0xcbf2_9ce4_8422_2325 as UInt64
            ) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01b3
            }
            return "\(flights.count) flights, \(remarks.count) remarks, \(String(hash, radix: 16))"
        }
    }
}
