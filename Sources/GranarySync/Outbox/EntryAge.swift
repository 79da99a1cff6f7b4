import FoundationEssentials
import Granary

extension UUID {
    /// When a time-ordered identifier was made.
    var madeAt: Date {
        let bytes = uuid
        let parts = [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5]
        let milliseconds = parts.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
