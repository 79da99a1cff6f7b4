internal import Logging

/// The stores that an opening has made because there were none, although their content is to be kept.
///
/// Most are those of a first start. Where something says that a store was there before, its file may be lost, and the log
/// says so louder (Docs/Decisions/lost-and-replaced-files.md).
struct MadeStores {
    let registry: StoreRegistry
    private var made: [[StoreConfiguration]] = []
    /// The first store that was there, of those that are to be kept.
    private var found: String?

    /// Makes an empty list.
    init(registry: StoreRegistry) { self.registry = registry }

    /// Notes how the store of some configurations was opened; returns whether the line in the log about it comes later.
    mutating func note(_ group: [StoreConfiguration], isNew: Bool, isReplaced: Bool) -> Bool {
        guard isKept(group) else { return false }
        if !isNew { found = found ?? StorePlacement.Report.names(group) }
        guard isNew, !isReplaced else { return false }
        made.append(group)
        return true
    }

    /// Whether the content of a store is to be kept, and one should be there; a new account has none.
    private func isKept(_ group: [StoreConfiguration]) -> Bool {
        guard let first = group.first, let backend = try? registry.backend(for: first.type) else {
            return false
        }
        return backend.capabilities.contains(.persistent) && first.accountPlace == nil
            && first.kind ?? .durable == .durable
    }

    /// Reports each in a log, once all are open.
    func tell(_ report: StorePlacement.Report) {
        for group in made {
            if let sign = sign(group) {
                report.tell(
                    "made: there was none, although \(sign). If its files are lost, stop, and bring them back; `mustExist` makes this an error",
                    group, at: .warning)
            } else {
                report.tell("made", group)
            }
        }
    }

    /// What says that the store was there before; `nil` for nothing.
    private func sign(_ group: [StoreConfiguration]) -> String? {
        guard let first = group.first, let backend = try? registry.backend(for: first.type) else {
            return nil
        }
        // A look into a directory; a server would have to be asked.
        if backend.capabilities.contains(.files), let backend = backend as? any CopyingBackend.Type,
            let copy = (try? backend.copies(of: first))?.last
        {
            return "a copy of a former one is there (\(copy.fileName))"
        }
        return found.map { "that of “\($0)” was there" }
    }
}
