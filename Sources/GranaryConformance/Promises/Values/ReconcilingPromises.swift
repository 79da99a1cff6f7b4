import FoundationEssentials
import Granary

/// One call makes the objects of a query equal to a list, and writes only the differences.
enum ReconcilingPromises: PromiseList {
    static let category = ConformanceCategory.values
    static let areAboutContent = true

    private typealias Scene = ReconciliationScene
    private static func seat(_ label: String?, row: Int? = nil, column: Int? = nil) -> Scene.Item {
        Scene.seat(label, row: row, column: column)
    }

    static var promises: [ConformancePromise] { results + matching + refusals + forbidden }

    private static let results: [ConformancePromise] = [
        promise("Reconciling inserts, changes and deletes until the rows equal the list, and counts each") {
            bench in
            try await Scene.save(["A", "B", "C"], bench)
            let list = [seat("B", row: 1), seat("C", row: 20), seat("D", row: 3), seat("E", row: 4)]
            let done = try await bench.save {
                try $0.reconcile(Seat.all, with: list, matching: { $0.label })
            }
            try expectEqual(done.line, "+2 ~1 =1 -1 !0", "counts")
            let found = try await bench.perform { context in
                try context.fetch(Seat.all.sorted { $0.label.ascending }).map {
                    "\($0.label ?? "") \($0.row ?? -1)"
                }
            }
            try expectEqual(found, ["B 1", "C 20", "D 3", "E 4"], "seats")
        },
        promise("Reconciling with what is stored changes nothing") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let list = try context.fetch(Book.all).map(\.snapshot)
                let done = try context.reconcile(Book.all, with: list)
                try expectEqual(done.line, "+0 ~0 =10 -0 !0", "counts")
                try expect(done.isEmpty && !context.hasChanges, "something was changed")
            }
        },
        promise("Only the properties that differ from the list are changed") { bench in
            try await bench.save { try $0.insert(Finding(id: 1, int: 1, string: "x")) }
            try await bench.perform { context in
                let finding = try context.existing(Finding.self, 1)
                var item = finding.snapshot
                item.int = 2
                try context.reconcile(Finding.all, with: [item])
                try expectEqual(context.changes.properties(of: finding), ["int"], "changed properties")
            }
        },
        promise("An empty list deletes the rows of the query, and no others") { bench in
            try await Scene.save(["A", "B", "C"], bench)
            let done = try await bench.save { try $0.reconcile(Seat.where { $0.row >= 1 }, with: []) }
            try expectEqual(done.line, "+0 ~0 =0 -2 !0", "counts")
            try expectEqual(try await Scene.seats(bench), ["1 A 0"], "seats")
        },
        promise("Missing rows are deleted with their delete rules") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                try context.fetch(Loan.all).forEach(context.delete)
            }
            try await bench.save { context in
                let list = try context.fetch(Book.where { $0.id != 1 }).map(\.snapshot)
                try context.reconcile(Book.all, with: list)
            }
            let chapters = try await bench.perform {
                try $0.count(Chapter.where { $0.volume == "book 1" })
            }
            try expectEqual(chapters, 0, "chapters of the deleted book")
        },
        promise("Unique values change places between rows") { bench in
            try await Scene.save(["A", "B"], bench)
            try await bench.save { context in
                var list = try context.fetch(Seat.all).map(\.snapshot)
                (list[0].label, list[1].label) = (list[1].label, list[0].label)
                try context.reconcile(Seat.all, with: list)
            }
            try expectEqual(try await Scene.seats(bench), ["1 B 0", "2 A 1"], "seats")
        },
        promise("Unsaved changes count: inserted rows match, deleted ones are inserted again") { bench in
            try await Scene.save(["A", "B", "C"], bench)
            let done = try await bench.save { context in
                try context.insert(Seat(id: 50, label: "D", row: 3))
                try context.delete(try context.existing(Seat.self, 2))
                try context.existing(Seat.self, 3).row = 9
                return try context.reconcile(
                    Seat.all,
                    with: [seat("A", row: 0), seat("B", row: 1), seat("C", row: 9), seat("D", row: 3)],
                    matching: { $0.label })
            }
            try expectEqual(done.line, "+1 ~0 =3 -0 !0", "counts")
            try expectEqual(try await bench.perform { try $0.count(Seat.all) }, 4, "seats")
        },
        promise("A child reconciles its parent's rows, and its save hands the changes to the parent") {
            bench in
            try await Scene.save(["A", "B"], bench)
            try await bench.perform { context in
                let child = context.makeChild()
                let done = try child.reconcile(
                    Seat.all, with: [seat("A", row: 7), seat("C")], matching: { $0.label })
                try expectEqual(done.line, "+1 ~1 =0 -1 !0", "counts")
                try expect(!context.hasChanges, "the parent has changed already")
                try child.save()
                try context.save()
            }
            let rows = try await bench.perform { try $0.fetch(Seat.all).map { $0.row } }
            try expectEqual(rows, [7, nil], "rows of the seats")
        },
        promise("Reconciling many rows takes one request") { bench in
            try await bench.save { context in
                for id in 1...300 { try context.insert(Finding(id: id, int: id)) }
            }
            try await bench.perform { context in
                let list = (1...300).map { Finding(id: $0, int: $0 % 50 == 0 ? 0 : $0).snapshot }
                let before = context.statistics.storeRequests
                let done = try context.reconcile(Finding.all, with: list)
                try expectEqual(done.line, "+0 ~6 =294 -0 !0", "counts")
                try expectEqual(context.statistics.storeRequests - before, 1, "requests")
            }
        },
    ]

    private static let matching: [ConformancePromise] = [
        promise("Rows keep their keys, by whatever they are matched") { bench in
            try await Scene.save(["A", "B"], bench)
            try await bench.save { context in
                _ = try context.reconcile(
                    Seat.all, with: [Seat.Snapshot(id: 90, label: "B", row: 5)], matching: { $0.label })
            }
            try expectEqual(try await Scene.seats(bench), ["2 B 5"], "seats")
        },
        promise("A new item takes the key of a row that the same list deletes") { bench in
            try await Scene.save(["A", "B", "C"], bench)
            let list = [
                Seat.Snapshot(id: 3, label: "D", row: 7), Seat.Snapshot(id: 70, label: "B", row: 5),
                Seat.Snapshot(id: 4, label: "E", row: 8),
            ]
            let done = try await bench.save { context in
                let done = try context.reconcile(Seat.all, with: list, matching: { $0.label })
                try expectEqual(try context.fetch(Seat.all).count, 3, "seats before the save")
                return done
            }
            try expectEqual(done.line, "+2 ~1 =0 -2 !0", "counts")
            try expectEqual(try await Scene.seats(bench), ["2 B 5", "3 D 7", "4 E 8"], "seats")
            try await bench.perform { context in
                let again = try context.reconcile(Seat.all, with: list, matching: { $0.label })
                try expect(again.isEmpty && !context.hasChanges, "something was changed again")
            }
        },
        promise("Rows are matched by several properties") { bench in
            try await bench.save { context in
                try context.insert(Seat(id: 1, label: "A", row: 1, column: 1))
                try context.insert(Seat(id: 2, label: "B", row: 1, column: 2))
            }
            let done = try await bench.save {
                try $0.reconcile(
                    Seat.all, with: [seat("C", row: 1, column: 2), seat("D", row: 2, column: 1)],
                    matching: {
                        $0.row
                        $0.column
                    })
            }
            try expectEqual(done.line, "+1 ~1 =0 -1 !0", "counts")
            let label = try await bench.perform { try $0.existing(Seat.self, 2).label }
            try expectEqual(label, "C", "the label of the matched seat")
        },
        promise("Rows are matched by a key of several parts") { bench in
            try await bench.saveLibrary()
            let done = try await bench.save { context in
                var list = try context.fetch(Chapter.where { $0.volume == "book 1" }).map(\.snapshot)
                list[0].heading = "Changed"
                list.append(Chapter.Snapshot(volume: "book 1", position: 7, heading: "New"))
                return try context.reconcile(Chapter.where { $0.volume == "book 1" }, with: list)
            }
            try expectEqual(done.line, "+1 ~1 =1 -0 !0", "counts")
        },
        promise("Text that matches is compared by its bytes") { bench in
            try await Scene.save(["caf\u{E9}"], bench)
            let done = try await bench.save {
                try $0.reconcile(
                    Seat.all, with: [seat("cafe\u{301}"), seat("caf\u{E9}", row: 0)],
                    matching: { $0.label })
            }
            try expectEqual(done.line, "+1 ~0 =1 -0 !0", "counts")
        },
        promise("nil matches nil among the rows of the query") { bench in
            try await Scene.save([nil, "A"], bench)
            let done = try await bench.save {
                try $0.reconcile(
                    Seat.all, with: [seat(nil, row: 3), seat("A", row: 1)], matching: { $0.label })
            }
            try expectEqual(done.line, "+0 ~1 =1 -0 !0", "counts")
            try expectEqual(try await Scene.seats(bench), ["1 nil 3", "2 A 1"], "seats")
        },
        promise("Of several rows that match one item the first stays, and the others are deleted") { bench in
            try await bench.save { context in
                for id in 1...3 { try context.insert(Finding(id: id, int: 5, string: "row \(id)")) }
            }
            let item = Finding(id: 9, int: 5, string: "row 1").snapshot
            let done = try await bench.save {
                try $0.reconcile(Finding.all, with: [item], matching: { $0.int })
            }
            try expectEqual(done.line, "+0 ~0 =1 -2 !0", "counts")
            try expectEqual(try await bench.perform { try $0.keys(Finding.all) }, [1], "findings")
        },
        promise("A row outside of the query that has an item's unique value is changed, not inserted again") {
            bench in
            try await Scene.save(["A", "B"], bench)
            let done = try await bench.save {
                try $0.reconcile(
                    Seat.where { $0.row >= 1 }, with: [seat("A", row: 5), seat("B", row: 1)],
                    matching: { $0.label })
            }
            try expectEqual(done.line, "+0 ~1 =1 -0 !0", "counts")
            try expectEqual(try await Scene.seats(bench), ["1 A 5", "2 B 1"], "seats")
        },
        promise("A row outside of the query with values that are not unique is another one") { bench in
            try await bench.save { context in
                try context.insert(Finding(id: 1, int: 1, string: "same"))
                try context.insert(Finding(id: 2, int: 2, string: "other"))
            }
            let item = Finding(id: 3, int: 2, string: "same").snapshot
            let done = try await bench.save {
                try $0.reconcile(Finding.where { $0.int == 2 }, with: [item], matching: { $0.string })
            }
            try expectEqual(done.line, "+1 ~0 =0 -1 !0", "counts")
            try expectEqual(try await bench.perform { try $0.keys(Finding.all) }, [1, 3], "findings")
        },
        promise("Decimals, dates and data match by their values") { bench in
            try await bench.save { context in
                try context.insert(Passport(id: 1, amount: makeDecimal("1.5")))
                try context.insert(Passport(id: 2, number: .init([1, 0, 2])))
            }
            let amounts = [Passport(id: 7, amount: makeDecimal("1.50")).snapshot]
            let numbers = [Passport(id: 8, number: .init([1, 0, 2])).snapshot]
            try await bench.perform { context in
                let done = try context.reconcile(
                    Passport.where { $0.amount != nil }, with: amounts, matching: { $0.amount })
                try expectEqual(done.line, "+0 ~0 =1 -0 !0", "by amount")
                let others = try context.reconcile(
                    Passport.where { $0.number != nil }, with: numbers, matching: { $0.number })
                try expectEqual(others.line, "+0 ~0 =1 -0 !0", "by number")
            }
        },
    ]

    private static let refusals: [ConformancePromise] = [
        promise("Items with the same match key are refused by their positions, and nothing is changed") {
            bench in
            try await Scene.save(["A"], bench)
            try await bench.perform { context in
                let error = try expectError(.invalidValue, "reconciling") {
                    try context.reconcile(
                        Seat.all, with: [seat("secret"), seat("B"), seat("secret", row: 2)],
                        matching: { $0.label })
                }
                try expectEqual(error.context.properties, ["label"], "properties")
                try expect(error.message.contains("0 and 2"), "no positions: \(error.message)")
                try expect(!error.description.contains("secret"), "a value is shown")
                try expect(!context.hasChanges, "something was changed")
            }
        },
        promise("Items for which the query's condition does not hold are refused by their positions") {
            bench in
            try await Scene.save(["A", "B"], bench)
            try await bench.perform { context in
                for list in [
                    [seat("A", row: 0), seat("X", row: 12)], [seat("A", row: 0), seat("B", row: 12)],
                ] {
                    let error = try expectError(.invalidValue, "reconciling") {
                        try context.reconcile(Seat.where { $0.row < 9 }, with: list, matching: { $0.label })
                    }
                    try expect(error.message.contains("at 1"), "no position: \(error.message)")
                    try expect(!context.hasChanges, "something was changed")
                }
            }
        },
        promise("A page of a query is not reconciled") { bench in
            try await bench.perform { context in
                for query in [Seat.all.limit(3), Seat.all.offset(1), Seat.all.after(PageCursor(text: ""))] {
                    try expectError(.query, "reconciling") { try context.reconcile(query, with: []) }
                }
            }
        },
        promise("Only stored properties of the model itself match") { bench in
            try await bench.perform { context in
                try expectError(.query, "a calculation") {
                    try context.reconcile(Finding.all, with: [], matching: { $0.int + 1 })
                }
                try expectError(.query, "a property of another object") {
                    try context.reconcile(Book.all, with: [], matching: { $0.author.name })
                }
                try expectError(.query, "a property named twice") {
                    try context.reconcile(
                        Finding.all, with: [],
                        matching: {
                            $0.int
                            $0.int
                        })
                }
            }
        },
        promise(
            "Two reconciliations of one subset at once: the second is refused, and passes when repeated",
            needs: [.snapshots, .concurrentSessions]
        ) {
            bench in
            try await Scene.save(["A", "B"], bench)
            let mine = [seat("A", row: 10), seat("C", row: 3)]
            let theirs = [seat("A", row: 20), seat("C", row: 4), seat("D", row: 5)]
            let stack = bench.stack
            try await bench.perform { context in
                try context.reconcile(Seat.all, with: mine, matching: { $0.label })
                let other = try stack.makeContext(stack.backgroundOptions)
                try other.reconcile(Seat.all, with: theirs, matching: { $0.label })
                try other.save()
                do {
                    try context.save()
                    throw ConformanceFailure(.broken, "both were saved")
                } catch GranaryError.Code.conflict, GranaryError.Code.constraint {
                    context.rollback()
                }
                try context.refreshAll()
                let done = try context.reconcile(Seat.all, with: mine, matching: { $0.label })
                try expectEqual(done.line, "+0 ~2 =0 -1 !0", "counts")
                try context.save()
                try expectEqual(try context.fetch(Seat.all).map(\.label), ["A", "C"], "labels")
            }
        },
    ]

    private static let forbidden: [ConformancePromise] = [
        promise("Ignored properties stay as they are, and new rows have those of the list") { bench in
            try await Scene.save(["A"], bench)
            let done = try await bench.save {
                try $0.reconcile(
                    Seat.all, with: [seat("A", row: 7), seat("B", row: 8)], matching: { $0.label },
                    ignoring: { $0.row })
            }
            try expectEqual(done.line, "+1 ~0 =1 -0 !0", "counts")
            let rows = try await bench.perform { try $0.fetch(Seat.all).map { $0.row } }
            try expectEqual(rows, [0, 8], "rows")
        },
        promise("Ignored properties decide whether a changed row stays in the query") { bench in
            try await Scene.save(["A"], bench)
            let done = try await bench.save {
                try $0.reconcile(
                    Seat.where { $0.row == 0 }, with: [seat("A", row: 7, column: 1)],
                    matching: { $0.label }, ignoring: { $0.row })
            }
            try expectEqual(done.line, "+0 ~1 =0 -0 !0", "counts")
        },
        promise("Missing rows are kept if they are not to be deleted") { bench in
            try await Scene.save(["A", "B"], bench)
            let done = try await bench.save {
                try $0.reconcile(
                    Seat.all, with: [seat("B", row: 1), seat("C", row: 2)], matching: { $0.label },
                    deletingMissing: false)
            }
            try expectEqual(done.line, "+1 ~0 =1 -0 !1", "counts")
            try expectEqual(try await bench.perform { try $0.count(Seat.all) }, 3, "seats")
        },
        promise("Rows that a condition protects are neither changed nor deleted") { bench in
            try await Scene.save(["A", "B", "C", "D"], bench)
            let done = try await bench.save {
                try $0.reconcile(
                    Seat.all, with: [seat("A", row: 50), seat("B", row: 51), seat("E")],
                    matching: { $0.label }, unless: { $0.row.isIn([0, 2]) })
            }
            try expectEqual(done.line, "+1 ~1 =0 -1 !2", "counts")
            let rows = try await bench.perform { try $0.fetch(Seat.all).map { $0.row } }
            try expectEqual(rows, [0, 51, 2, nil], "rows")
        },
        promise("A protected row may differ from the query's condition as the list wants it") { bench in
            try await Scene.save(["A"], bench)
            let done = try await bench.save {
                try $0.reconcile(
                    Seat.where { $0.row < 9 }, with: [seat("A", row: 50)], matching: { $0.label },
                    unless: { $0.row == 0 })
            }
            try expectEqual(done.line, "+0 ~0 =0 -0 !1", "counts")
        },
    ]
}
