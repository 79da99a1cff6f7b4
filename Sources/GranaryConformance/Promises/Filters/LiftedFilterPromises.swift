import Granary

/// A query lifts filters by name.
enum LiftedFilterPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        memos("A query lifts one filter by its name, or several, or all") { context in
            func found(_ query: Query<Memo>) throws -> [Int] {
                let ids = try context.fetch(query).map(\.id)
                try expectEqual(try context.count(query), ids.count, "the count")
                return ids
            }
            try expectEqual(try found(Memo.all.unfiltered("deleted")), [1, 2, 4, 5, 6], "one filter")
            try expectEqual(try found(Memo.all.unfiltered("draft")), [1, 3, 4, 6], "the other filter")
            try expectEqual(
                try found(Memo.all.unfiltered("draft", "deleted")), [1, 2, 3, 4, 5, 6], "both by name")
            try expectEqual(
                try found(Memo.all.unfiltered("draft").unfiltered("deleted")), [1, 2, 3, 4, 5, 6],
                "one after the other")
            try expectEqual(try found(Memo.all.unfiltered()), [1, 2, 3, 4, 5, 6], "all")
            try expectEqual(
                try found(Memo.where { $0.pages > 30 }.unfiltered("deleted")), [4, 5, 6], "a condition")
        },
        memos("A lifted filter is lifted from members too") { context in
            func counts(_ query: Query<Folder>) throws -> [Int] {
                try context.select(query) { $0.memos.count }
            }
            try expectEqual(try counts(Folder.all), [1], "filtered")
            try expectEqual(try counts(Folder.all.unfiltered("deleted")), [2], "without one filter")
            try expectEqual(try counts(Folder.all.unfiltered()), [3, 2], "without any")
            let sums = try context.select(Folder.all.unfiltered()) { $0.memos.sum { $0.pages } }
            try expectEqual(sums, [60, 90], "sums without any")
            try expectEqual(
                try context.fetch(Folder.where { $0.memos.count == 3 }.unfiltered("deleted", "draft")).map(
                    \.id),
                [1], "a condition")
        },
        memos("A query that lifts a filter which no model has is refused, and names a similar one") {
            context in
            let error = try expectError(.query, "a fetch") {
                _ = try context.fetch(Memo.all.unfiltered("delete"))
            }
            try expect(error.message.contains("“deleted”"), "the message: \(error.message)")
            try expectError(.query, "a count") { _ = try context.count(Memo.all.unfiltered("delete")) }
        },
        promise("Live queries that lift different filters are followed apart") { bench in
            try await bench.save { try MemoScene.fill($0) }
            var seen = try await FollowedQuery(Memo.all, bench)
            var all = try await FollowedQuery(Memo.all.unfiltered("deleted"), bench)
            try expectEqual(seen.elements.map(\.id), [1, 4, 6], "filtered")
            try expectEqual(all.elements.map(\.id), [1, 2, 4, 5, 6], "unfiltered")
            try await bench.save { try $0.existing(Memo.self, 4).deletedAt = MemoScene.moment }
            try expectEqual(try await seen.next(), ["delete 4 at 1"], "a deletion, filtered")
            try expectEqual(try await all.next(), ["update 4 at 2"], "a deletion, unfiltered")
        },
    ]
}
