import Granary

/// Where filters do not count: for known objects, saves, rules and lists that are made equal.
enum FilterReachPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        memos("A hidden object is found by its key, and through relationships of objects") { context in
            try expectEqual(try context.existing(Memo.self, 2).title, "memo 2", "by its key")
            try expectEqual(
                try context.objects([1, 2, 3].map { ObjectID<Memo>($0) }).map(\.id), [1, 2, 3], "by keys")
            let folder = try context.existing(Folder.self, 1)
            try expectEqual(folder.memos.map(\.id), [1, 2, 3], "members")
            try expectEqual(try context.existing(Memo.self, 4).folder?.name, "old", "the object at the end")
        },
        storedMemos("Delete rules reach what filters hide") { context, _ in
            try context.delete(try context.existing(Folder.self, 1))
            try context.save()
            try expectEqual(
                try context.fetch(Memo.all.unfiltered()).map(\.id), [4, 5, 6], "the memos that are left")
        },
        storedMemos("What filters hide keeps its unique values") { context, _ in
            try context.insert(Memo(id: 7, title: "memo 2"))
            try expectError(.constraint, "the save") { try context.save() }
        },
        storedMemos("Upserts and reconciling find what filters hide") { context, _ in
            try context.upsert([Memo(id: 9, title: "memo 2", pages: 21).snapshot], on: { $0.title })
            try context.save()
            let memo = try context.existing(Memo.self, 2)
            try expectEqual(memo.pages, 21, "the pages of the hidden memo")
            memo.deletedAt = MemoScene.moment
            try context.save()
            let wanted = try context.fetch(Memo.all.unfiltered()).filter { $0.id < 5 }.map(\.snapshot)
            let done = try context.reconcile(Memo.all, with: wanted)
            try expectEqual(done.inserted, 0, "inserted memos")
            try expectEqual(done.deleted, 2, "deleted memos")
            try context.save()
            try expectEqual(
                try context.fetch(Memo.all.unfiltered()).map(\.id), [1, 2, 3, 4], "the memos that are left")
        },
        promise("A backfill fills what filters hide") { bench in
            try await bench.save { try MemoScene.fill($0) }
            let moments = Backfill(Memo.self) { $0.deletedAt.set(to: MemoScene.moment) }
            let result = try await bench.stack.backfill(moments, pace: BackfillPromises.steady(10))
            try expectEqual([result.filled, result.left], [4, 0], "filled and left")
            let left = try await bench.perform { context in
                try context.count(Memo.where { $0.deletedAt == nil }.unfiltered())
            }
            try expectEqual(left, 0, "memos without a date")
        },
        storedMemos("An object is looked for among those that no filter hides, and has to be one") {
            context, _ in
            let memo = try context.findOrInsert(Memo.where { $0.pages == 20 }) {
                Memo(id: 8, title: "memo 8", pages: 20)
            }
            try expectEqual(memo.id, 8, "the memo")
            try expectError(.invalidValue, "a draft") {
                _ = try context.findOrInsert(Memo.where { $0.pages == 30 }) {
                    Memo(id: 9, title: "memo 9", pages: 30, isDraft: true)
                }
            }
        },
    ]
}
