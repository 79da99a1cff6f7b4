import Granary

/// Live objects are those of the main context, in the order of the stored values.
enum LiveObjectPromises: PromiseList {
    static let category = ConformanceCategory.observation

    static let promises: [ConformancePromise] = [
        promise("Live objects are the main context's own, and follow what others save") { bench in
            try await bench.saveLibrary()
            try await follow(bench)
        },
        promise("Live objects have the values of the save that is told") { bench in
            try await bench.saveLibrary()
            try await tellAtOnce(bench)
        },
        promise(
            "Live objects have the values of a save that their query has read before the main context hears of it"
        ) {
            bench in
            try await bench.stack.stop()
            let delay = CommitDelay()
            let stack = try bench.anotherStack(telemetry: Telemetry(metrics: delay))
            try await bench.withStack(stack) { try await readBeforeTold($0, delay) }
        },
        promise("An object that the main context deletes is a live one until the deletion is saved") {
            bench in
            try await bench.saveLibrary()
            try await delete(bench)
        },
        promise("Objects that the main context has made again are told, also where no value differs") {
            bench in
            try await bench.saveLibrary()
            try await makeAgain(bench)
        },
        promise("An object that takes the key of a deleted one is the live one") { bench in
            try await bench.saveLibrary()
            try await replace(bench)
        },
        promise("A live object whose key a new one had taken is there again after a rollback") { bench in
            try await bench.saveLibrary()
            try await replaceAndRollBack(bench)
        },
        promise("An unsaved object whose key others have stored is no live one") { bench in
            try await bench.saveLibrary()
            try await hide(bench)
        },
        promise(
            "Live objects show what an editor saves into the main context, and are told of it from the store"
        ) {
            bench in
            try await bench.saveLibrary()
            try await edit(bench)
        },
        promise("Live objects ask the store for nothing but what enters", .united) { bench in
            try await bench.watchedLibrary { try await count($0, $1) }
        },
    ]

    @MainActor private static func follow(_ bench: ConformanceBench) async throws {
        let context = try bench.stack.mainContext
        let live = bench.stack.observeObjects(Tag.where { $0.weight > 2 }.sorted { $0.weight.ascending })
        try expectEqual(try await live.next()?.count, 0, "first differences")
        try expectEqual(live.objects.map(\.word), ["blue", "unused"], "tags")
        try expect(live.objects.first === (try context.existing(Tag.self, "blue")), "another object")
        try await bench.save { context in
            try context.insert(Tag(word: "new", weight: 5))
            try context.existing(Tag.self, "blue").weight = 30
        }
        var former = ["blue", "unused"]
        former.apply(try words(try unwrap(try await live.next(), "differences")))
        try expectEqual(former, ["new", "unused", "blue"], "the differences applied")
        try expectEqual(live.objects.map(\.word), former, "tags")
        try expectEqual(live.objects.map(\.weight), [5, 9, 30], "weights")
        try await bench.save { try $0.delete(try $0.existing(Tag.self, "unused")) }
        _ = try await live.next()
        try expectEqual(live.objects.map(\.word), ["new", "blue"], "tags")
    }

    /// Saves on the main actor, which so has no time to merge before it asks for the differences.
    @MainActor private static func tellAtOnce(_ bench: ConformanceBench) async throws {
        let live = bench.stack.observeObjects(Tag.where { $0.weight > 2 }.sorted { $0.weight.ascending })
        _ = try await live.next()
        let writer = try bench.stack.makeContext(.importer)
        try writer.existing(Tag.self, "blue").weight = 30
        try writer.save()
        _ = try await live.next()
        try expectEqual(live.objects.map(\.word), ["unused", "blue"], "tags")
        try expectEqual(live.objects.map(\.weight), [9, 30], "weights")
    }

    @MainActor private static func readBeforeTold(_ stack: PersistentStack, _ delay: CommitDelay) async throws
    {
        let context = try stack.mainContext
        let tag = Tag(word: "one", weight: 1)
        try context.insert(tag)
        try context.save()
        let committed = delay.holdNext()
        let save = Task {
            try await stack.perform { context in
                try context.existing(Tag.self, "one").weight = 2
                try context.save()
            }
        }
        for await _ in committed {}
        let live = stack.observeObjects(Tag.all)
        let first = await Task { @MainActor in try await live.next()?.count }.result
        let weights = live.objects.map(\.weight)
        delay.release()
        try await save.value
        _ = try first.get()
        try expectEqual(weights, [2], "weights")
        try expect(live.objects.first === tag, "another object")
    }

    @MainActor private static func delete(_ bench: ConformanceBench) async throws {
        let context = try bench.stack.mainContext
        let live = bench.stack.observeObjects(Tag.all)
        _ = try await live.next()
        let blue = try context.existing(Tag.self, "blue")
        try context.delete(blue)
        try await bench.saveTag("z", in: bench.stack)
        var former = ["blue", "green", "red", "unused"]
        former.apply(try words(try unwrap(try await live.next(), "differences")))
        try expectEqual(former, ["blue", "green", "red", "unused", "z"], "the differences applied")
        try expectEqual(live.objects.map(\.word), former, "tags")
        // A list that begins here has it too, although a fetch does not find it.
        let late = bench.stack.observeObjects(Tag.all)
        _ = try await late.next()
        try expect(late.objects.first === blue, "the late list has another first object")
        // No save follows that could bring it back.
        context.rollback()
        try expect(live.objects.first === (try context.existing(Tag.self, "blue")), "another object")
        try context.delete(blue)
        try context.save()
        former.apply(try words(try unwrap(try await live.next(), "differences")))
        try expectEqual(former, ["green", "red", "unused", "z"], "the differences after the save")
        try expectEqual(live.objects.map(\.word), former, "tags after the save")
    }

