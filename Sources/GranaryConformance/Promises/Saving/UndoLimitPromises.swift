import Granary

/// The size of a history, the names of its steps, and whether there are any.
enum UndoLimitPromises: PromiseList {
    static let category = ConformanceCategory.unitOfWork
    static let areAboutContent = true

    static var promises: [ConformancePromise] { memory + names + questions }

    private static let memory: [ConformancePromise] = [
        history("A limit of memory discards the oldest steps, and the rest can be undone") { context, tally in
            context.history.levels = .max
            context.history.memoryLimit = 50_000
            try write(20, of: 10_000, to: tally, in: context)
            var steps = 0
            while try context.history.undo() { steps += 1 }
            try expect((1...4).contains(steps), "\(steps) steps were kept")
            try expectEqual(tally.remark?.first, letter(20 - steps), "the remark after undoing")
            while try context.history.redo() { steps -= 1 }
            try expectEqual(steps, 0, "steps that were not redone")
        },
        history("Setting a limit of memory discards the oldest steps at once; none keeps all") {
            context, tally in
            context.history.levels = 100
            try write(20, of: 1_000, to: tally, in: context)
            context.history.memoryLimit = 1_000_000
            try expectEqual(context.history.memoryLimit, 1_000_000, "the limit")
            context.history.memoryLimit = 15_000
            context.history.memoryLimit = nil
            try write(3, of: 100_000, to: tally, in: context)
            var steps = 0
            while try context.history.undo() { steps += 1 }
            try expect((4...10).contains(steps), "\(steps) steps were kept")
        },
        history("A step larger than the limit of memory cannot be undone, nor what was before it") {
            context, tally in
            context.history.levels = 5
            context.history.memoryLimit = 5_000
            try write(1, of: 10, to: tally, in: context)
            try expect(context.history.canUndo, "nothing to undo")
            try write(1, of: 10_000, to: tally, in: context)
            try expect(!context.history.canUndo, "there is something to undo")
            try expect(try !context.history.undo(), "a step was undone")
            try write(1, of: 10, to: tally, in: context)
            try write(1, of: 11, to: tally, in: context)
            try expect(try context.history.undo(), "nothing to undo afterwards")
            try expectEqual(tally.remark?.count, 10, "the remark after undoing")
            try expect(try !context.history.undo(), "a step with the large text was undone")
        },
        history("The limit of memory stays when the number of steps is set") { context, tally in
            context.history.memoryLimit = 5_000
            context.history.levels = 100
            try expectEqual(context.history.memoryLimit, 5_000, "the limit")
            try write(20, of: 1_000, to: tally, in: context)
            var steps = 0
            while try context.history.undo() { steps += 1 }
            try expect((1...4).contains(steps), "\(steps) steps were kept")
        },
    ]

    private static let names: [ConformancePromise] = [
        history("Steps have names, which tell what is undone and redone next") { context, tally in
            let history = context.history
            history.levels = 5
            try expect(history.undoName == nil && history.redoName == nil, "there is a name")
            history.step(named: "Count") { tally.count += 1 }
            history.step { tally.count += 1 }
            history.beginStep(named: "Remark")
            tally.remark = "new"
            try expectEqual(history.undoName, "Remark", "the name of the open step")
            history.endStep()
            try expectEqual(history.undoName, "Remark", "the name of the last step")
            try history.undo()
            try expect(history.undoName == nil, "a step without a name has one")
            try expectEqual(history.redoName, "Remark", "the name of the undone step")
            try history.undo()
            try expectEqual(history.undoName, "Count", "the name of the first step")
            try history.undo()
            try expectEqual(history.redoName, "Count", "the name to redo")
            while try history.redo() {}
            try expectEqual(history.undoName, "Remark", "the name after redoing")
            tally.count += 1
            try expect(history.undoName == nil && history.redoName == nil, "changes since have a name")
            try context.save()
            try expect(history.undoName == nil, "a step of a save has a name")
        },
        history("Of nested steps, the outermost with a name gives it, also to what a save in between closes")
        {
            context, tally in
            let history = context.history
            history.levels = 5
            try history.step {
                history.step(named: "Inner") { tally.count += 1 }
                history.step(named: "Second") { tally.count += 1 }
                try context.save()
                tally.count += 1
            }
            try expectEqual(history.undoName, "Inner", "the name of what came after the save")
            try history.undo()
            try expectEqual(history.undoName, "Inner", "the name of what came before the save")
            try history.undo()
            try expectEqual(tally.count, 0, "the count")
        },
    ]

    private static let questions: [ConformancePromise] = [
        history("What was changed and changed back is no step to undo") { context, tally in
            context.history.levels = 5
            tally.count = 5
            try expect(context.history.canUndo, "nothing to undo")
            tally.count = 0
            try expect(!context.history.canUndo, "there is something to undo")
            try expect(try !context.history.undo(), "a step was undone")
            tally.count = 6
            try expect(context.history.canUndo, "nothing to undo after another change")
            try context.history.undo()
            try expectEqual(tally.count, 0, "the count after undoing")
            tally.remark = "else"
            try expect(!context.history.canRedo, "something can be redone after a change")
            tally.remark = "base"
            try expect(context.history.canRedo, "nothing to redo after changing back")
            try expect(try context.history.redo(), "nothing was redone")
            try expectEqual(tally.count, 6, "the count after redoing")
        },
        promise("Whether pairs can be undone is known as soon as they change", .united) { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                context.history.levels = 5
                let book = try context.existing(Book.self, 1)
                let tag = try context.existing(Tag.self, "blue")
                book.tags.remove(tag)
                try expect(context.history.canUndo, "nothing to undo")
                try expect(try context.history.undo(), "nothing was undone")
                try expect(!context.history.canUndo && context.history.canRedo, "another step is left")
                try expectEqual(Set(book.tags.map(\.word)), ["blue", "green"], "tags")
            }
        },
        promise("After a save that has failed the steps can be undone, and a rollback leaves none") { bench in
            let scene = try await MergeScene(bench)
            scene.mine.history.levels = 5
            scene.object.remark = "mine"
            try scene.mine.insert(Tally(id: 2))
            try await scene.theirs { $0.remark = "theirs" }
            _ = try scene.conflict()
            try expect(scene.mine.history.canUndo && !scene.mine.history.canRedo, "nothing to undo")
            try expect(try scene.mine.history.undo(), "nothing was undone")
            try expect(!scene.mine.history.canUndo && scene.mine.history.canRedo, "nothing to redo")
            try expectEqual(try scene.mine.count(Tally.all), 1, "tallies after undoing")
            scene.mine.rollback()
            try expect(!scene.mine.history.canUndo && !scene.mine.history.canRedo, "a step is left")
        },
    ]

    /// A promise about a context with one stored tally.
    private static func history(
        _ name: String, _ body: @escaping @Sendable (Context, Tally) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.save { try $0.insert(Tally(id: 1, remark: "base")) }
            try await bench.perform { try body($0, try $0.existing(Tally.self, 1)) }
        }
    }

    /// Makes steps that write remarks of some length, each of another letter.
    private static func write(_ steps: Int, of length: Int, to tally: Tally, in context: Context) throws {
        for step in 1...steps {
            context.history.step {
                tally.remark = String(repeating: letter(step) ?? "-", count: length)
            }
        }
    }

    private static func letter(_ step: Int) -> Character? {
        step == 0 ? "b" : Array("abcdefghijklmnopqrstuvwxyz")[min(step, 25)]
    }
}
