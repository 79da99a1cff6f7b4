import Granary

/// Stored values that do not fit the Swift type give an error that names the property; no other data is lost.
enum MalformedPromises: PromiseList {
    static let category = ConformanceCategory.errors

    /// Makes a promise about a value written without the model's types, like one of another program or an older
    /// version.
    private static func planted(
        _ name: String, _ property: String, _ value: Value, _ shown: String
    ) -> ConformancePromise {
        promise("\(name) is an error that names the property and not the value") { bench in
            try bench.commit("Finding") { finding in
                .inserting(finding, ["id": .integer(1), property: value], ["id": .integer(2)])
            }
            try await bench.perform { context in
                let error = try expectError(.malformed, "fetching") { _ = try context.fetch(Finding.all) }
                try expectEqual(error.context.entity, "Finding", "the entity in the error")
                try expectEqual(error.context.properties, [property], "the properties in the error")
                try expectEqual(error.context.key, .integer(1), "the key in the error")
                let looked = try expectError(.malformed, "looking up") {
                    _ = try context.object(Finding.self, 1)
                }
                try expectEqual(looked.context.key, .integer(1), "the key in the error of a look-up")
                let streamed = try expectError(.malformed, "streaming") {
                    try context.stream(Finding.all) { _ in true }
                }
                try expectEqual(streamed.context.key, .integer(1), "the key in the error of a stream")
                try expect(!"\(error)".contains(shown), "the value is shown: \(error)")
                try expectEqual(try context.existing(Finding.self, 2).id, 2, "the other object")
                try expectEqual(try context.count(Finding.all), 2, "findings")
                try context.existing(Finding.self, 2).string = "changed"
                try context.save()
            }
            let left = try bench.withSession(of: "Finding") { session, finding in
                try session.everything(of: finding)[0][finding.attributePosition(property) ?? 0]
            }
            try expectEqual(left, value, "the stored value")
        }
    }

    /// Writes nine findings; every third one cannot be read; the number of each is its key modulo two.
    static func plant(_ bench: ConformanceBench) throws {
        try bench.commit("Finding") { finding in
            let rows = (1...9).map { id -> [String: Value] in
                var row: [String: Value] = ["id": .integer(Int64(id)), "int": .integer(Int64(id % 2))]
                if id % 3 == 0 { row["grade"] = .text("excellent") }
                return row
            }
            var changes = ChangeSet()
            changes.insert(finding, rows)
            return changes
        }
    }

    /// Expects that a query finds objects and reports others; without the query's order if the core sorts.
    private static func expectReadable(
        _ context: Context, _ query: Query<Finding>, _ ids: [Int], without skipped: [Int64],
        line: Int = #line
    ) throws {
        var errors: [GranaryError] = []
        let found = try context.fetch(query) { errors.append($0) }
        try expectEqual(found.map(\.id), ids, "readable objects", line: line)
        let keys = errors.compactMap(\.context.key).sorted()
        try expectEqual(keys, skipped.map { ObjectKey.integer($0) }, "keys in the errors", line: line)
        try expect(
            errors.allSatisfy {
                $0.code == .malformed && $0.context.entity == "Finding" && $0.context.properties == ["grade"]
            },
            "unexpected errors: \(errors)", line: line)
    }

    static let promises: [ConformancePromise] = planting + passing

