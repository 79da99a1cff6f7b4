import Foundation
import Granary

/// An answer as texts, a row each, in which it is compared with the one that the script has computed.
struct Answer: Equatable, CustomStringConvertible {
    let rows: [String]

    /// The rows of a list, or the only row of a value.
    init(_ result: Any) {
        let mirror = Mirror(reflecting: result)
        rows =
            mirror.displayStyle == .collection
            ? mirror.children.map { Self.row($0.value) } : [Self.row(result)]
    }

    init(rows: [String]) { self.rows = rows }

    var description: String { rows.isEmpty ? "nothing" : rows.joined(separator: "\n") }

    /// The values of a row, of which some may be rows themselves.
    private static func row(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .tuple else { return text(value) }
        return mirror.children.map { row($0.value) }.joined(separator: " | ")
    }

    private static func text(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .collection {
            return "[\(mirror.children.map { row($0.value) }.joined(separator: "; "))]"
        }
        if mirror.displayStyle == .optional { return mirror.children.first.map { text($0.value) } ?? "nil" }
        return switch value {
        case let date as Date: date.formatted(.iso8601)
        case let status as OrderStatus: status.rawValue
        default: "\(value)"
        }
    }
}
