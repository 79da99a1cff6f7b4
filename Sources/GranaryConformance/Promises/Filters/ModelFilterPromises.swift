import Granary

/// The filters of a model are a part of every query of it.
enum ModelFilterPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { queries + everywhere(members) }

    private static let queries: [ConformancePromise] = [
        memos("A fetch finds what no filter hides") { context in
            try expectEqual(try context.fetch(Memo.all).map(\.id), [1, 4, 6], "all memos")
            let most = Memo.all.sorted { $0.pages.descending }
            try expectEqual(try context.fetch(most.limit(2)).map(\.id), [6, 4], "the first two of an order")
            try expectEqual(try context.fetch(most.offset(1)).map(\.id), [4, 1], "those after the first")
            try expectEqual(
                try context.fetch(Memo.where { $0.pages > 10 || $0.isDraft }).map(\.id), [4, 6],
                "an alternative that a hidden memo meets")
        },
        memos("A filter counts for counts, the first object, existence and streams") { context in
            try expectEqual(try context.count(Memo.all), 3, "the count")
            try expectEqual(try context.count(Memo.where { $0.pages < 60 }), 2, "the count of a condition")
            try expect(try !context.exists(Memo.where { $0.id == 2 }), "a deleted memo exists")
            try expect(try context.first(Memo.where { $0.isDraft }) == nil, "a draft was found")
            var streamed: [Int] = []
            try context.stream(Memo.all) { memo in
                streamed.append(memo.id)
                return true
            }
            try expectEqual(streamed, [1, 4, 6], "streamed memos")
        },
        memos("A filter counts for aggregates, groups and columns") { context in
            try expectEqual(try context.sum(Memo.all, of: { $0.pages }), 110, "the sum")
            try expectEqual(try context.maximum(Memo.where { $0.pages < 60 }) { $0.pages }, 40, "the maximum")
            let drafts = try context.grouped(Memo.all, by: { $0.isDraft }) { $0.count() }
            try expectEqual(drafts.map(\.values), [3], "the sizes of the groups")
            try expectEqual(try context.select(Memo.all) { $0.pages }, [10, 40, 60], "a column")
            try expectEqual(try context.distinct(Memo.all) { $0.pages }, [10, 40, 60], "distinct values")
        },
        memos("A filter counts for pages, each of which is full") { context in
            let query = Memo.all.sorted { $0.pages.descending }
            var (page, found) = (try context.page(query, size: 2), [[Int]]())
            found.append(page.objects.map(\.id))
            if let next = page.next {
                page = try context.page(query.after(next), size: 2)
                found.append(page.objects.map(\.id))
            }
            try expectEqual(found, [[6, 4], [1]], "the pages")
        },
        storedMemos("A batch changes what no filter hides") { context, _ in
            try expectEqual(try context.updateAll(Memo.all) { $0.pages.set(to: 7) }, 3, "changed memos")
            let pages = try context.select(Memo.all.unfiltered()) { $0.pages }
            try expectEqual(pages, [7, 20, 30, 7, 50, 7], "the pages of all memos")
        },
        storedMemos("A batch deletes what no filter hides") { context, _ in
            try expectEqual(try context.deleteAll(Memo.all), 3, "deleted memos")
            try expectEqual(try context.count(Memo.all), 0, "the count afterwards")
            try expectEqual(try context.count(Memo.all.unfiltered()), 3, "what filters have hidden")
        },
        storedMemos("An object leaves and enters queries with the values that a filter asks for") {
            context, _ in
            try context.existing(Memo.self, 4).deletedAt = MemoScene.moment
            try context.existing(Memo.self, 2).deletedAt = nil
            try expectEqual(try context.fetch(Memo.all).map(\.id), [1, 2, 6], "before the save")
            try context.save()
            try expectEqual(try context.fetch(Memo.all).map(\.id), [1, 2, 6], "after the save")
        },
        promise("A live query and a live aggregate follow what no filter hides") { bench in
            try await bench.save { try MemoScene.fill($0) }
            var memos = try await FollowedQuery(Memo.where { $0.pages > 10 }, bench)
            var sum = try await FollowedAggregate(bench.stack.observe(Memo.all) { $0.pages.sum }, bench) {
                try $0.sum(Memo.all) { $0.pages }
            }
            try expectEqual(memos.elements.map(\.id), [4, 6], "the first result")
            try await bench.save { try $0.existing(Memo.self, 4).deletedAt = MemoScene.moment }
            try expectEqual(try await memos.next(), ["delete 4 at 0"], "after a deletion")
            try expectEqual(try await sum.next(), "70", "the sum after a deletion")
            try await bench.save { try $0.existing(Memo.self, 3).isDraft = false }
            try expectEqual(try await memos.next(), ["insert 3 at 0"], "after a draft")
            try expectEqual(try await sum.next(), "100", "the sum after a draft")
        },
        memos("A filter comes before the condition, which does not fail for what it hides") { context in
            let query = Memo.where { $0.pages / ($0.pages - 20) > -100 }
            try expectEqual(try context.fetch(query).map(\.id), [1, 4, 6], "memos")
            try expectError(.divisionByZero, "without the filter") {
                _ = try context.fetch(query.unfiltered("deleted"))
            }
        },
    ]

    /// Conditions on members, in one store and across stores.
    private static let members: [ConformancePromise] = [
        memos("Members that a filter hides do not count in conditions") { context in
            func found(_ condition: (Folder.Fields) -> Condition<Folder>) throws -> [Int] {
                try context.fetch(Folder.where(condition).unfiltered("archived")).map(\.id)
            }
            try expectEqual(try found { $0.memos.count == 1 }, [1, 2], "one member")
            try expectEqual(try found { $0.memos.any { $0.pages > 15 } }, [2], "any")
            try expectEqual(try found { $0.memos.all { $0.pages < 15 } }, [1], "all")
            try expectEqual(try found { $0.memos.none { $0.pages > 15 } }, [1], "none")
            try expectEqual(try found { $0.memos.count(where: { $0.pages > 15 }) == 1 }, [2], "a count")
            try expectEqual(try found { $0.memos.isEmpty }, [], "no member")
            try expectEqual(
                try found { $0.memos.any { $0.folder.memos.count == 1 } }, [1, 2], "members of members")
        },
        memos("Members that a filter hides do not count in orders, columns and groups") { context in
            let folders = Folder.all.unfiltered("archived")
            let order = folders.sorted { $0.memos.count(where: { $0.pages > 15 }).descending }
            try expectEqual(try context.fetch(order).map(\.id), [2, 1], "the order")
            try expectEqual(try context.select(folders) { $0.memos.count }, [1, 1], "a column")
            let groups = try context.grouped(folders, by: { $0.memos.count }) { $0.count() }
            try expectEqual(groups.map(\.group), [1], "groups")
            try expectEqual(groups.map(\.values), [2], "their sizes")
            let first = try context.fetch(folders, first: 1, ofEach: { $0.memos.count })
            try expectEqual(first.map(\.id), [1], "the first of each group")
        },
        memos("Members that a filter hides do not count in aggregates and are not the first") { context in
            let folders = Folder.all.unfiltered("archived")
            let values = try context.select(folders) {
                ($0.memos.sum { $0.pages }, $0.memos.average { $0.pages }, $0.memos.maximum { $0.pages })
            }
            try expectEqual(values.map(\.0), [10, 40], "sums")
            try expectEqual(values.map(\.1), [10, 40], "means")
            try expectEqual(values.map(\.2), [10, 40], "largest values")
            let some = try context.select(folders) {
                $0.memos.sum({ $0.pages }, where: { $0.pages > 15 })
            }
            try expectEqual(some, [0, 40], "sums with a condition")
            let last = try context.select(folders) { $0.memos.first { $0.pages.descending }.title }
            try expectEqual(last, ["memo 1", "memo 4"], "the first in an order")
            // The filters of members of members count too.
            let neighbours = try context.select(folders) { $0.memos.sum { $0.folder.memos.count } }
            try expectEqual(neighbours, [1, 1], "sums of counts")
            let open = Folder.where { $0.memos.maximum { $0.pages } < 15 }.unfiltered("archived")
            try expectEqual(try context.fetch(open).map(\.id), [1], "a condition")
            let most = folders.sorted { $0.memos.sum { $0.pages }.descending }
            try expectEqual(try context.fetch(most).map(\.id), [2, 1], "an order")
        },
        memos("A hidden object is seen through a relationship to one") { context in
            try expectEqual(
                try context.fetch(Memo.where { $0.folder.name == "old" }).map(\.id), [4], "by a condition")
            try expectEqual(
                try context.select(Memo.where { $0.folder != nil }) { $0.folder.name }, ["open", "old"],
                "a column")
        },
    ]
}
