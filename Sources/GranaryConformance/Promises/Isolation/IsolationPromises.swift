import Granary

/// The anomalies that isolation prevents, each as two contexts that alternate.
///
/// The promise is snapshot isolation, where the first commit of a row wins. Write skew is possible and is shown here
/// too, so that no program relies on its absence.
enum IsolationPromises: PromiseList {
    static let category = ConformanceCategory.isolation
    static let areAboutContent = true

    static var promises: [ConformancePromise] { dirt + repeatability + skews + writes }

    /// Two findings of 10 and 20, with a book and its chapter, and two contexts.
    private struct Scene {
        let bench: ConformanceBench
        let first: Context
        let second: Context

        init(_ bench: ConformanceBench) async throws {
            self.bench = bench
            try await bench.save { context in
                try context.insert(Finding(id: 1, int: 10))
                try context.insert(Finding(id: 2, int: 20))
                let book = Book(id: 1, title: "b")
                try context.insert(book)
                book.chapters.append(Chapter(volume: "v", position: 1, heading: "h"))
                book.tags.append(Tag(word: "t"))
            }
            first = try bench.stack.makeContext()
            second = try bench.stack.makeContext()
        }

        /// The content of the store, read by a new context.
        func stored() throws -> [Int?] { try bench.stack.makeContext().fetch(Finding.all).map(\.int) }
    }

    /// The numbers of the findings in the store's answer, as opposed to loaded objects.
    private static func numbers(_ context: Context, _ query: Query<Finding> = Finding.all) throws
        -> [Int?]
    {
        try context.select(query) { ($0.int, $0.id) }.map(\.0)
    }

    private static let snapshot: Capabilities = [.snapshots, .concurrentSessions]

    private static let dirt: [ConformancePromise] = [
        promise("Dirty read: another's unsaved changes are not seen") { bench in
            let scene = try await Scene(bench)
            try scene.first.existing(Finding.self, 1).int = 99
            try scene.first.insert(Finding(id: 3, int: 99))
            try scene.first.delete(try scene.first.existing(Finding.self, 2))
            try expectEqual(try numbers(scene.second), [10, 20], "numbers")
            try expectEqual(
                try scene.second.count(Finding.where { $0.int == 99 }), 0, "findings with changed numbers")
        },
        promise("Aborted read: changes that another gives up are never seen") { bench in
            let scene = try await Scene(bench)
            try scene.first.existing(Finding.self, 1).int = 99
            scene.first.rollback()
            try scene.first.insert(Finding(id: 3))
            try scene.first.save()
            try expectEqual(try numbers(scene.second), [10, 20, nil], "numbers")
        },
        promise("Intermediate read: a save that fails in its middle is never seen in part") { bench in
            let scene = try await Scene(bench)
            try scene.first.existing(Finding.self, 1).int = 99
            for id in 1...2 { try scene.first.insert(Seat(id: id, label: "same")) }
            try expectError(.constraint, "the save") { try scene.first.save() }
            try expectEqual(try numbers(scene.second), [10, 20], "numbers")
            try expectEqual(try scene.second.count(Seat.all), 0, "seats")
        },
        promise("Dirty write: of two saves of the same two objects one holds altogether") { bench in
            let scene = try await Scene(bench)
            for (number, context) in [(1, scene.first), (2, scene.second)] {
                try context.existing(Finding.self, 1).int = 10 + number
                try context.existing(Finding.self, 2).int = 20 + number
            }
            try scene.first.save()
            let error = try expectError(.conflict, "the second save") { try scene.second.save() }
            try expectEqual(error.conflicts.count, 2, "conflicts")
            try expectEqual(try scene.stored(), [11, 21], "stored numbers")
        },
        promise("A new context sees the objects of one save together, never of two", needs: snapshot) {
            bench in
            let scene = try await Scene(bench)
            for round in 1...10 {
                let writer = try bench.stack.makeContext()
                for finding in try writer.fetch(Finding.all) { finding.int = round }
                let before = try bench.stack.makeContext()
                try expectEqual(Set(try numbers(before)).count, round == 1 ? 2 : 1, "distinct numbers before")
                try writer.save()
                try expectEqual(
                    Set(try numbers(before)).count, round == 1 ? 2 : 1,
                    "distinct numbers in the same context afterwards")
            }
            try expectEqual(try scene.stored(), [10, 10], "stored numbers")
        },
    ]

