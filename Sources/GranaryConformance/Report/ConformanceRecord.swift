import FoundationEssentials
import Granary

/// One line of a report: the claims of a backend, or the outcome of one promise on it.
public enum ConformanceRecord: Sendable, Hashable, Codable {
    /// A backend takes part: its type, the name of its harness, its claims, the number of promises to check, the
    /// categories left out, whether all promises of the core are checked, and its statement on durability.
    case backend(
        type: String, label: String, capabilities: [String], promises: Int, leftOut: [String],
        provesCore: Bool,
        durability: String)
    /// A promise was checked; `ofCore` says that it depends on the core alone.
    case promise(
        type: String, category: String, title: String, name: String, result: Result, requires: [String],
        ofCore: Bool)

    /// The outcome of a promise.
    public enum Result: String, Sendable, Hashable, Codable {
        /// It was kept.
        case kept
        /// It was broken, and the backend claims the abilities it needs.
        case broken
        /// It needs abilities that the backend does not claim, and was not kept, or only by chance.
        case unclaimed
        /// It needs abilities that the backend does not claim, and was kept anyway.
        case keptUnclaimed
    }
}

extension Capabilities {
    /// The names of the capabilities in the set, in the order of ``all``.
    var names: [String] { Capabilities.all.filter { contains($0.capability) }.map(\.name) }
}
