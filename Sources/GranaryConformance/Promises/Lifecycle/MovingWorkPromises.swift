import FoundationEssentials
import Granary

/// Running work ends before a store moves, other work waits until it has arrived, and a move that fails changes
/// nothing.
enum MovingWorkPromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static var promises: [ConformancePromise] { running + kept + failing }

    /// Runs a unit of work that begins, halts, and then saves a tag; the closure runs while it waits.
    private static func withRunning(
        _ stack: PersistentStack, _ body: (Task<Void, any Error>, Halt) async throws -> Void
    ) async throws {
        let halt = Halt()
        defer { halt.goOn() }
        let task = await stack.beginSavingTag("running", behind: halt)
        try await body(task, halt)
    }

    /// Waits until a store is about to move.
    private static func untilMoving(_ stack: PersistentStack) async {
        for await status in stack.statuses where status.phase == .suspended { return }
    }

    private static let running: [ConformancePromise] = [
        MovingPromises.moves(
            "Work that runs ends before its store moves, and new work waits until it is there"
        ) {
            scene in
            let stack = scene.stack
            try await withRunning(stack) { task, halt in
                let moving = Task { try await scene.move(to: "second") }
                await untilMoving(stack)
                let later = Task { try await scene.bench.saveTag("later", in: stack) }
                halt.goOn()
                try await task.value
                try await moving.value
                try await later.value
            }
            try expectEqual(try await scene.bench.words(in: stack).sorted(), ["later", "running"], "tags")
            try scene.expectNothing(at: "first")
        },
        MovingPromises.moves("A time limit for the work that runs leaves everything as it was") { scene in
            let stack = scene.stack
            try await withRunning(stack) { task, halt in
                try await expectErrorAsync(.timeout, "moving") {
                    try await scene.move(to: "second", running: .wait(upTo: .milliseconds(5)))
                }
                try expect(stack.isReady, "it is ready")
                halt.goOn()
                try await task.value
            }
            try expectEqual(try await scene.bench.words(in: stack), ["running"], "tags")
            try scene.expectNothing(at: "second")
            try await scene.move(to: "second")
        },
        MovingPromises.moves("Work that runs is cancelled for a move where that is asked for") { scene in
            let stack = scene.stack
            let begun = AsyncStream<Void>.makeStream()
            let task = Task {
                try await stack.perform { context in
                    begun.continuation.finish()
                    while true { _ = try context.count(Tag.all) }
                }
            }
            for await _ in begun.stream {}
            try await scene.move(to: "second", running: .cancel)
            try await expectErrorAsync(.cancelled, "the work") { try await task.value }
            try await scene.bench.saveTag("t", in: stack)
        },
        MovingPromises.moves("A move that is cancelled while it waits changes nothing") { scene in
            let stack = scene.stack
            try await withRunning(stack) { task, halt in
                let moving = Task { try await scene.move(to: "second") }
                await untilMoving(stack)
                moving.cancel()
                try await expectErrorAsync(.cancelled, "moving") { try await moving.value }
                halt.goOn()
                try await task.value
            }
            try expectEqual(try await scene.bench.words(in: stack), ["running"], "tags")
            try scene.expectNothing(at: "second")
        },
        MovingPromises.moves("Work cannot move the store that it uses") { scene in
            let (stack, target) = (scene.stack, try scene.bench.configuration("Operations", at: "second"))
            try await stack.perform { context in
                try expectError(.invalidObject, "moving") {
                    try stack.moveStore(named: "Operations", to: target)
                }
                try context.insert(Tag(word: "t"))
                try context.save()
            }
            try expectEqual(try await scene.bench.words(in: stack), ["t"], "tags")
        },
    ]

    private static let kept: [ConformancePromise] = [
        MovingPromises.moves("Contexts that a program keeps go on with their objects and changes") { scene in
            try await scene.fill()
            let context = try scene.stack.makeContext()
            let book = try unwrap(try context.object(ObjectID<Book>(1)), "the book")
            book.title = "changed before"
            try context.insert(Tag(word: "new"))
            try await scene.move(to: "second")
            try expectEqual(book.title, "changed before", "the title")
            book.pages = 12_345
            try context.save()
            let found = try await scene.stack.perform { other in
                try other.object(ObjectID<Book>(1)).map { "\($0.title) \($0.pages ?? 0)" }
            }
            try expectEqual(found, "changed before 12345", "what is stored")
            let words = try await scene.bench.words(in: scene.stack)
            try expect(words.contains("new"), "the new tag")
            context.close()
        },
        MovingPromises.moves("The main context goes on, and follows what is saved at the new place") {
            scene in
            try await scene.fill()
            let stack = scene.stack
            try await MainActor.run { _ = try stack.mainContext.object(ObjectID<Book>(1)) }
            try await scene.move(to: "second")
            try await stack.perform { other in
                try other.object(ObjectID<Book>(1))?.title = "theirs"
                try other.save()
            }
            let title = try await MainActor.run { try stack.mainContext.object(ObjectID<Book>(1))?.title }
            try expectEqual(title, "theirs", "the title")
        },
        MovingPromises.moves("A suspended stack moves a store, and stays suspended") { scene in
            try await scene.fill()
            try await scene.stack.suspend()
            try await scene.move(to: "second")
            try expectEqual(scene.stack.status.phase, .suspended, "the phase")
            scene.stack.resume()
            try expectEqual(try await scene.bench.books(in: scene.stack), 10, "books")
        },
    ]

    private static let failing: [ConformancePromise] = [
        MovingPromises.moves("A place where another store is stays as it is, and so does the store", .apart) {
            scene in
            try await scene.fill()
            let other = try scene.bench.anotherStack(at: "second")
            try await scene.bench.withStack(other) { try await scene.bench.saveTag("theirs", in: $0) }
            let before = try await scene.dump()
            try await expectErrorAsync(.configuration, "moving") {
                try await scene.move("Operations", to: "second")
            }
            try expectEqual(try await scene.dump(), before, "what it holds")
            try await scene.bench.saveTag("still", in: scene.stack)
            try await scene.bench.withStack(scene.bench.anotherStack(at: "second")) {
                try expectEqual(try await scene.bench.words(in: $0), ["theirs"], "tags of the other store")
            }
        },
        MovingPromises.moves("The place of another store of the same stack is refused", .apart) { scene in
            try await scene.fill()
            var taken = try scene.bench.configuration("Reference", at: "first")
            taken.name = "Operations"
            let target = taken
            try await expectErrorAsync(.configuration, "moving") {
                try await scene.stack.moveStore(named: "Operations", to: target)
            }
            try expectEqual(try await scene.bench.books(in: scene.stack), 10, "books")
        },
        MovingPromises.moves("A place that cannot be made leaves the store where it is", needs: .files) {
            scene in
            try await scene.fill()
            let file = "\(scene.bench.directory)/a file"
            try expect(FileManager.default.createFile(atPath: file, contents: nil), "the file")
            for location in ["\(file)/below", "\(file)/below/deeper"] {
                do {
                    try await scene.stack.moveStore(named: "Operations", to: location)
                    throw ConformanceFailure(.broken, "the store was moved below a file")
                } catch let error as GranaryError {
                    try expect([.denied, .io, .notFound, .foreign].contains(error.code), "\(error)")
                }
            }
            let upwards = "\(scene.bench.directory)/../elsewhere"
            try await expectErrorAsync(.configuration, "moving upwards") {
                try await scene.stack.moveStore(named: "Operations", to: upwards)
            }
            try expect(scene.stack.isReady, "it is ready")
            try expectEqual(try await scene.bench.books(in: scene.stack), 10, "books")
        },
        MovingPromises.moves(
            "A store that is open elsewhere in the process is not moved, where that can be told",
            needs: .files
        ) {
            scene in
            try await scene.fill()
            if !scene.bench.harness.capabilities.contains(.severalProcesses) { return }
            let other = try scene.bench.anotherStack(at: "first")
            try await scene.bench.withStack(other) { other in
                try await expectErrorAsync(.locked, "moving") { try await scene.move(to: "second") }
                try expectEqual(try await scene.bench.books(in: other), 10, "books of the other stack")
            }
            try expectEqual(try await scene.bench.books(in: scene.stack), 10, "books")
            try scene.expectNothing(at: "second")
            try await scene.move(to: "second")
        },
    ]
}