    private static let repeatability: [ConformancePromise] = [
        promise(
            "Non-repeatable read: values read again are the same, by every way of reading", needs: snapshot
        ) { bench in
            let scene = try await Scene(bench)
            try expectEqual(try numbers(scene.first), [10, 20], "numbers at first")
            try scene.second.existing(Finding.self, 1).int = 99
            try scene.second.save()
            let context = scene.first
            try expectEqual(try numbers(context), [10, 20], "numbers by projection")
            try expectEqual(try context.existing(Finding.self, 1).int, 10, "the number by key")
            try expectEqual(try context.sum(Finding.all) { $0.int }, 30, "the sum")
            try expectEqual(try context.count(Finding.where { $0.int == 99 }), 0, "findings by a predicate")
            try expectEqual(try context.maximum(Finding.all) { $0.int }, 20, "the largest number")
            let distinct: [Int?] = try context.distinct(Finding.all) { $0.int }
            try expectEqual(distinct, [10, 20], "distinct numbers")
        },
        promise(
            "Phantom: objects inserted by another do not appear, by every way of reading", needs: snapshot
        ) { bench in
            let scene = try await Scene(bench)
            let query = Finding.where { $0.int > 5 }
            try expectEqual(try scene.first.count(query), 2, "the count at first")
            try scene.second.insert(Finding(id: 3, int: 30))
            try scene.second.save()
            let context = scene.first
            try expectEqual(try context.count(query), 2, "the count")
            try expectEqual(try context.fetch(query).count, 2, "fetched findings")
            try expect(
                try !context.exists(Finding.where { $0.int == 30 }),
                "`exists` sees a finding of another context")
            try expectEqual(try context.grouped(query, by: { $0.int }) { $0.count() }.count, 2, "groups")
            var streamed = 0
            try context.stream(query) { _ in
                streamed += 1
                return true
            }
            try expectEqual(streamed, 2, "streamed findings")
            try expect(
                try context.object(Finding.self, 3) == nil, "a finding of another context is found by key")
        },
        promise("Phantom: objects deleted by another do not disappear", needs: snapshot) { bench in
            let scene = try await Scene(bench)
            try expectEqual(try scene.first.count(Finding.all), 2, "findings at first")
            try scene.second.delete(try scene.second.existing(Finding.self, 1))
            try scene.second.save()
            try expectEqual(try numbers(scene.first), [10, 20], "numbers")
            try expectEqual(try scene.first.existing(Finding.self, 1).int, 10, "the number by key")
        },
        promise("Phantom: objects that another changes do not enter or leave a predicate", needs: snapshot) {
            bench in
            let scene = try await Scene(bench)
            let query = Finding.where { $0.int >= 20 }
            try expectEqual(try numbers(scene.first, query), [20], "numbers at first")
            try scene.second.existing(Finding.self, 1).int = 100
            try scene.second.existing(Finding.self, 2).int = 0
            try scene.second.save()
            try expectEqual(try numbers(scene.first, query), [20], "numbers again")
        },
        promise("Members that another adds or removes do not appear in lists loaded later", needs: snapshot) {
            bench in
            let scene = try await Scene(bench)
            let book = try scene.first.existing(Book.self, 1)
            let theirs = try scene.second.existing(Book.self, 1)
            theirs.chapters.append(Chapter(volume: "v", position: 2, heading: "new"))
            theirs.tags.append(Tag(word: "new"))
            try scene.second.save()
            try expectEqual(book.chapters.map(\.position), [1], "chapters loaded afterwards")
            try expectEqual(book.tags.map(\.word), ["t"], "tags loaded afterwards")
        },
        promise("Predicates over members see the same state as the members", needs: snapshot) { bench in
            let scene = try await Scene(bench)
            let query = Book.where { $0.chapters.count == 1 && $0.tags.any { $0.word == "t" } }
            try expectEqual(try scene.first.count(query), 1, "the count at first")
            let theirs = try scene.second.existing(Book.self, 1)
            theirs.chapters.append(Chapter(volume: "v", position: 2, heading: "new"))
            theirs.tags.removeAll()
            try scene.second.save()
            try expectEqual(try scene.first.count(query), 1, "the count again")
        },
    ]

