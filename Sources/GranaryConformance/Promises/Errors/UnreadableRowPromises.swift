import Granary
import Logging

/// One row that cannot be read does not lose the others, whichever way they are read.
enum UnreadableRowPromises: PromiseList {
    static let category = ConformanceCategory.errors

    /// Saves four branches and one below each, and makes the row of one unreadable.
    private static func plantBranches(_ bench: ConformanceBench, unreadable key: Int64) async throws {
        try await bench.save { context in
            for id in 1...4 {
                let head = Branch(id: id, main: Premises(city: "Oslo"))
                try context.insert(head)
                let branch = Branch(id: id * 10, main: Premises(city: "Bergen"))
                try context.insert(branch)
                branch.head = head
            }
        }
        try bench.commit("Branch") {
            .updating($0, .integer(key), version: nil, ["phones": .text("[4711]")])
        }
    }

    /// Expects that an error that was kept is about one row, and forgets it.
    private static func expectKept(_ context: Context, about key: Int64) throws {
        let error = try expectError(.malformed, "saving") { try context.save() }
        let cause = try unwrap(error.cause as? GranaryError, "the cause of \(error)")
        try expectEqual(cause.context.entity, "Branch", "the entity in the error")
        try expectEqual(cause.context.key, .integer(key), "the key in the error")
        try expectEqual(cause.context.properties, ["phones"], "the properties in the error")
        context.rollback()
    }

