import FoundationEssentials
import Granary

/// Hooks for the saves of all models see what a save writes, add to it, and refuse it.
enum SaveHookPromises: PromiseList {
    static let category = ConformanceCategory.rules

    static var promises: [ConformancePromise] { auditing + settling + [softDeletion] + reach }

    /// A promise about a stack whose schema has hooks.
    private static func hooked(
        _ name: String, _ hooks: [SaveHook], by strategy: any ContextStrategy = .direct,
        _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            let stack = try PersistentStack(
                bench.schema().hooking(hooks), registry: bench.registry(), settings: bench.harness.settings,
                strategy: strategy)
            try await stack.attachPersistentStores(for: bench.configurations(at: "hooked"))
            try await bench.withStack(stack) { try await body($0) }
            try await stack.destroyPersistentStores()
        }
    }

    /// Keeps a tag of every change of a memo.
    private static let audit = SaveHook("audit") { save in
        let changes = save.changes
        func note(_ objects: [any Model], _ text: (Memo) -> String) throws {
            for case let memo as Memo in objects {
                let word = "\(memo.id) \(text(memo)) by \(save.author ?? "nobody")"
                try save.context.insert(Tag(word: word))
            }
        }
        try note(changes.inserted) { _ in "new" }
        try note(changes.updated) { memo in
            let before = changes.savedSnapshot(of: memo)?.pages ?? -1
            return "\(changes.properties(of: memo).joined(separator: "+")) \(before) to \(memo.pages)"
        }
        try note(changes.deleted) { _ in "gone" }
    }

    /// Refuses memos that are too long.
    private static let limit = SaveHook("limit") { save in
        for case let memo as Memo in save.changes.inserted + save.changes.updated where memo.pages > 100 {
            throw GranaryError(.unavailable, "The hook says no.")
        }
    }

    /// Stores memos that are new to a stack.
    private static func fill(_ stack: PersistentStack, _ ids: Int...) throws {
        let context = try stack.makeContext()
        for id in ids { try context.insert(Memo(id: id, title: "memo \(id)")) }
        try context.save()
    }

    private static func words(_ stack: PersistentStack) throws -> [String] {
        try stack.makeContext().fetch(Tag.all.sorted { $0.word }).map(\.word)
    }

    // MARK: Audits

    private static let auditing: [ConformancePromise] = [
        hooked(
            "A hook for all models sees what a save writes, and what it inserts is stored with it", [audit]
        ) {
            stack in
            try fill(stack, 1, 2)
            var options = stack.backgroundOptions
            options.author = "Ada"
            let context = try stack.makeContext(options)
            try context.existing(Memo.self, 1).pages = 5
            try context.delete(try context.existing(Memo.self, 2))
            try context.insert(Memo(id: 3, title: "third"))
            try context.save()
            try expect(!context.hasChanges, "changes are left")
            let all = [
                "1 new by nobody", "1 pages 0 to 5 by Ada", "2 gone by Ada", "2 new by nobody",
                "3 new by Ada",
            ]
            try expectEqual(try words(stack), all, "what the hook has noted")
        },
        hooked(
            "A save that a hook refuses writes nothing, and the next one notes nothing twice", [audit, limit]
        ) {
            stack in
            let context = try stack.makeContext()
            let memo = Memo(id: 1, title: "memo", pages: 500)
            try context.insert(memo)
            for _ in 0..<2 { try expectError(.unavailable, "the save") { try context.save() } }
            try expectEqual(context.changes.inserted.count, 1, "new objects after the refused saves")
            try expectEqual(try words(stack), [], "what is stored")
            memo.pages = 50
            try await context.saveInBackground()
            try expectEqual(try words(stack), ["1 new by nobody"], "what the hook has noted")
            memo.pages = 500
            try await expectErrorAsync(.unavailable, "the save in the background") {
                try await context.saveInBackground()
            }
            try expect(context.changes.inserted.isEmpty, "what the hook had inserted is left")
            memo.pages = 60
            try context.save()
            try expectEqual(try words(stack).last, "1 pages 50 to 60 by nobody", "the last note")
        },
        hooked("Undoing a change keeps what a hook has noted of it", [audit]) { stack in
            try fill(stack, 1)
            let context = try stack.makeContext()
            context.history.levels = 10
            let memo = try context.existing(Memo.self, 1)
            memo.pages = 5
            try context.save()
            try expect(try context.history.undo(), "nothing was undone")
            try expectEqual(
                [memo.pages, context.changes.deleted.count], [0, 0], "pages, and deleted objects")
            try context.save()
            let all = ["1 new by nobody", "1 pages 0 to 5 by nobody", "1 pages 5 to 0 by nobody"]
            try expectEqual(try words(stack), all, "what the hook has noted")
        },
    ]

    // MARK: Settling

    private static let settling: [ConformancePromise] = [
        hooked("After a conflict a hook gets all changes again, and what it had inserted is gone", [audit]) {
            stack in
            try fill(stack, 1)
            var options = stack.backgroundOptions
            options.mergePolicy = .perProperty
            let context = try stack.makeContext(options)
            let memo = try context.existing(Memo.self, 1)
            let other = try stack.makeContext()
            try other.existing(Memo.self, 1).title = "theirs"
            try other.save()
            memo.pages = 5
            try context.save()
            try expectEqual(memo.title, "theirs", "the merged title")
            let all = ["1 new by nobody", "1 pages 0 to 5 by nobody", "1 title 0 to 0 by nobody"]
            try expectEqual(try words(stack), all, "what the hook has noted")
        },
        hooked(
            "Of several hooks each sees what those before it have inserted, and all that they have changed",
            [
                audit,
                SaveHook("tenant") { save in
                    for case let tag as Tag in save.changes.inserted { tag.weight = 7 }
                    for case let memo as Memo in save.changes.inserted { memo.pages = 3 }
                },
                SaveHook("seats") { save in
                    let tags = save.changes.inserted.filter { $0 is Tag }
                    if !tags.isEmpty { try save.context.insert(Seat(id: tags.count)) }
                },
            ]
        ) { stack in
            try fill(stack, 1, 2)
            let reader = try stack.makeContext()
            try expectEqual(try reader.fetch(Tag.all).map(\.weight), [7, 7], "weights of the notes")
            try expectEqual(try reader.fetch(Memo.all).map(\.pages), [3, 3], "pages")
            try expectEqual(try reader.fetch(Seat.all).map(\.id), [2], "seats")
        },
        hooked(
            "A hook cannot begin a transaction, and the save that has called it goes on",
            [
                SaveHook("transaction") { save in
                    try expectError(.invalidObject, "a transaction in a hook") {
                        try save.context.transaction { _ in }
                    }
                    try save.context.insert(Tag(word: "from the hook"))
                }
            ]
        ) { stack in
            try fill(stack, 1)
            let reader = try stack.makeContext()
            try expectEqual(try reader.fetch(Memo.all).map(\.id), [1], "memos")
            try expectEqual(try words(stack), ["from the hook"], "what the hook has inserted")
        },
        hooked(
            "Hooks that never agree end the save with an error that names one",
            [
                SaveHook("up") { save in
                    for case let memo as Memo in save.changes.inserted { memo.pages += 2 }
                },
                SaveHook("down") { save in
                    for case let memo as Memo in save.changes.inserted { memo.pages -= 1 }
                },
            ]
        ) { stack in
            let context = try stack.makeContext()
            try context.insert(Memo(id: 1, title: "memo"))
            let error = try expectError(.invalidObject, "the save") { try context.save() }
            try expect(error.message.contains("“up”") || error.message.contains("“down”"), error.message)
            try expect(error.message.contains(" 48 rounds "), error.message)
            try expectEqual(try stack.makeContext().count(Memo.all), 0, "stored memos")
        },
    ]

    // MARK: Soft deletion

    private static let softDeletion = hooked(
        "A hook can keep an object that was deleted, and mark it instead",
        [
            SaveHook("keep") { save in
                for case let memo as Memo in save.changes.deleted {
                    try save.keep(memo)
                    memo.deletedAt = save.date
                }
            }
        ]
    ) { stack in
        let context = try stack.makeContext()
        let folder = Folder(id: 1, name: "folder")
        try context.insert(folder)
        for id in 1...3 {
            let memo = Memo(id: id, title: "memo \(id)")
            memo.folder = id < 3 ? folder : nil
            try context.insert(memo)
        }
        try context.save()
        try context.delete(try context.existing(Memo.self, 3))
        try context.save()
        try context.delete(folder)
        try context.save()
        try expect(!context.hasChanges, "changes are left")
        let reader = try stack.makeContext()
        let marked = try reader.fetch(Memo.all.unfiltered()).filter { $0.deletedAt != nil }.map(\.id)
        try expectEqual(marked, [1, 2, 3], "marked memos")
        try expectEqual(
            try reader.existing(Folder.self, 1).memos.map(\.id), [1, 2], "members of the folder that was kept"
        )
        let memo = Memo(id: 4, title: "memo 4")
        try context.insert(memo)
        try context.save()
        try context.delete(memo)
        try context.insert(Memo(id: 4, title: "another"))
        try expectError(.invalidObject, "keeping an object whose key is taken") { try context.save() }
    }

    // MARK: Reach

    private static var reach: [ConformancePromise] {
        let (calls, mixed) = (EventLog(), EventLog())
        return [
            hooked(
                "Only a save that leads to the stores calls the hooks for all models, once",
                [SaveHook("count") { calls.add($0.changes.inserted.count + $0.changes.updated.count) }]
            ) { stack in
                let before = calls.all.count
                let context = try stack.makeContext()
                let child = context.makeChild(.child)
                try child.insert(Memo(id: 1, title: "of a child"))
                try child.save()
                try expectEqual(calls.all.count, before, "calls of the child's save")
                try context.save()
                let editor = context.makeChild(.editor)
                try editor.existing(Memo.self, 1).pages = 1
                try editor.save()
                try expectEqual(Array(calls.all.dropFirst(before)), [1, 1], "changes of each call")
                try context.save()
                try context.updateAll(Memo.all) { $0.pages.set(to: 9) }
                try expectEqual(calls.all.count, before + 2, "calls, with those of no changes and of a batch")
                try await stack.perform { context in
                    try context.existing(Memo.self, 1).pages = 2
                    try context.save()
                }
                try expectEqual(calls.all.count, before + 3, "calls, with that of a unit of work")
                try context.transaction { inner in
                    for id in 2...3 {
                        try inner.insert(Memo(id: id, title: "memo \(id)"))
                        try inner.save()
                    }
                }
                try expectEqual(Array(calls.all.dropFirst(before + 3)), [2], "changes of a transaction")
            },
            hooked(
                "Above a root context the main context calls the hooks, and stores what they insert",
                [audit, SaveHook("count") { mixed.add($0.changes.inserted.count) }], by: .mixed
            ) { stack in
                let before = mixed.all.count
                let main = try stack.mainContext
                try main.insert(Memo(id: 1, title: "of the main context"))
                try main.save()
                try main.existing(Memo.self, 1).pages = 4
                try await main.saveInBackground()
                try expect(!main.hasChanges, "changes are left")
                try expectEqual(Array(mixed.all.dropFirst(before)), [2, 1], "new objects of each call")
                let all = ["1 new by nobody", "1 pages 0 to 4 by nobody"]
                try expectEqual(try words(stack), all, "what the hook has noted")
            },
        ]
    }
}