    private static let skews: [ConformancePromise] = [
        promise("Read skew: two objects that change together are seen together", needs: snapshot) { bench in
            let scene = try await Scene(bench)
            let one = try scene.first.existing(Finding.self, 1).int ?? 0
            try scene.second.existing(Finding.self, 1).int = 0
            try scene.second.existing(Finding.self, 2).int = 30
            try scene.second.save()
            let two = try scene.first.existing(Finding.self, 2).int ?? 0
            try expectEqual(one + two, 30, "the sum")
            try expectEqual(try scene.first.sum(Finding.all) { $0.int }, 30, "the store's sum")
        },
        promise("Read skew: objects of two models of a store are seen together", needs: snapshot) { bench in
            let scene = try await Scene(bench)
            try expectEqual(try scene.first.count(Chapter.all), 1, "chapters")
            let theirs = try scene.second.existing(Book.self, 1)
            theirs.pages = 2
            theirs.chapters.append(Chapter(volume: "v", position: 2, heading: "new"))
            try scene.second.save()
            try expectEqual(try scene.first.existing(Book.self, 1).pages, nil, "pages")
            try expectEqual(try scene.first.count(Chapter.all), 1, "chapters again")
        },
        promise("Circular flow: of two that write side by side neither sees the other", needs: snapshot) {
            bench in
            let scene = try await Scene(bench)
            try expectEqual(try numbers(scene.first), [10, 20], "numbers in the first context")
            try expectEqual(try numbers(scene.second), [10, 20], "numbers in the second context")
            try scene.first.existing(Finding.self, 1).int = 11
            try scene.second.existing(Finding.self, 2).int = 22
            try scene.first.save()
            try expectEqual(
                try scene.second.sum(Finding.where { $0.id == 1 }) { $0.int }, 10,
                "the number that the second context sees")
            try scene.second.save()
            try expectEqual(try scene.stored(), [11, 22], "stored numbers")
        },
        promise(
            "Write skew is possible: two that read the same and write different objects both save",
            needs: snapshot
        ) {
            bench in
            let scene = try await Scene(bench)
            for (context, id) in [(scene.first, 1), (scene.second, 2)] {
                let total = try context.fetch(Finding.all).reduce(0) { $0 + ($1.int ?? 0) }
                try expectEqual(total, 30, "the total that each sees")
                try context.existing(Finding.self, id).int = -10
            }
            try scene.first.save()
            try scene.second.save()
            try expectEqual(try scene.stored(), [-10, -10], "stored numbers")
        },
        promise("Write skew is prevented if the objects that were read are required unchanged") { bench in
            let scene = try await Scene(bench)
            for (context, id) in [(scene.first, 1), (scene.second, 2)] {
                for finding in try context.fetch(Finding.all) { context.require(unchanged: finding) }
                try context.existing(Finding.self, id).int = -10
            }
            try scene.first.save()
            try expectError(.conflict, "the second save") { try scene.second.save() }
            try expectEqual(try scene.stored(), [-10, 20], "stored numbers")
        },
    ]

