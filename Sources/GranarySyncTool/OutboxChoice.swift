import ArgumentParser
import FoundationEssentials
import Granary
import GranarySync

/// Which of the held and refused writes a command is for.
struct OutboxChoice: ParsableArguments {
    @Argument(help: "The identifiers of writes, as `outbox list` shows them.") var writes: [String] = []
    @Option(help: "All held and refused writes of this model.") var model: String?
    @Flag(help: "All held and refused writes.") var all = false

    /// Refuses no choice, more than one, and text that is no identifier.
    func validate() throws {
        if [!writes.isEmpty, model != nil, all].count(where: { $0 }) != 1 {
            throw ValidationError("Name the writes, or say `--model NAME` or `--all`; one of the three.")
        }
        if let text = writes.first(where: { UUID(uuidString: $0) == nil }) {
            throw ValidationError(
                "“\(text)” is no identifier of a write; copy one that `outbox list` shows.")
        }
    }

    /// Whether a write is chosen.
    var predicate: (StoredOutbox.Write) -> Bool {
        if all { return { _ in true } }
        if let model { return { $0.model == model } }
        let ids = identifiers
        return { ids.contains($0.id) }
    }

    /// Refuses identifiers that none of the changed writes has.
    ///
    /// - Throws: ``GranaryError/Code/notFound``, after the others have been changed.
    func requireAll(in changed: [StoredOutbox.Write]) throws {
        let missing = identifiers.subtracting(changed.map(\.id))
        if missing.isEmpty { return }
        throw GranaryError(
            .notFound,
            "\(missing.count) of the writes that were named are not held or refused, or not there; the others are done. See `outbox list`."
        )
    }

    private var identifiers: Set<UUID> { Set(writes.compactMap { UUID(uuidString: $0) }) }
}
