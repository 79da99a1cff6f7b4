import Granary

/// Stored values that do not fit the Swift type: a typed error that names the property, and nothing else is lost.
enum MalformedPromises: PromiseList {
    static let category = ConformanceCategory.errors

    /// A value is planted past the model's types, as another program or an older version would.
    private static func planted(
        _ name: String, _ property: String, _ value: Value, _ shown: String
    ) -> ConformancePromise {
        promise("\(name) is an error that names the property and not the value") { bench in
            try bench.commit("Finding") { finding in
                .inserting(finding, ["id": .integer(1), property: value], ["id": .integer(2)])
            }
            try await bench.perform { context in
                let error = try expectError(.malformed, "fetching") { _ = try context.fetch(Finding.all) }
                try expectEqual(error.context.entity, "Finding", "the entity named")
                try expectEqual(error.context.properties, [property], "the property named")
                try expect(!"\(error)".contains(shown), "the value is shown: \(error)")
                try expectError(.malformed, "by key") { _ = try context.object(Finding.self, 1) }
                try expectEqual(try context.existing(Finding.self, 2).id, 2, "the other object")
                try expectEqual(try context.count(Finding.all), 2, "findings")
                try context.existing(Finding.self, 2).string = "changed"
                try context.save()
            }
            let left = try bench.withSession(of: "Finding") { session, finding in
                try session.everything(of: finding)[0][finding.attributePosition(property) ?? 0]
            }
            try expectEqual(left, value, "what is stored")
        }
    }

    static let promises: [ConformancePromise] = [
        planted("A number that is too large for its type", "int8", .integer(1_234), "1234"),
        planted("A negative number in an unsigned property", "uint16", .integer(-4_321), "4321"),
        planted("A text that is no case of an enumeration", "grade", .text("excellent"), "excellent"),
        planted("A number that is no case of an enumeration", "level", .integer(4_711), "4711"),
        planted("JSON that is not the structure", "label", .text("[4711]"), "4711"),
        planted(
            "JSON that is no case of an enumeration with payload", "shape", .text("{\"star\":{}}"), "star"),
        planted("JSON of another element type", "words", .text("[4711]"), "4711"),
    ]
}
