import Granary

/// Two contexts change one object: the second save reports a conflict, and its policy decides property by property.
enum ConflictPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static var promises: [ConformancePromise] { detection + policies + deletions + relations + requirements }

    /// One finding in the store, and a context with a policy that has read it.
    private struct Scene {
        let bench: ConformanceBench
        let mine: Context
        let object: Finding

        init(_ bench: ConformanceBench, _ policy: MergePolicy = .error) async throws {
            self.bench = bench
            try await bench.save {
                try $0.insert(Finding(id: 1, bool: false, int: 1, double: 1, string: "base"))
            }
            mine = try bench.stack.makeContext(ContextOptions().merging(policy))
            object = try mine.existing(Finding.self, 1)
        }

        /// Another unit of work changes the finding.
        func theirs(_ change: @escaping @Sendable (Finding) -> Void) async throws {
            try await bench.save { change(try $0.existing(Finding.self, 1)) }
        }

        /// Another unit of work deletes the finding.
        func theyDelete() async throws {
            try await bench.save { try $0.delete(try $0.existing(Finding.self, 1)) }
        }

        /// The finding as a new unit of work reads it: integer, text.
        func stored() async throws -> String? {
            try await bench.perform {
                try $0.object(Finding.self, 1).map { "\($0.int ?? 0) \($0.string ?? "nil")" }
            }
        }
    }

    private static let detection: [ConformancePromise] = [
        promise("A stale save is detected and writes nothing") { bench in
            let scene = try await Scene(bench)
            scene.object.int = 2
            try scene.mine.insert(Finding(id: 2))
            try await scene.theirs { $0.int = 3 }
            try expectError(.conflict, "the save") { try scene.mine.save() }
            try expectEqual(try await scene.stored(), "3 base", "the stored finding")
            try expectEqual(try await bench.perform { try $0.count(Finding.all) }, 1, "findings")
        },
        promise("A change of another property is a conflict too, when the policy is error") { bench in
            let scene = try await Scene(bench)
            scene.object.int = 2
            try await scene.theirs { $0.string = "theirs" }
            try expectError(.conflict, "the save") { try scene.mine.save() }
        },
        promise("A conflict carries base, mine and theirs by property") { bench in
            let scene = try await Scene(bench)
            scene.object.int = 2
            scene.object.string = "mine"
            try await scene.theirs { $0.string = "theirs" }
            let error = try expectError(.conflict, "the save") { try scene.mine.save() }
            try expectEqual(error.conflicts.count, 1, "conflicts")
            let conflict = try unwrap(error.conflicts.first, "the conflict")
            try expectEqual(conflict.entity, "Finding", "entity")
            try expectEqual(conflict.key, .integer(1), "key")
            try expectEqual(conflict.base?["string"], .text("base"), "base")
            try expectEqual(conflict.mine?["string"], .text("mine"), "mine")
            try expectEqual(conflict.theirs?["string"], .text("theirs"), "theirs")
            try expectEqual(
                [conflict.base?["int"], conflict.mine?["int"], conflict.theirs?["int"]],
                [.integer(1), .integer(2), .integer(1)], "the integer in base, mine and theirs")
        },
        promise("All objects in conflict are reported at once") { bench in
            try await bench.save { context in for id in 1...5 { try context.insert(Finding(id: id, int: 0)) }
            }
            let mine = try bench.stack.makeContext()
            for finding in try mine.fetch(Finding.all) { finding.int = 1 }
            try await bench.save { context in
                for finding in try context.fetch(Finding.where { $0.id > 2 }) { finding.int = 2 }
            }
            let error = try expectError(.conflict, "the save") { try mine.save() }
            try expectEqual(
                error.conflicts.map(\.key).sorted(), [.integer(3), .integer(4), .integer(5)], "keys")
        },
        promise("Reading without changing is no conflict") { bench in
            let scene = try await Scene(bench)
            _ = scene.object.int
            try scene.mine.insert(Finding(id: 2))
            try await scene.theirs { $0.int = 3 }
            try scene.mine.save()
            try expectEqual(try await scene.stored(), "3 base", "the stored finding")
        },
        promise("A refreshed object can be changed and saved") { bench in
            let scene = try await Scene(bench)
            try await scene.theirs { $0.int = 3 }
            try scene.mine.refresh(scene.object)
            try expectEqual(scene.object.int, 3, "the integer after the refresh")
            scene.object.int = 4
            try scene.mine.save()
            try expectEqual(try await scene.stored(), "4 base", "the stored finding")
        },
        promise("A context that saves again and again never conflicts with itself") { bench in
            let scene = try await Scene(bench)
            for value in 1...10 {
                scene.object.int = value
                try scene.mine.save()
            }
            try expectEqual(try await scene.stored(), "10 base", "the stored finding")
        },
        promise("A key deleted and inserted again by others is a conflict, not the old object") { bench in
            let scene = try await Scene(bench)
            try await scene.theyDelete()
            try await bench.save { try $0.insert(Finding(id: 1, int: 1, string: "another")) }
            scene.object.int = 2
            try expectError(.conflict, "the save") { try scene.mine.save() }
            try expectEqual(try await scene.stored(), "1 another", "the stored finding")
        },
    ]

    /// Both change the text; this context also changes the integer, the other one the Boolean.
    private static func settles(_ name: String, _ policy: MergePolicy, _ expected: String, bool: Bool = true)
        -> ConformancePromise
    {
        promise(name) { bench in
            let scene = try await Scene(bench, policy)
            scene.object.int = 2
            scene.object.string = "mine"
            try await scene.theirs {
                $0.string = "theirs"
                $0.bool = true
            }
            try scene.mine.save()
            try expectEqual(try await scene.stored(), expected, "the stored finding")
            try expectEqual(
                "\(scene.object.int ?? 0) \(scene.object.string ?? "nil")", expected,
                "the finding in the context")
            try expectEqual(scene.object.bool, bool, "the Boolean of the others in the context")
            try expect(!scene.mine.hasChanges, "there are changes")
            scene.object.int = 10
            try scene.mine.save()
        }
    }

    private static let policies: [ConformancePromise] = [
        settles("Store wins: their text, my integer", .storeWins, "2 theirs"),
        settles("Memory wins: my text, my integer, their Boolean", .memoryWins, "2 mine"),
        settles("Rollback: theirs altogether", .rollback, "1 theirs"),
        settles("Overwrite: mine altogether", .overwrite, "2 mine", bool: false),
        settles("A function that decides for mine", .custom { _ in .mine }, "2 mine"),
        settles("A function that decides for theirs", .custom { _ in .theirs }, "1 theirs"),
        settles(
            "A function that gives values",
            .custom { _ in .values(["string": .text("both"), "int": .integer(7)]) }, "7 both"),
        settles(
            "A function that gives some values", .custom { _ in .values(["int": .integer(7)]) }, "7 theirs"),
        promise("Per property: changes of different properties are merged") { bench in
            let scene = try await Scene(bench, .perProperty)
            scene.object.int = 2
            try await scene.theirs { $0.string = "theirs" }
            try scene.mine.save()
            try expectEqual(try await scene.stored(), "2 theirs", "the stored finding")
        },
        promise("Per property: the same property changed to the same value is merged") { bench in
            let scene = try await Scene(bench, .perProperty)
            scene.object.int = 2
            scene.object.string = "same"
            try await scene.theirs { $0.string = "same" }
            try scene.mine.save()
            try expectEqual(try await scene.stored(), "2 same", "the stored finding")
        },
        promise("Per property: the same property changed to different values is a conflict") { bench in
            let scene = try await Scene(bench, .perProperty)
            scene.object.string = "mine"
            try await scene.theirs { $0.string = "theirs" }
            try expectError(.conflict, "the save") { try scene.mine.save() }
            try expectEqual(scene.object.string, "mine", "the text in the context")
        },
        promise("A function sees base, mine and theirs, and its error ends the save") { bench in
            let policy = MergePolicy.custom { conflict in
                let texts = [conflict.base?["string"], conflict.mine?["string"], conflict.theirs?["string"]]
                throw GranaryError(
                    texts == [.text("base"), .text("mine"), .text("theirs")] ? .timeout : .engine, "enough")
            }
            let scene = try await Scene(bench, policy)
            scene.object.string = "mine"
            try await scene.theirs { $0.string = "theirs" }
            try expectError(.timeout, "the save") { try scene.mine.save() }
            try expectEqual(scene.object.string, "mine", "the text in the context")
            try expectEqual(try await scene.stored(), "1 theirs", "the stored finding")
        },
        promise("A function that names an unknown property is an error") { bench in
            let scene = try await Scene(bench, .custom { _ in .values(["nothing": .null]) })
            scene.object.string = "mine"
            try await scene.theirs { $0.string = "theirs" }
            try expectError(.query, "the save") { try scene.mine.save() }
        },
        promise("Ten objects in conflict are settled in one save, and the others saved with them") { bench in
            try await bench.save { context in
                for id in 1...20 { try context.insert(Finding(id: id, int: 0, string: "base")) }
            }
            let mine = try bench.stack.makeContext(.importer)
            for finding in try mine.fetch(Finding.all) { finding.int = 1 }
            try await bench.save { context in
                for finding in try context.fetch(Finding.where { $0.id > 10 }) { finding.string = "theirs" }
            }
            try mine.save()
            let found = try await bench.perform {
                try $0.fetch(Finding.all).map { "\($0.int ?? 0)\($0.string ?? "")" }
            }
            try expectEqual(
                found, Array(repeating: "1base", count: 10) + Array(repeating: "1theirs", count: 10),
                "findings")
        },
    ]

    private static let deletions: [ConformancePromise] = [
        promise("Changing an object that another has deleted is a conflict") { bench in
            let scene = try await Scene(bench)
            scene.object.int = 2
            try await scene.theyDelete()
            let error = try expectError(.conflict, "the save") { try scene.mine.save() }
            try expect(error.conflicts.first?.theirs == nil, "the conflict has values of the others")
        },
        promise("Deleting an object that another has changed is a conflict") { bench in
            let scene = try await Scene(bench)
            try scene.mine.delete(scene.object)
            try await scene.theirs { $0.int = 3 }
            let error = try expectError(.conflict, "the save") { try scene.mine.save() }
            try expect(error.conflicts.first?.mine == nil, "the conflict has values of this context")
            try expectEqual(try await scene.stored(), "3 base", "the stored finding")
        },
        promise("Deleting an object that another has deleted is no conflict") { bench in
            let scene = try await Scene(bench)
            try scene.mine.delete(scene.object)
            try await scene.theyDelete()
            try scene.mine.save()
            try expect(!scene.mine.hasChanges, "there are changes")
        },
        promise("Memory wins: an object that another has deleted is stored again") { bench in
            let scene = try await Scene(bench, .memoryWins)
            scene.object.int = 2
            try await scene.theyDelete()
            try scene.mine.save()
            try expectEqual(try await scene.stored(), "2 base", "the stored finding")
            scene.object.int = 3
            try scene.mine.save()
        },
        promise("Store wins: an object that another has deleted stays deleted") { bench in
            let scene = try await Scene(bench, .storeWins)
            scene.object.int = 2
            try await scene.theyDelete()
            try scene.mine.save()
            try expectEqual(try await scene.stored(), nil, "the stored finding")
            try expect(try scene.mine.object(Finding.self, 1) == nil, "the finding is still in the context")
        },
        promise("Memory wins: my deletion prevails over another's change") { bench in
            let scene = try await Scene(bench, .memoryWins)
            try scene.mine.delete(scene.object)
            try await scene.theirs { $0.int = 3 }
            try scene.mine.save()
            try expectEqual(try await scene.stored(), nil, "the stored finding")
        },
        promise("Store wins: another's change prevails over my deletion") { bench in
            let scene = try await Scene(bench, .storeWins)
            try scene.mine.delete(scene.object)
            try await scene.theirs { $0.int = 3 }
            try scene.mine.save()
            try expectEqual(try await scene.stored(), "3 base", "the stored finding")
            try expectEqual(try scene.mine.existing(Finding.self, 1).int, 3, "the integer in the context")
        },
    ]

    private static let relations: [ConformancePromise] = [
        promise("A relationship changed by both is a conflict with its keys") { bench in
            try await bench.saveLibrary()
            let mine = try bench.stack.makeContext()
            try mine.existing(Book.self, 1).author = try mine.existing(Author.self, 2)
            try await bench.save { try $0.existing(Book.self, 1).author = try $0.existing(Author.self, 3) }
            let error = try expectError(.conflict, "the save") { try mine.save() }
            let conflict = try unwrap(error.conflicts.first, "the conflict")
            let keys = [conflict.base?["author"], conflict.mine?["author"], conflict.theirs?["author"]]
            try expectEqual(keys, [.integer(1), .integer(2), .integer(3)], "keys")
        },
        promise("Memory wins settles a relationship on both sides") { bench in
            try await bench.saveLibrary()
            let mine = try bench.stack.makeContext(.importer)
            let book = try mine.existing(Book.self, 1)
            book.author = try mine.existing(Author.self, 2)
            try await bench.save { try $0.existing(Book.self, 1).author = try $0.existing(Author.self, 3) }
            try mine.save()
            try expectEqual(
                try mine.existing(Author.self, 3).books.map(\.id), [4, 5],
                "books of the author whom others set")
            try await bench.perform { context in
                try expectEqual(
                    try context.existing(Author.self, 2).books.map(\.id), [1, 3],
                    "books of the author whom this context set")
            }
        },
        promise(
            "A new member of an object that another deletes is refused, and nothing dangles",
            needs: .referenceChecks
        ) { bench in
            try await bench.saveLibrary()
            let mine = try bench.stack.makeContext()
            let book = try mine.existing(Book.self, 9)
            try mine.insert(Chapter(volume: "new", position: 1, heading: "new", book: book))
            try await bench.save { try $0.delete(try $0.existing(Book.self, 9)) }
            do {
                try mine.save()
                throw ConformanceFailure(.broken, "the save succeeded")
            } catch let error as GranaryError {
                try expect(
                    [.conflict, .constraint].contains(error.code), "unexpected error code \(error.code)")
            }
            try expectEqual(
                try await bench.perform { try $0.count(Chapter.where { $0.volume == "new" }) }, 0, "chapters")
        },
        promise(
            "Deleting an object that gains a member meanwhile is refused, and nothing dangles",
            needs: .referenceChecks
        ) { bench in
            try await bench.saveLibrary()
            let mine = try bench.stack.makeContext()
            try mine.delete(try mine.existing(Book.self, 9))
            try await bench.save { context in
                try context.insert(
                    Chapter(
                        volume: "new", position: 1, heading: "new", book: try context.existing(Book.self, 9)))
            }
            do {
                try mine.save()
                throw ConformanceFailure(.broken, "the save succeeded")
            } catch let error as GranaryError {
                try expect(
                    [.conflict, .constraint].contains(error.code), "unexpected error code \(error.code)")
            }
            let isThere = try await bench.perform {
                try $0.existing(Chapter.self, Chapter.Key(volume: "new", position: 1)).book?.id == 9
            }
            try expect(isThere, "the new chapter does not refer to the book")
        },
    ]

    private static let requirements: [ConformancePromise] = [
        promise("A save conflicts if a row that it requires unchanged has changed") { bench in
            try await bench.saveLibrary()
            let mine = try bench.stack.makeContext()
            mine.require(unchanged: try mine.existing(Book.self, 1))
            try mine.existing(Book.self, 2).pages = 1
            try await bench.save { try $0.existing(Book.self, 1).pages = 5 }
            try expectError(.conflict, "the save") { try mine.save() }
            try expectEqual(try await bench.perform { try $0.existing(Book.self, 2).pages }, 96, "pages")
        },
        promise("A save does not conflict if the rows that it requires unchanged are") { bench in
            try await bench.saveLibrary()
            let mine = try bench.stack.makeContext()
            mine.require(unchanged: try mine.existing(Book.self, 1))
            try mine.existing(Book.self, 2).pages = 1
            try mine.save()
            try await bench.save { try $0.existing(Book.self, 1).pages = 5 }
            try mine.existing(Book.self, 2).pages = 2
            try mine.save()
        },
        promise("Two contexts that require each other's object unchanged cannot both save") { bench in
            try await bench.saveLibrary()
            let (first, second) = (try bench.stack.makeContext(), try bench.stack.makeContext())
            first.require(unchanged: try first.existing(Book.self, 1))
            try first.existing(Book.self, 2).pages = 1
            second.require(unchanged: try second.existing(Book.self, 2))
            try second.existing(Book.self, 1).pages = 1
            try first.save()
            try expectError(.conflict, "the second save") { try second.save() }
        },
    ]
}
