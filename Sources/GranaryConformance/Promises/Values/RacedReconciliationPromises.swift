import Granary

/// Lists that are reconciled with the same objects at the same time: each is stored as a whole, or refused.
enum RacedReconciliationPromises: PromiseList {
    static let category = ConformanceCategory.values
    static let areAboutContent = true

    private typealias Scene = ReconciliationScene

    static let promises: [ConformancePromise] = [
        promise(
            "Of two reconciliations of the same objects at once the second is refused, and can be repeated"
        ) {
            bench in
            try await Scene.save(["A", "B", "C"], bench)
            let (first, second) = (try bench.stack.makeContext(), try bench.stack.makeContext())
            // Both know the same state.
            for context in [first, second] { _ = try context.fetch(Seat.all) }
            let mine = [Scene.seat("A", row: 20), Scene.seat("E", row: 5)]
            try first.reconcile(
                Seat.all, with: [Scene.seat("A", row: 10), Scene.seat("D", row: 4)], matching: { $0.label })
            try second.reconcile(Seat.all, with: mine, matching: { $0.label })
            try first.save()
            let error = try expectError(.conflict, "the second save") { try second.save() }
            try expect(
                error.message.contains("Seat since this context read "),
                "the message: \(error.message)")
            try expectEqual(try await rows(bench), ["A 10", "D 4"], "seats of the first list")
            second.rollback()
            let done = try second.reconcile(Seat.all, with: mine, matching: { $0.label })
            try second.save()
            try expectEqual(done.line, "+1 ~1 =0 -1 !0", "counts")
            try expectEqual(try await rows(bench), ["A 20", "E 5"], "seats of the second list")
        },
        promise("Tasks that reconcile the same objects at once leave the list of one of them") { bench in
            try await Scene.save(["A", "B"], bench)
            var options = bench.stack.backgroundOptions
            options.retries = 50
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 1...4 {
                    group.addTask { [options] in
                        let list = ["A", "C", "D"].enumerated().map { number, label in
                            Scene.seat(label, row: 10 * task + number)
                        }
                        try await bench.perform(options) { context in
                            try context.reconcile(Seat.all, with: list, matching: { $0.label })
                            try context.save()
                        }
                    }
                }
                try await group.waitForAll()
            }
            let lists = (1...4).map { ["A \(10 * $0)", "C \(10 * $0 + 1)", "D \(10 * $0 + 2)"] }
            let found = try await rows(bench)
            try expect(lists.contains(found), "no task has given the list \(found)")
        },
    ]

    private static func rows(_ bench: ConformanceBench) async throws -> [String] {
        try await bench.perform { context in
            try context.fetch(Seat.all.sorted { $0.label.ascending }).map {
                "\($0.label ?? "nil") \($0.row ?? -1)"
            }
        }
    }
}
