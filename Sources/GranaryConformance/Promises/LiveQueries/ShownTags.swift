import Granary

/// The tags that the main context of a stack has loaded, and a list of live ones that is always behind.
@MainActor final class ShownTags {
    private let stack: PersistentStack
    private let live: LiveObjects<Tag>
    private var loaded: [Tag] = []

    init(_ stack: PersistentStack) {
        self.stack = stack
        live = stack.observeObjects(Tag.all)
    }

    /// Loads the stored tags.
    func load() throws { loaded = try stack.mainContext.fetch(Tag.all) }

    /// Expects that the loaded tags that are still there, and the live ones, have the stored values.
    func check(_ stored: [String: Int?]) async throws {
        let context = try stack.mainContext
        // Its notices may still wait for the main actor.
        context.mergeChangesUnattended()
        for tag in loaded where tag._objectState.phase == .stored {
            guard let weight = stored[tag.word], weight == tag.weight else {
                throw ProgramFault(
                    "the main context shows \(tag.word) with \(String(describing: tag.weight))")
            }
        }
        let expected = stored.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let live = live
        let reader = Task { @MainActor in
            while true {
                if live.objects.map({ ($0.word, $0.weight) }).elementsEqual(expected, by: ==) { return }
                if try await live.next() == nil { throw ProgramFault("live tags ended") }
            }
        }
        let timer = Task {
            try await Task.sleep(for: .seconds(10))
            reader.cancel()
        }
        defer { timer.cancel() }
        do { try await reader.value } catch let fault as ProgramFault {
            throw ProgramFault(
                "\(fault.detail) with \(live.objects.map { "\($0.word): \($0.weight ?? -1)" }), stored are \(stored)"
            )
        }
    }
}
