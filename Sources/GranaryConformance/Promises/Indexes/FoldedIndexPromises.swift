import Granary

/// An index without case finds what conditions without case ask for, whatever has happened to the rows.
enum FoldedIndexPromises: PromiseList {
    static let category = ConformanceCategory.indexes

    static var promises: [ConformancePromise] {
        served + [written, batches, listed, refused, unsaved, random]
    }

    /// Checks that the index serves a query of books, and that the answer is right.
    private static func serves(
        _ name: String, _ query: Query<Book>, _ expected: [Int]
    ) -> ConformancePromise {
        IndexPromises.serves(name, by: "an index without case", query, expected)
    }

    private static let served: [ConformancePromise] = [
        serves("Equality", Book.where { $0.title.equals("sTrAsSe", .caseInsensitive) }, [4, 5]),
        serves("A prefix", Book.where { $0.title.hasPrefix("STRA\u{DF}", .caseInsensitive) }, [4, 5]),
        serves(
            "A prefix beyond ASCII", Book.where { $0.title.hasPrefix("\u{C9}T", .caseInsensitive) }, [6]),
        serves(
            "A condition beside others",
            Book.where { $0.title.equals("FILLER 1234", .caseInsensitive) && $0.pages > 0 }, [1_234]),
    ]

    /// Expects the books that equal a title and begin with it, whatever the case.
    private static func find(
        _ title: String, _ expected: [Int], in context: Context, _ when: String
    ) throws {
        try expectEqual(
            try context.fetch(Book.where { $0.title.equals(title, .caseInsensitive) }).map(\.id), expected,
            "books that equal \(title) \(when)")
        try expectEqual(
            try context.fetch(Book.where { $0.title.hasPrefix(title, .caseInsensitive) }).map(\.id), expected,
            "books that begin with \(title) \(when)")
    }

    private static let written = promise(
        "An index without case follows insertions, changes, deletions and a save that fails"
    ) { bench in
        try await bench.saveLibrary()
        try await bench.save { context in
            try context.insert(Book(id: 21, title: "Wind"))
            try context.insert(Book(id: 22, title: "wIND"))
        }
        try await bench.perform { try find("WIND", [21, 22], in: $0, "after the insertion") }
        try await bench.save { context in
            try context.existing(Book.self, 21).title = "WIND"
            try context.existing(Book.self, 22).title = "Sail"
        }
        try await bench.perform { context in
            try find("wind", [21], in: context, "after the change")
            try find("SAIL", [22], in: context, "after the change")
        }
        // The key of another book: nothing of the save stays.
        try await bench.perform { context in
            try context.existing(Book.self, 21).title = "Storm"
            try context.insert(Book(id: 22, title: "Storm"))
            try expectError(.constraint, "a key that is taken") { try context.save() }
        }
        try await bench.save { context in try context.delete(context.existing(Book.self, 22)) }
        try await bench.perform { context in
            try find("wind", [21], in: context, "after the failure")
            try find("storm", [], in: context, "after the failure")
            try find("sail", [], in: context, "after the deletion")
        }
    }

    private static let batches = promise("An index without case follows batches of constants and expressions")
    {
        bench in
        try await bench.saveLibrary()
        try await bench.save { context in
            try context.insert(Book(id: 40, title: "Breeze"))
            try context.insert(Book(id: 41, title: "BREEZE"))
        }
        try await bench.perform { context in
            try context.updateAll(Book.where { $0.id <= 2 }) { $0.title.set(to: "Wind") }
            try context.updateAll(Book.where { $0.id.isIn([3, 4]) }) {
                $0.title.set(to: $0.title.appending("-OLD"))
            }
            try context.updateAll(Book.where { $0.title.equals("\u{C9}T\u{C9}", .caseInsensitive) }) {
                $0.title.set(to: $0.title.uppercased())
            }
        }
        try await bench.perform { context in
            try find("wind", [1, 2], in: context, "after a constant")
            try find("100% SURE", [], in: context, "after a constant")
            try find("strasse-old", [4], in: context, "after an expression")
            try find("\u{E9}t\u{E9}", [6], in: context, "after a function")
            try expectEqual(
                try context.deleteAll(Book.where { $0.title.hasPrefix("BREE", .caseInsensitive) }), 2,
                "deleted books")
            try find("breeze", [], in: context, "after a batch of deletions")
        }
    }

