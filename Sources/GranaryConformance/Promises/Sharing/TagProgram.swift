import Granary

/// Random changes of a few tags, with what they store.
struct TagProgram {
    /// The weights of the stored tags.
    private(set) var stored: [String: Int?] = [:]

    /// One save or batch in a stack.
    nonisolated(nonsending) mutating func step(
        _ generator: inout SeededGenerator, in stack: PersistentStack
    ) async throws {
        let (word, weight) = ("w\(generator.below(9))", generator.chance(4) ? nil : generator.below(9) - 3)
        switch generator.below(6) {
        case 0:
            _ = try await stack.perform { try $0.deleteAll(Tag.where { $0.word == word }) }
            stored[word] = nil
        case 1:
            _ = try await stack.perform { context in
                try context.updateAll(Tag.where { $0.word > word }) { $0.weight.set(to: weight) }
            }
            for other in stored.keys where other > word { stored[other] = .some(weight) }
        case 2 where stored[word] != nil:
            try await stack.perform { context in
                try context.delete(try context.existing(Tag.self, word))
                try context.save()
            }
            stored[word] = nil
        default:
            try await stack.saveTag(word, weighing: weight)
            stored[word] = .some(weight)
        }
    }
}

extension PersistentStack {
    /// Saves a tag with a weight; it may be stored already.
    func saveTag(_ word: String, weighing weight: Int?) async throws {
        try await perform { context in
            if let tag = try context.object(Tag.self, word) {
                tag.weight = weight
            } else {
                try context.insert(Tag(word: word, weight: weight))
            }
            try context.save()
        }
    }
}
