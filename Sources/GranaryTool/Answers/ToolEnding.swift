/// How a command ends: the exit codes.
///
/// A wrong command line ends with 64, as the argument parser decides.
package enum ToolEnding: Int32, Comparable, Sendable {
    /// Everything is done, or there is nothing to do.
    case done = 0
    /// An error.
    case failed = 1
    /// Changes were found and not carried out.
    case changes = 2
    /// Stores cannot follow: data would be lost without consent, or a step is impossible.
    case refused = 3

    /// Orders endings by severity, for several stores: an error counts most.
    package static func < (left: ToolEnding, right: ToolEnding) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .done: 0
        case .changes: 1
        case .refused: 2
        case .failed: 3
        }
    }
}