    @MainActor private static func replace(_ bench: ConformanceBench) async throws {
        let context = try bench.stack.mainContext
        let live = bench.stack.observeObjects(Tag.all)
        _ = try await live.next()
        try context.delete(try context.existing(Tag.self, "blue"))
        let new = Tag(word: "blue", weight: 77)
        try context.insert(new)
        try await bench.saveTag("z", in: bench.stack)
        _ = try await live.next()
        try expect(live.objects.first === new, "the object with the key is another one")
        try context.save()
        _ = try await live.next()
        try expectEqual(live.objects.first?.weight, 77, "weight")
        try expect(live.objects.first === new, "the object with the key is another one after the save")
    }

    @MainActor private static func replaceAndRollBack(_ bench: ConformanceBench) async throws {
        let context = try bench.stack.mainContext
        let live = bench.stack.observeObjects(Tag.all)
        _ = try await live.next()
        let old = try context.existing(Tag.self, "blue")
        try context.delete(old)
        try context.insert(Tag(word: "blue", weight: 77))
        try await bench.saveTag("y", in: bench.stack)
        _ = try await live.next()
        var former = live.objects
        context.rollback()
        try expect(live.objects.first === old, "the object with the key after the rollback is another one")
        former.apply(try unwrap(try await live.next(), "differences"))
        try expect(zip(former, live.objects).allSatisfy { $0 === $1 }, "the differences leave former objects")
    }

    @MainActor private static func hide(_ bench: ConformanceBench) async throws {
        let context = try bench.stack.mainContext
        let live = bench.stack.observeObjects(Tag.all)
        _ = try await live.next()
        let mine = Tag(word: "new", weight: 1)
        try context.insert(mine)
        try await bench.saveTag("new", in: bench.stack)
        try await bench.saveTag("z", in: bench.stack)
        while live.objects.last?.word != "z" { _ = try await live.next() }
        try expectEqual(live.objects.map(\.word), ["blue", "green", "red", "unused", "z"], "tags")
        context.rollback()
        try expect(
            live.objects.allSatisfy { $0._objectState.phase != .detached }, "a detached object is shown")
        // At once, without another save.
        let changes = try words(try unwrap(try await live.next(), "differences"))
        try expectEqual(changes.count, 1, "differences")
        try expectEqual(
            live.objects.map(\.word), ["blue", "green", "new", "red", "unused", "z"], "tags later")
        try expect(live.objects[2] === (try context.existing(Tag.self, "new")), "another object")
    }

    @MainActor private static func makeAgain(_ bench: ConformanceBench) async throws {
        let context = try bench.stack.mainContext
        let live = bench.stack.observeObjects(Tag.all.sorted { $0.weight.ascending })
        _ = try await live.next()
        var former = live.objects
        context.reset()
        try await bench.save { context in
            try context.insert(Tag(word: "z", weight: 100))
            try context.existing(Tag.self, "unused").weight = -100
        }
        let changes = try unwrap(try await live.next(), "differences")
        for case .move(_, _, let before, let after) in changes {
            try expect(former.contains { $0 === before } && before !== after, "the object before a move")
        }
        former.apply(changes)
        try expectEqual(former.map(\.word), live.objects.map(\.word), "the differences applied")
        try expect(zip(former, live.objects).allSatisfy { $0 === $1 }, "the differences leave former objects")
        for tag in live.objects {
            try expect(tag === (try context.existing(Tag.self, tag.word)), "an object of its own")
        }
    }

    @MainActor private static func edit(_ bench: ConformanceBench) async throws {
        let main = try bench.stack.mainContext
        let live = bench.stack.observeObjects(Tag.where { $0.weight > 2 }.sorted { $0.weight.ascending })
        _ = try await live.next()
        let editor = main.makeChild(.editor)
        try editor.existing(Tag.self, "blue").weight = 30
        try editor.insert(Tag(word: "new", weight: 5))
        try editor.save(upTo: .parent)
        try expectEqual(live.objects.map(\.word), ["blue", "unused"], "tags before the save")
        try expectEqual(live.objects.map(\.weight), [30, 9], "weights before the save")
        // Had the save into the main context been reported, this would be the second difference.
        try main.save()
        var former = ["blue", "unused"]
        former.apply(try words(try unwrap(try await live.next(), "differences")))
        try expectEqual(former, ["new", "unused", "blue"], "the differences applied")
        try expectEqual(live.objects.map(\.word), former, "tags")
        try expect(live.objects.first === (try main.existing(Tag.self, "new")), "another object")
    }

    @MainActor private static func count(_ stack: PersistentStack, _ watch: TelemetryWatch) async throws {
        let live = stack.observeObjects(Tag.all.sorted { $0.word.ascending })
        _ = try await live.next()
        watch.clear()
        for number in 0..<3 {
            try await stack.perform { context in
                try context.existing(Tag.self, "blue").weight = 100 + number
                try context.save()
            }
            _ = try await live.next()
        }
        let context = try stack.mainContext
        while context.hasNews { await Task.yield() }
        try expectEqual(live.objects.first?.weight, 102, "weight")
        try expectEqual(watch.spans.filter { $0.name.hasPrefix("fetch") }.count, 0, "queries")
    }

    private static func words(_ changes: [ResultChange<Tag>]) throws -> [ResultChange<String>] {
        changes.map { change in
            switch change {
            case .delete(let position, let tag): .delete(at: position, tag.word)
            case .insert(let position, let tag): .insert(at: position, tag.word)
            case .move(let from, let to, let before, let after):
                .move(from: from, to: to, before: before.word, after: after.word)
            case .update(let position, let before, let after):
                .update(at: position, before: before.word, after: after.word)
            }
        }
    }
}