    private static let writes: [ConformancePromise] = [
        promise("Lost update: of two contexts that add to one number the second is refused") { bench in
            let scene = try await Scene(bench)
            for context in [scene.first, scene.second] {
                let finding = try context.existing(Finding.self, 1)
                finding.int = (finding.int ?? 0) + 1
            }
            try scene.first.save()
            try expectError(.conflict, "the second save") { try scene.second.save() }
            try expectEqual(try scene.stored(), [11, 20], "stored numbers")
        },
        promise("Lost update: a change found by a query that another has outdated is refused") { bench in
            let scene = try await Scene(bench)
            for (context, value) in [(scene.first, 1), (scene.second, 2)] {
                for finding in try context.fetch(Finding.where { $0.int >= 10 }) { finding.int = value }
            }
            try scene.first.save()
            try expectError(.conflict, "the second save") { try scene.second.save() }
            try expectEqual(try scene.stored(), [1, 1], "stored numbers")
        },
        promise("Changes of different objects do not hinder each other") { bench in
            let scene = try await Scene(bench)
            try scene.first.existing(Finding.self, 1).int = 11
            try scene.second.existing(Finding.self, 2).int = 22
            try scene.first.save()
            try scene.second.save()
            try expectEqual(try scene.stored(), [11, 22], "stored numbers")
        },
        promise("Of two that insert one key the second is refused") { bench in
            let scene = try await Scene(bench)
            for (context, number) in [(scene.first, 1), (scene.second, 2)] {
                try expect(try context.object(Finding.self, 3) == nil, "the key is taken")
                try context.insert(Finding(id: 3, int: number))
            }
            try scene.first.save()
            let error = try expectError(.constraint, "the second save") { try scene.second.save() }
            try expectEqual(error.context.constraint, .primaryKey, "the constraint in the error")
            try expectEqual(try scene.stored(), [10, 20, 1], "stored numbers")
        },
        promise("Of two that insert one unique value the second is refused") { bench in
            let scene = try await Scene(bench)
            for (context, id) in [(scene.first, 1), (scene.second, 2)] {
                try expectEqual(try context.count(Seat.where { $0.label == "A" }), 0, "seats of this label")
                try context.insert(Seat(id: id, label: "A"))
            }
            try scene.first.save()
            let error = try expectError(.constraint, "the second save") { try scene.second.save() }
            try expectEqual(error.context.constraint, .unique, "the constraint in the error")
            try expectEqual(try bench.stack.makeContext().fetch(Seat.all).map(\.id), [1], "seats")
        },
        promise("A unique value that another has freed meanwhile can be taken") { bench in
            let scene = try await Scene(bench)
            try await bench.save { try $0.insert(Seat(id: 1, label: "A")) }
            try expectEqual(try scene.first.count(Seat.all), 1, "seats")
            try scene.second.existing(Seat.self, 1).label = "B"
            try scene.second.save()
            try scene.first.insert(Seat(id: 2, label: "A"))
            try scene.first.save()
            try expectEqual(try bench.stack.makeContext().fetch(Seat.all).map(\.label), ["B", "A"], "labels")
        },
        promise("Pairs that two add to one object are both kept") { bench in
            let scene = try await Scene(bench)
            try scene.first.existing(Book.self, 1).tags.append(Tag(word: "mine"))
            try scene.second.existing(Book.self, 1).tags.append(Tag(word: "yours"))
            try scene.first.save()
            try scene.second.save()
            let words = try await bench.perform { try $0.existing(Book.self, 1).tags.map(\.word) }
            try expectEqual(words, ["mine", "t", "yours"], "tags")
        },
        promise("A unit of work that only reads is never refused", needs: snapshot) { bench in
            let scene = try await Scene(bench)
            let findings = try scene.first.fetch(Finding.all)
            for round in 1...10 {
                let writer = try bench.stack.makeContext()
                for finding in try writer.fetch(Finding.all) { finding.int = round }
                try writer.save()
                try expectEqual(findings.map(\.int), [10, 20], "numbers read")
                try scene.first.save()
            }
        },
        promise("Two contexts that take turns on one object never collide when each saves first") { bench in
            let scene = try await Scene(bench)
            for round in 1...10 {
                for context in [scene.first, scene.second] {
                    try context.refreshAll()
                    let finding = try context.existing(Finding.self, 1)
                    finding.int = (finding.int ?? 0) + round
                    try context.save()
                }
            }
            try expectEqual(try scene.stored(), [120, 20], "stored numbers")
        },
    ]
}