    private static let passing: [ConformancePromise] = [
        promise("Fetching skips rows that cannot be read, and reports each") {
            bench in
            try plant(bench)
            try await bench.perform { context in
                try expectReadable(context, Finding.all, [1, 2, 4, 5, 7, 8], without: [3, 6, 9])
                try expectReadable(
                    context, Finding.where { $0.int == 1 }.sorted { $0.id.descending }, [7, 5, 1],
                    without: [3, 9])
                try expectReadable(context, Finding.where { $0.id < 3 }, [1, 2], without: [])
                context.reset()
                try expectReadable(context, Finding.all, [1, 2, 4, 5, 7, 8], without: [3, 6, 9])
            }
        },
        promise("A batch writes rows that cannot be read whether or not somebody observes them") { bench in
            try plant(bench)
            var events = bench.stack.changes(of: Finding.self).makeAsyncIterator()
            try await bench.perform { context in
                try expectEqual(
                    try context.updateAll(Finding.where { $0.int == 1 }) { $0.string.set(to: "batch") }, 5,
                    "findings changed")
                try expectEqual(try context.deleteAll(Finding.where { $0.int == 0 }), 4, "findings deleted")
            }
            _ = try await unwrap(events.next(), "an event")
            try await bench.perform { try expectReadable($0, Finding.all, [1, 5, 7], without: [3, 9]) }
        },
        promise("Rows that cannot be read are skipped beside unsaved changes too") { bench in
            try plant(bench)
            try await bench.perform { context in
                try context.existing(Finding.self, 1).int = 5
                try context.insert(Finding(id: 20, int: 5))
                try context.delete(try context.existing(Finding.self, 8))
                try expectReadable(context, Finding.all, [1, 2, 4, 5, 7, 20], without: [3, 6, 9])
                try context.save()
                try expectEqual(try context.count(Finding.all), 9, "findings")
            }
        },
        promise("Many snapshots are upserted beside a row that cannot be read, unless one is of that row") {
            bench in
            try bench.commit("Finding") { finding in
                var rows = (1...200).map { ["id": Value.integer(Int64($0)), "int": .integer(0)] }
                rows[199]["grade"] = .text("excellent")
                var changes = ChangeSet()
                changes.insert(finding, rows)
                return changes
            }
            try await bench.perform { context in
                // So many that the whole table is read first.
                try context.upsert((1...199).map { Finding(id: $0, int: $0 % 2).snapshot })
                try expectEqual(context.changes.updated.count, 100, "changed objects")
                try context.save()
            }
            try await bench.perform { context in
                let error = try expectError(.malformed, "upserting") {
                    try context.upsert((1...200).map { Finding(id: $0, int: 5).snapshot })
                }
                try expectEqual(error.context.key, .integer(200), "the key in the error")
                try expect(!context.hasChanges, "something was changed")
            }
        },
        promise("An error thrown for a row that cannot be read ends the fetch") { bench in
            try plant(bench)
            try await bench.perform { context in
                try expectError(.malformed, "the fetch") {
                    _ = try context.fetch(Finding.all) { throw $0 }
                }
                try expectEqual(
                    try context.existing(Finding.self, 1).int, 1, "the value of a readable object")
            }
        },
        promise("Streaming skips rows that cannot be read, and reports each") {
            bench in
            try plant(bench)
            try await bench.perform { context in
                for change in [false, true] {
                    if change { try context.existing(Finding.self, 1).int = 7 }
                    var (ids, keys): ([Int], [ObjectKey]) = ([], [])
                    try context.stream(
                        Finding.all, skippingUnreadable: { keys += [$0.context.key].compactMap { $0 } }
                    ) {
                        ids.append($0.id)
                        return $0.id < 7
                    }
                    try expectEqual(ids, [1, 2, 4, 5, 7], "streamed")
                    try expectEqual(Array(keys.sorted().prefix(2)), [.integer(3), .integer(6)], "keys")
                }
            }
        },
        promise("No description of an error shows the key of a row that cannot be read") { bench in
            try bench.commit("Finding") {
                .inserting($0, ["id": .integer(987_654_321), "grade": .text("excellent")])
            }
            try await bench.perform { context in
                let error = try expectError(.malformed, "fetching") { _ = try context.fetch(Finding.all) }
                try expectEqual(error.context.key, .integer(987_654_321), "the key")
                var shown = "\(error) \(error.context) \(error.message)"
                dump(error.context, to: &shown)
                try expect(
                    !shown.contains("987654321") && !shown.contains("987_654_321"),
                    "the key is shown: \(shown)")
            }
        },
    ]

    private static let planting: [ConformancePromise] = [
        planted("A number that is too large for its type", "int8", .integer(1_234), "1234"),
        planted("A negative number in an unsigned property", "uint16", .integer(-4_321), "4321"),
        planted("A text that is not a case of an enumeration", "grade", .text("excellent"), "excellent"),
        planted("A number that is not a case of an enumeration", "level", .integer(4_711), "4711"),
        planted("JSON that is not the structure", "label", .text("[4711]"), "4711"),
        planted(
            "JSON that is not a case of an enumeration with payload", "shape", .text("{\"star\":{}}"), "star"),
        planted("JSON of another element type", "words", .text("[4711]"), "4711"),
    ]
}