    private static let listed = promise("An index without case follows what is applied and reconciled") {
        bench in
        try await bench.save { context in
            try context.insert(Book(id: 1, title: "One"))
            try context.insert(Book(id: 2, title: "Two"))
        }
        try await bench.save { context in
            var items = try context.fetch(Book.all).map(\.snapshot)
            items[0].title = "ONE"
            items[1].title = "Three"
            try context.reconcile(Book.all, with: items)
        }
        try await bench.perform { context in
            try find("one", [1], in: context, "after reconciling")
            try find("three", [2], in: context, "after reconciling")
            try find("two", [], in: context, "after reconciling")
        }
    }

    private static let refused = promise("Texts without a value are found by no condition without case") {
        bench in
        try await bench.save { context in
            try context.insert(Author(id: 1, name: "a", country: "Norge"))
            try context.insert(Author(id: 2, name: "b"))
            try context.insert(Author(id: 3, name: "c", country: ""))
        }
        try await bench.perform { context in
            func keys(_ query: Query<Author>) throws -> [Int] { try context.fetch(query).map(\.id) }
            try expectEqual(
                try keys(Author.where { $0.country.equals("NORGE", .caseInsensitive) }), [1], "one")
            try expectEqual(try keys(Author.where { $0.country.equals("", .caseInsensitive) }), [3], "none")
            try expectEqual(
                try keys(Author.where { $0.country.hasPrefix("", .caseInsensitive) }), [1, 3], "all")
            try expectEqual(
                try keys(Author.where { !$0.country.equals("norge", .caseInsensitive) }), [2, 3], "the others"
            )
            try expectEqual(
                try keys(Author.where { !$0.country.hasPrefix("no", .caseInsensitive) }), [2, 3], "the others"
            )
            try context.updateAll(Author.where { $0.id == 1 }) { $0.country.set(to: nil) }
            try expectEqual(
                try keys(Author.where { $0.country.equals("norge", .caseInsensitive) }), [], "nothing left")
        }
    }

    private static let unsaved = promise("Unsaved texts are found by conditions without case") { bench in
        try await bench.saveLibrary()
        try await bench.perform { context in
            try context.existing(Book.self, 4).title = "Wind"
            try context.insert(Book(id: 30, title: "WIND"))
            try find("wind", [4, 30], in: context, "before the save")
            try find("strasse", [5], in: context, "before the save")
            context.rollback()
            try find("strasse", [4, 5], in: context, "after the rollback")
        }
    }

    private static let random = promise("An index without case and the core find the same texts") { bench in
        var random = SeededGenerator(seed: ConformanceEffort.current.seed ?? 35)
        func text() -> String {
            (0..<random.below(3)).map { _ in random.element(of: EdgeValues.texts) ?? "" }.joined()
        }
        let texts = (0..<120).map { _ in text() }
        let changed = texts.map { random.chance(3) ? text() : $0 }
        let questions = (0..<40).map { _ in text() } + texts.prefix(20)
        try await bench.save { context in
            for (id, text) in texts.enumerated() { try context.insert(Book(id: id, title: text)) }
        }
        try await bench.save { context in
            for (id, text) in changed.enumerated() { try context.existing(Book.self, id).title = text }
        }
        try await bench.perform { context in
            for question in questions {
                let wanted = Array(Entity.folded(question).utf8)
                let found = changed.map { Array(Entity.folded($0).utf8) }
                try expectEqual(
                    try context.fetch(Book.where { $0.title.equals(question, .caseInsensitive) }).map(\.id),
                    found.indices.filter { found[$0] == wanted }, "books that equal \(question)")
                try expectEqual(
                    try context.fetch(Book.where { $0.title.hasPrefix(question, .caseInsensitive) })
                        .map(\.id),
                    found.indices.filter { found[$0].starts(with: wanted) },
                    "books that begin with \(question)")
            }
        }
    }
}
