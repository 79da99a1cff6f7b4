internal import Granary
internal import Logging

/// An operation that fails is reported with the code of its error and nothing more.
enum ObservedFailurePromises: PromiseList {
    static let category = ConformanceCategory.telemetry

    static var promises: [ConformancePromise] { codes + levels }

    /// An error of the program, which reports must not show.
    private struct ProgramError: Error {
        let text: String
    }

    private static let codes: [ConformancePromise] = [
        promise("A violated constraint fails the commit, the save and the unit of work", .united) { bench in
            try await bench.watched { stack, watch in
                try await stack.perform { context in
                    try context.insert(Seat(id: 1, label: "A"))
                    try context.save()
                }
                watch.clear()
                let system = bench.harness.backend.type.type.name
                try await expectErrorAsync(.constraint, "the unit of work") {
                    try await stack.perform { context in
                        try context.insert(Seat(id: 2, label: "A"))
                        try context.save()
                    }
                }
                try watch.verify(ExpectedReport("commit", in: "All", system: system, failure: "constraint"))
                try watch.verify(ExpectedReport("save", failure: "constraint"))
                try watch.verify(ExpectedReport("perform", failure: "constraint"))
            }
        },
        promise("A conflict fails the save; a unit of work that handles it does not fail", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                try await stack.perform { context in
                    let book = try context.existing(Book.self, 1)
                    let other = try stack.makeContext()
                    try other.existing(Book.self, 1).pages = 5
                    try other.save()
                    book.pages = 6
                    watch.clear()
                    try expectError(.conflict, "the save") { try context.save() }
                }
                try watch.verify(ExpectedReport("save", failure: "conflict"))
                try watch.verify(ExpectedReport("perform"))
            }
        },
        promise("A meaningless query fails the operation that runs it", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                try await stack.perform { context in
                    let query = Book.all.limit(-1)
                    try expectError(.query, "fetching") { _ = try context.fetch(query) }
                    try expectError(.query, "counting") { _ = try context.count(query) }
                    try expectError(.query, "streaming") { try context.stream(query) { _ in true } }
                    try expectError(.query, "adding") { _ = try context.sum(query) { $0.id } }
                    try expectError(.query, "selecting") { _ = try context.select(query) { $0.title } }
                }
                for kind in ["fetch", "count", "stream", "aggregate", "select"] {
                    try watch.verify(ExpectedReport(kind, of: "Book", failure: "query"))
                }
            }
        },
        promise("A refused batch is reported as failed", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                try await stack.perform { context in
                    try context.insert(Tag(word: "unsaved"))
                    try expectError(.invalidObject, "updating") {
                        try context.updateAll(Book.all) { $0.pages.set(to: 1) }
                    }
                    try expectError(.invalidObject, "deleting") { try context.deleteAll(Tag.all) }
                }
                try watch.verify(ExpectedReport("update", of: "Book", failure: "invalidObject"))
                try watch.verify(ExpectedReport("delete", of: "Tag", failure: "invalidObject"))
            }
        },
        promise("A native query is reported, answered or refused", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                let isAnswered = bench.harness.capabilities.contains(.nativeQueries)
                try await stack.perform { context in
                    do {
                        _ = try context.native(
                            "SELECT \(Book.fields.title) FROM \(Book.self)", from: Book.self, as: String.self)
                    } catch GranaryError.Code.unsupported where !isAnswered {
                        // A store without a query language throws an error.
                    }
                }
                try watch.verify(
                    ExpectedReport(
                        "native", of: "Book", rows: isAnswered ? 10 : nil,
                        failure: isAnswered ? nil : "unsupported"))
            }
        },
        promise("An error of the program is reported by its type alone", .united) { bench in
            try await bench.watched { stack, watch in
                do {
                    try await stack.perform { _ in throw ProgramError(text: "of-the-program") }
                    throw ConformanceFailure(.broken, "no error was thrown")
                } catch is ProgramError {
                    // The error as it was thrown.
                }
                try watch.verify(ExpectedReport("perform", failure: "ProgramError"))
                try watch.expectNowhere("of-the-program", "the text of the program's error")
            }
        },
        promise("A unit of work that is cancelled is reported as cancelled", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                let begun = AsyncStream<Void>.makeStream()
                let task = Task {
                    try await stack.perform { (context) -> Void in
                        begun.continuation.finish()
                        while true { _ = try context.fetch(Book.where { $0.title.contains("nothing") }) }
                    }
                }
                for await _ in begun.stream {}
                task.cancel()
                try await expectErrorAsync(.cancelled, "the unit of work") { try await task.value }
                try watch.verify(ExpectedReport("perform", failure: "cancelled"))
            }
        },
    ]

    private static let levels: [ConformancePromise] = [
        promise("A log above the level info stays empty while spans and metrics go on", .united) { bench in
            try await bench.watched(logging: .notice) { stack, watch in
                try await stack.perform { context in
                    try context.insert(Tag(word: "t"))
                    try context.save()
                    _ = try context.fetch(Tag.all)
                }
                try expectEqual(watch.log.lines.map(\.description), [], "lines")
                _ = try watch.span("fetch Tag")
                let fetch = ["db.operation.name": "fetch", "db.collection.name": "Tag"]
                try expectEqual(
                    watch.metrics.values(.recorder, "db.client.response.returned_rows", fetch), [1], "rows")
            }
        },
        promise("Two stacks report each to its own telemetry", .united) { bench in
            try await bench.watched { stack, watch in
                let other = TelemetryWatch()
                let second = try bench.anotherStack(at: "second", telemetry: other.telemetry())
                try await bench.withStack(second) { second in
                    watch.clear()
                    other.clear()
                    try await stack.perform { _ = try $0.fetch(Tag.all) }
                    try await second.perform { _ = try $0.count(Book.all) }
                }
                try expectEqual(
                    watch.spans.map(\.name), ["fetch Tag", "perform"], "spans of the first stack")
                try expectEqual(
                    other.spans.map(\.name), ["count Book", "perform", "close All"],
                    "spans of the second stack")
                try await second.destroyPersistentStores()
            }
        },
    ]
}
