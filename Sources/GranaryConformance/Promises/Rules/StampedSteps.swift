import Granary

/// A random program of steps, saves, undoing and redoing, under a hook that changes the object in every save.
@MainActor final class StampedSteps {
    private let seed: UInt64
    private let stack: PersistentStack
    private let main: Context
    private let slip: Slip
    private var random: SeededGenerator
    /// The texts of the slip before and after each step.
    private var texts: [String]
    /// How many of the steps are done.
    private var position = 0
    private var stamps = 0
    private var log: [String] = []

    init(_ seed: UInt64, in stack: PersistentStack) throws {
        self.seed = seed
        self.stack = stack
        main = try stack.mainContext
        slip = try main.existing(Slip.self, 1)
        random = SeededGenerator(seed: seed)
        texts = [slip.text]
        main.history.levels = 1_000
    }

    func run() async throws {
        for _ in 0..<30 {
            switch random.below(6) {
            case 0: try save()
            case 1: try await saveInBackground()
            default: try edit()
            }
            let names = [
                position == 0 ? nil : name(position), position + 1 == texts.count ? nil : name(position + 1),
            ]
            let place = "after seed \(seed): \(log.joined(separator: ", "))"
            try expectEqual(slip.text, texts[position], "the text \(place)")
            try expectEqual([main.history.undoName, main.history.redoName], names, "the steps \(place)")
        }
        try save()
    }

    private func name(_ step: Int) -> String { "to \(texts[step])" }

    private func save() throws {
        log.append("save")
        stamp()
        try main.save()
    }

    /// Saves in the background, with steps while the save writes.
    private func saveInBackground() async throws {
        guard main.hasChanges else { return }
        log.append("save in the background with")
        stamp()
        try await stack.saveHeld(main) { _ in for _ in 0..<random.below(3) { try edit() } }
        log.append("end")
    }

    private func stamp() {
        stamps += 1
        let note = "\(stamps)"
        slip.act = { hook, slip, _ in if hook == "willSave" { slip.note = note } }
    }

    private func edit() throws {
        switch random.below(4) {
        case 0 where position > 0:
            log.append("undo")
            try expect(try main.history.undo(), "nothing was undone")
            position -= 1
        case 1 where position + 1 < texts.count:
            log.append("redo")
            try expect(try main.history.redo(), "nothing was done again")
            position += 1
        default:
            texts.removeSubrange((position + 1)...)
            position += 1
            texts.append("\(seed).\(log.count)")
            log.append(name(position))
            main.history.step(named: name(position)) { slip.text = texts[position] }
        }
    }
}
