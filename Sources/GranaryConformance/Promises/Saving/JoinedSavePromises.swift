import Granary

/// The saves in a transaction of a context are one commit.
enum JoinedSavePromises: PromiseList {
    static let category = ConformanceCategory.transactions
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(ends, in: [.united, .apart]) + stores }

    private struct Refusal: Error {}

    private static let ends: [ConformancePromise] = [
        promise("Others see nothing of the saves in a transaction before its end, and all of them after") {
            bench in
            try await bench.perform { context in
                let counts = try context.transaction { inner in
                    try inner.insert(Tag(word: "first"))
                    try inner.save()
                    try inner.existing(Tag.self, "first").weight = 2
                    try inner.insert(Tag(word: "second"))
                    try inner.save()
                    try expect(!inner.hasChanges, "changes are left after a save in the transaction")
                    try expectError(.invalidObject, "a save of the outer context") { try context.save() }
                    try expectError(.invalidObject, "a save that would go through it") {
                        try inner.existing(Tag.self, "first").weight = 3
                        defer { inner.rollback() }
                        try inner.save(upTo: .stores)
                    }
                    return [try inner.count(Tag.all), try bench.reader().count(Tag.all)]
                }
                try expectEqual(counts, [2, 0], "tags in the transaction, and for others")
                try expectEqual(try bench.reader().existing(Tag.self, "first").weight, 2, "the stored weight")
                try expectEqual(try context.count(Tag.all), 2, "tags of the context")
                try expect(!context.hasChanges, "changes are left")
            }
        },
        promise("An error in a transaction takes all its saves back, and the context goes on") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let red = try context.existing(Tag.self, "red")
                let weight = red.weight
                do {
                    try context.transaction { inner in
                        try inner.existing(Tag.self, "red").weight = 50
                        try inner.save()
                        try inner.delete(try inner.existing(Tag.self, "blue"))
                        try inner.save()
                        throw Refusal()
                    }
                } catch is Refusal {}
                try expect(!context.hasChanges, "changes are left")
                try expectEqual(red.weight, weight, "the weight in the context")
                try expectEqual(try context.count(Tag.all), 4, "tags in the context")
                red.weight = 7
                try context.save()
            }
            try expectEqual(try bench.reader().existing(Tag.self, "red").weight, 7, "the stored weight")
            try expectEqual(try bench.reader().count(Tag.all), 4, "stored tags")
        },
        promise("In a transaction a save that is refused can be rolled back to the one before") { bench in
            try await bench.save { try RuleScene.fill($0) }
            try await bench.perform { context in
                try context.transaction { inner in
                    try inner.existing(Parcel.self, 1).label = "KEPT"
                    try inner.save()
                    try inner.existing(Parcel.self, 2).label = ""
                    try expectError(.validation, "the second save") { try inner.save() }
                    inner.rollback()
                }
            }
            let labels = try bench.reader().fetch(Parcel.all).map(\.label)
            try expectEqual(labels, ["KEPT", "BOX 2"], "labels")
        },
        promise("A transaction in which others are in conflict is repeated as a whole, where options say so")
        {
            bench in
            try await bench.saveLibrary()
            var options = bench.stack.backgroundOptions
            options.retries = 3
            let (attempts, stack) = (EventLog(), bench.stack)
            try await bench.perform(options) { context in
                try context.transaction { inner in
                    let red = try inner.existing(Tag.self, "red")
                    if attempts.add(1) == 1 { try stack.weigh("red", 10) }
                    red.weight = (red.weight ?? 0) + 1
                    try inner.save()
                    try inner.insert(Tag(word: "attempt \(attempts.all.count)"))
                    try inner.save()
                }
            }
            let reader = try bench.reader()
            try expectEqual(try reader.existing(Tag.self, "red").weight, 11, "the weight")
            let words = try reader.fetch(Tag.all).map(\.word).filter { $0.hasPrefix("attempt") }
            try expectEqual(words, ["attempt 2"], "tags of the attempts")
        },
        promise("A transaction needs a context without changes, and what it returns is its result") { bench in
            try await bench.perform { context in
                try context.insert(Tag(word: "before"))
                try expectError(.invalidObject, "the transaction") { try context.transaction { _ in } }
                try context.save()
                try context.stream(Tag.all) { _ in
                    try expectError(.invalidObject, "a transaction in a stream") {
                        try context.transaction { _ in }
                    }
                    return true
                }
                let word = try context.transaction { try $0.existing(Tag.self, "before").word }
                try expectEqual(word, "before", "the result")
                try context.transaction { outer in
                    try outer.transaction { inner in
                        try inner.insert(Tag(word: "nested"))
                        try inner.save()
                    }
                    try expectEqual(try bench.reader().count(Tag.all), 1, "tags before the end")
                }
                try expectEqual(try bench.reader().count(Tag.all), 2, "tags after the end")
            }
        },
    ]

    private static let stores: [ConformancePromise] = everywhere(
        [
            promise("Of a transaction over two stores nothing is stored if one refuses it", needs: .staging) {
                bench in
                try await bench.saveLibrary()
                try await expectErrorAsync(.constraint, "the transaction") {
                    try await bench.perform { context in
                        try context.transaction { inner in
                            try inner.insert(Author(id: 90, name: "new"))
                            try inner.save()
                            try inner.insert(Tag(word: "red"))
                            try inner.save()
                        }
                    }
                }
                let reader = try bench.reader()
                try expectEqual(try reader.fetch(Author.where { $0.id == 90 }).count, 0, "new authors")
                try await bench.perform { context in
                    try context.transaction { inner in
                        try inner.insert(Author(id: 90, name: "new"))
                        try inner.save()
                        try inner.insert(Tag(word: "new"))
                        try inner.save()
                    }
                }
                let found = [
                    try bench.reader().count(Author.where { $0.id == 90 }),
                    try bench.reader().count(Tag.where { $0.word == "new" }),
                ]
                try expectEqual(found, [1, 1], "objects in both stores")
            },
            promise("A transaction over two stores that cannot stage is refused, and nothing is stored") {
                bench in
                if bench.harness.capabilities.contains(.staging) { return }
                try await bench.perform { context in
                    try expectError(.unsupported, "the transaction") {
                        try context.transaction { inner in
                            try inner.insert(Author(id: 90, name: "new"))
                            try inner.insert(Tag(word: "new"))
                            try inner.save()
                        }
                    }
                    try expect(!context.hasChanges, "changes are left")
                }
                let found = [try bench.reader().count(Author.all), try bench.reader().count(Tag.all)]
                try expectEqual(found, [0, 0], "objects in both stores")
            },
        ], in: [.apart])
}
