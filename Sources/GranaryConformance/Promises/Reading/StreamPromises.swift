import Granary

/// Objects one after the other, with an early end, and with other work in between.
enum StreamPromises: PromiseList {
    static let category = ConformanceCategory.streaming
    static let areAboutContent = true

    private static func fill(_ bench: ConformanceBench, _ count: Int = 3_000) async throws {
        try await bench.save { context in
            for id in 0..<count {
                try context.insert(Finding(id: id, int: id % 10, string: id % 3 == 0 ? "\u{C9}" : "x"))
            }
        }
    }

    /// The keys that a stream passes to its closure.
    private static func streamed(_ query: Query<Finding>, _ context: Context) throws -> [Int] {
        var keys: [Int] = []
        try context.stream(query) { finding in
            keys.append(finding.id)
            return true
        }
        return keys
    }

    static let promises: [ConformancePromise] = [
        promise("Rows that a query excludes leave no object behind, in the store or in the core") {
            bench in
            try await fill(bench, 300)
            let queries = [
                Finding.where { $0.string.equals("\u{E9}", .caseInsensitive) && $0.id < 10 },
                Finding.where { $0.string.contains("\u{E9}", .diacriticInsensitive) && $0.int == 100 },
                Finding.where { $0.int == 7 && $0.id == 7 }, Finding.where { $0.int + 7 == 14 && $0.id < 30 },
            ]
            for query in queries {
                try await bench.perform { context in
                    let found = try context.keys(query)
                    try expectEqual(context.statistics.rowsFetched, found.count, "objects made")
                    // The save finds that a key is taken by a stored object that is not loaded.
                    try context.insert(Finding(id: 299))
                    let error = try expectError(.constraint, "the save") { try context.save() }
                    try expectEqual(error.context.constraint, .primaryKey, "the constraint in the error")
                }
            }
        },
        promise("A stream passes on the objects of a fetch, in its order") { bench in
            try await fill(bench)
            try await bench.perform { context in
                let queries = [
                    Finding.all, Finding.where { $0.int > 7 },
                    Finding.all.sorted { $0.int.descending }.limit(100).offset(5),
                    Finding.where { $0.string.equals("\u{E9}", .caseInsensitive) }.limit(20),
                    Finding.where { $0.id < 0 },
                ]
                for query in queries {
                    try expectEqual(try streamed(query, context), try context.keys(query), "keys")
                }
            }
        },
        promise("A stream ends when its closure returns false, and the context stays usable") { bench in
            try await fill(bench)
            try await bench.perform { context in
                var count = 0
                try context.stream(Finding.all) { _ in
                    count += 1
                    return count < 10
                }
                try expectEqual(count, 10, "objects handed out")
                try expectEqual(try context.count(Finding.all), 3_000, "findings")
                try context.insert(Finding(id: 9_999))
                try context.save()
            }
        },
        promise("An error of a stream's closure is thrown on, and the context stays usable") { bench in
            try await fill(bench)
            try await bench.perform { context in
                try expectError(.query, "the stream") {
                    try context.stream(Finding.all) { _ in throw GranaryError(.query, "enough") }
                }
                try expectEqual(try streamed(Finding.all.limit(3), context), [0, 1, 2], "a second stream")
                try context.insert(Finding(id: 9_999))
                try context.save()
            }
        },
        promise("Objects changed in a stream are saved after it") { bench in
            try await fill(bench)
            try await bench.perform { context in
                try context.stream(Finding.all) { finding in
                    if finding.id % 100 == 0 { finding.int = -1 }
                    return true
                }
                try context.save()
            }
            try expectEqual(
                try await bench.perform { try $0.count(Finding.where { $0.int == -1 }) }, 30,
                "changed findings")
        },
        promise("A save inside a stream is refused, and works after it") { bench in
            try await fill(bench)
            try await bench.perform { context in
                try context.stream(Finding.all) { finding in
                    finding.int = 100
                    try expectError(.invalidObject, "the save") { try context.save() }
                    return false
                }
                try context.save()
            }
            try expectEqual(
                try await bench.perform { try $0.count(Finding.where { $0.int == 100 }) }, 1,
                "changed findings")
        },
        promise("Objects kept from a stream remain the objects of their keys") { bench in
            try await fill(bench)
            try await bench.perform { context in
                var kept: [Finding] = []
                try context.stream(Finding.all) { finding in
                    if finding.id % 500 == 0 { kept.append(finding) }
                    return true
                }
                for finding in kept {
                    try expect(
                        try context.object(Finding.self, finding.id) === finding,
                        "the look-up of finding \(finding.id) gave another object")
                }
            }
        },
        promise("Other queries may run inside a stream") { bench in
            try await fill(bench, 300)
            try await bench.perform { context in
                var total = 0
                try context.stream(Finding.where { $0.id < 20 }) { finding in
                    let value = finding.int
                    total += try context.count(Finding.where { $0.int == value })
                    total += try context.existing(Finding.self, finding.id + 200).id
                    return true
                }
                try expectEqual(total, 20 * 30 + (200..<220).reduce(0, +), "total")
            }
        },
        promise("A stream goes on beside a stream inside it and after a refused save or refresh") { bench in
            try await fill(bench, 60)
            try await bench.perform { context in
                var count = 0
                try context.stream(Finding.all) { finding in
                    count += 1
                    try context.stream(Finding.where { $0.id < 3 }) { _ in true }
                    finding.int = 100
                    try expectError(.invalidObject, "the save") { try context.save() }
                    try expectError(.invalidObject, "the refresh") { try context.refresh(finding) }
                    try expectError(.invalidObject, "the refresh of all") { try context.refreshAll() }
                    return true
                }
                try expectEqual(count, 60, "streamed findings")
            }
        },
        promise("A stream of a context that reads the newest state goes on while it reads") { bench in
            try await fill(bench, 60)
            var options = ContextOptions()
            options.readsNewest = true
            try await bench.perform(options) { context in
                var count = 0
                try context.stream(Finding.all) { finding in
                    count += 1
                    let id = finding.id
                    try expectEqual(try context.count(Finding.where { $0.id == id }), 1, "finding \(id)")
                    return true
                }
                try expectEqual(count, 60, "streamed findings")
            }
        },
        promise("A stream counts unsaved changes") { bench in
            try await fill(bench, 50)
            try await bench.perform { context in
                try context.insert(Finding(id: 1_000, int: 0))
                try context.delete(try context.existing(Finding.self, 0))
                try context.existing(Finding.self, 1).int = 0
                try expectEqual(
                    try streamed(Finding.where { $0.int == 0 }, context), [1, 10, 20, 30, 40, 1_000], "keys")
            }
        },
        promise("Relationships of streamed objects load") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                var names: [String?] = []
                try context.stream(Book.all) { book in
                    names.append(book.author?.name)
                    return true
                }
                try expectEqual(names, Library.books.map { $0.author?.name }, "names")
            }
        },
        promise("A stream of 20,000 objects keeps only those that the program holds") { bench in
            try await fill(bench, 20_000)
            try await bench.perform { context in
                var count = 0
                try context.stream(Finding.all) { _ in
                    count += 1
                    return true
                }
                try expectEqual(count, 20_000, "objects handed out")
                try expectEqual(context.statistics.storeRequests, 1, "requests")
                let before = context.statistics.storeRequests
                _ = try context.object(Finding.self, 5)
                try expectEqual(
                    context.statistics.storeRequests - before, 1, "requests for a released object")
            }
        },
        promise("A stream with a calculated condition keeps only objects that the program holds") { bench in
            try await fill(bench, 2_000)
            try await bench.perform { context in
                var count = 0
                try context.stream(Finding.where { $0.id + 1 > 1 }.limit(1_500)) { _ in
                    count += 1
                    return true
                }
                try expectEqual(count, 1_500, "objects handed out")
                let before = context.statistics.storeRequests
                _ = try context.object(Finding.self, 5)
                try expectEqual(
                    context.statistics.storeRequests - before, 1, "requests for a released object")
            }
        },
        promise(
            "A stream reads the state at its start while others save",
            needs: [.snapshots, .concurrentSessions]
        ) { bench in
            try await fill(bench, 2_000)
            let context = try bench.stack.makeContext()
            let other = try bench.stack.makeContext()
            var total = 0
            try context.stream(Finding.all) { finding in
                if finding.id == 10 {
                    for other in try other.fetch(Finding.all) { other.int = 1_000 }
                    try other.save()
                }
                total += finding.int ?? 0
                return true
            }
            try expectEqual(total, 2_000 / 10 * 45, "the sum in the state at the start")
        },
    ]
}
