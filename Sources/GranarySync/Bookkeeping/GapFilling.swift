import Granary

/// Notes in one context what the server knows by the writes that it has accepted.
///
/// As a rule nothing is missing of any object, which is asked once for many writes.
final class GapFilling {
    private let context: Context
    /// Whether nothing is missing of any object; `nil` where that is to be asked.
    private var areNone: Bool?

    init(_ context: Context) { self.context = context }

    /// Notes that the server knows what a write has written.
    func fill(_ entry: SyncEntry) throws {
        if entry.kind == .command { return }
        let areNone = try areNone ?? !SyncGap.exist(in: context)
        self.areNone = areNone
        if !areNone { try SyncGap.fill(entry, in: context) }
    }

    /// Has it asked again, since something may be missing now.
    func renew() { areNone = nil }
}