    static let promises: [ConformancePromise] = [
        promise("A query that skips unreadable rows gives the others, and the context counts the skipped") {
            bench in
            try MalformedPromises.plant(bench)
            try await bench.perform { context in
                let query = Finding.all.skippingUnreadable()
                try expectEqual(try context.fetch(query).map(\.id), [1, 2, 4, 5, 7, 8], "fetched")
                try expectEqual(context.statistics.rowsSkipped, 3, "rows skipped")
                var streamed: [Int] = []
                try context.stream(query) {
                    streamed.append($0.id)
                    return true
                }
                try expectEqual(streamed, [1, 2, 4, 5, 7, 8], "streamed")
                try expectEqual(context.statistics.rowsSkipped, 6, "rows skipped by the stream too")
                try expectEqual(try context.count(query), 9, "counted, in the store")
                try expectError(.malformed, "fetching without") { _ = try context.fetch(Finding.all) }
            }
        },
        promise("A child skips unreadable rows as its parent does, and a child of the child") { bench in
            try MalformedPromises.plant(bench)
            try await bench.perform { context in
                let query = Finding.all.skippingUnreadable()
                let child = context.makeChild()
                try expectError(.malformed, "fetching without") { _ = try child.fetch(Finding.all) }
                for reader in [child, child.makeChild()] {
                    try expectEqual(try reader.fetch(query).map(\.id), [1, 2, 4, 5, 7, 8], "fetched")
                    try expectEqual(reader.statistics.rowsSkipped, 3, "rows skipped")
                    try expectEqual(try reader.fetch(query.limit(4)).map(\.id), [1, 2, 4, 5], "at most 4")
                    var keys: [ObjectKey?] = []
                    try reader.stream(Finding.all, skippingUnreadable: { keys.append($0.context.key) }) { _ in
                        true
                    }
                    try expectEqual(keys, [3, 6, 9].map { .integer($0) }, "keys of skipped rows")
                }
                try child.existing(Finding.self, 1).int = 70
                try expectEqual(try child.fetch(query).first?.int, 70, "an unsaved change")
            }
        },
        promise("A join leaves out the pairs of unreadable rows of a query that skips them, and no others") {
            bench in
            try MalformedPromises.plant(bench)
            try await bench.perform { context in
                func pairs(_ first: Query<Finding>, _ second: Query<Finding>) throws -> [[Int]] {
                    try context.fetch(join(first, second, on: { $0.id == $1.id })).map { [$0.id, $1.id] }
                }
                let (all, readable) = (Finding.all, Finding.all.skippingUnreadable())
                try expectError(.malformed, "a join of all rows") { _ = try pairs(all, all) }
                try expectError(.malformed, "a join whose other side has such rows") {
                    _ = try pairs(readable, all)
                }
                let left = [1, 2, 4, 5, 7, 8]
                try expectEqual(try pairs(readable, readable), left.map { [$0, $0] }, "pairs")
                let low = Finding.where { $0.id < 3 }
                let found = try context.fetch(
                    leftJoin(low, readable, on: { ($0.id + 1).optional == $1.id }))
                try expectEqual(found.map(\.0.id), [1], "the first sides of a left join")
                try expectEqual(context.statistics.rowsSkipped, 10, "rows skipped")
            }
        },
        promise(
            "Rows that are skipped are told to the log once, with their property and no value",
            needs: .persistent
        ) { bench in
            try MalformedPromises.plant(bench)
            try await bench.watched(logging: .notice) { stack, watch in
                try await stack.perform { context in
                    _ = try context.fetch(Finding.all.skippingUnreadable())
                    _ = try context.fetch(Finding.all.skippingUnreadable())
                }
                let told = watch.log.lines.filter { $0.message.hasPrefix("A fetch has left out") }
                try expectEqual(told.map(\.level), [.notice], "lines about skipped rows")
                let line = told.first?.message ?? ""
                try expect(line.contains("Finding") && line.contains("grade"), "the line: \(line)")
                try watch.expectNowhere("excellent", "a value")
            }
        },
        promise("A limit counts the objects that are left when unreadable rows are skipped") { bench in
            try MalformedPromises.plant(bench)
            try await bench.perform { context in
                let query = Finding.all.skippingUnreadable()
                for limit in 0...7 {
                    let expected = Array([1, 2, 4, 5, 7, 8].prefix(limit))
                    try expectEqual(
                        try context.fetch(query.limit(limit)).map(\.id), expected, "at most \(limit)")
                }
                try expectEqual(
                    try context.first(query.where { $0.id > 2 })?.id, 4, "the first readable one")
                try context.existing(Finding.self, 2).int = 5
                try expectEqual(
                    try context.fetch(query.limit(4)).map(\.id), [1, 2, 4, 5], "beside a change")
                try expectEqual(
                    try context.first(query.sorted { $0.id.descending }.where { $0.int == 1 })?.id, 7,
                    "the last readable one")
            }
        },
        promise("Pages that skip unreadable rows are full, and lose no object") { bench in
            try MalformedPromises.plant(bench)
            try await bench.perform { context in
                let query = Finding.all.skippingUnreadable()
                var page = try context.page(query, size: 2)
                var pages = [page.objects.map(\.id)]
                while let next = page.next {
                    page = try context.page(query.after(next), size: 2)
                    pages.append(page.objects.map(\.id))
                }
                try expectEqual(pages, [[1, 2], [4, 5], [7, 8]], "pages")
            }
        },
        promise("A live query that skips unreadable rows follows the others") { bench in
            try MalformedPromises.plant(bench)
            var results = bench.stack.observe(Finding.all.skippingUnreadable()).makeAsyncIterator()
            let first = try unwrap(try await results.next(), "the first result")
            try expectEqual(first.map(\.id), [1, 2, 4, 5, 7, 8], "the first result")
            try await bench.save { try $0.existing(Finding.self, 1).int = 70 }
            let second = try unwrap(try await results.next(), "the second result")
            try expectEqual(second.map(\.id), [1, 2, 4, 5, 7, 8], "the second result")
            try expectEqual(second.first?.int, 70, "the saved value")
        },
        promise("A row whose key the model cannot read is skipped, and the error has the stored key") {
            bench in
            try bench.commit("Token") {
                .inserting(
                    $0, ["id": .integer(1), "text": .text("a")], ["id": .integer(1_234), "text": .text("b")])
            }
            try await bench.perform { context in
                var errors: [GranaryError] = []
                let found = try context.fetch(Token.all) { errors.append($0) }
                try expectEqual(found.map(\.id), [1], "readable tokens")
                try expectEqual(errors.map(\.context.key), [.integer(1_234)], "keys in the errors")
                try expectEqual(errors.map(\.context.properties), [["id"]], "properties in the errors")
            }
        },
        promise("An unreadable target of a relationship keeps no other from loading") { bench in
            try await plantBranches(bench, unreadable: 2)
            try await bench.perform { context in
                let branches = try context.fetch(Branch.where { $0.id > 9 })
                try expectEqual(branches[0].head?.id, 1, "the head of the first")
                try expectEqual(branches[2].head?.id, 3, "the head of the third")
                try context.save()
                try expect(branches[1].head == nil, "the unreadable head is there")
                try expectKept(context, about: 2)
                try expectEqual(branches[3].head?.id, 4, "the head of the last")
                try context.save()
            }
        },
        promise("An unreadable member of a list keeps no other list from loading") { bench in
            try await plantBranches(bench, unreadable: 30)
            try await bench.perform { context in
                let heads = try context.fetch(Branch.where { $0.id < 9 })
                func members(_ index: Int) -> [Int] { heads[index].branches.map(\.id) }
                try expectEqual([members(0), members(1), members(3)], [[10], [20], [40]], "members")
                try context.save()
                try expectEqual(members(2), [], "the list with the unreadable member")
                try expectKept(context, about: 30)
            }
        },
        promise("An unreadable row is mended by a batch with its key") { bench in
            try MalformedPromises.plant(bench)
            try await bench.perform { context in
                var keys: [Int] = []
                _ = try context.fetch(Finding.all) { error in
                    if case .integer(let key)? = error.context.key { keys.append(Int(key)) }
                }
                try expectEqual(keys.sorted(), [3, 6, 9], "keys of unreadable findings")
                try expectEqual(
                    try context.updateAll(Finding.where { $0.id.isIn(keys) }) { $0.grade.set(to: .fine) }, 3,
                    "mended")
                try expectEqual(try context.fetch(Finding.all).count, 9, "findings")
            }
        },
    ]
}
