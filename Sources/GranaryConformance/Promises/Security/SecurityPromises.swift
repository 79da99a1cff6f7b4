import Granary

/// What hostile text can do, and what errors tell: nothing.
enum SecurityPromises: PromiseList {
    static let category = ConformanceCategory.security

    static var promises: [ConformancePromise] {
        [errorsHoldNoValues, conflictsHoldNoValues] + hostileTexts.map(storedAsItIs)
    }

    private static let secret = "s3cret-value-of-a-user"

    private static let errorsHoldNoValues = promise("An error about a unique value does not contain it") {
        bench in
        try await bench.save { try $0.insert(Seat(id: 1, label: secret)) }
        try await bench.perform { context in
            try context.insert(Seat(id: 2, label: secret))
            let error = try expectError(.constraint, "the save") { try context.save() }
            try expectNoSecret(error)
        }
    }

    private static let conflictsHoldNoValues = promise("The text of a conflict does not contain values") {
        bench in
        try await bench.save { try $0.insert(Tag(word: secret)) }
        try await bench.perform { context in
            try context.insert(Tag(word: secret))
            let error = try expectError(.constraint, "the save") { try context.save() }
            try expectNoSecret(error)
        }
    }

    private static func expectNoSecret(_ error: GranaryError) throws {
        let texts = [error.message, error.description, error.cause.map { "\($0)" } ?? ""]
        try expect(!texts.contains { $0.contains(secret) }, "an error without the value")
    }

    private static let hostileTexts: [(String, String)] = [
        ("quotes that end a statement", "'; DROP TABLE Seat; --"), ("double quotes", "\" OR \"\" = \""),
        ("backslashes and percent signs", "\\%_*\\' OR 1=1"), ("a text of only quotes", "''''"),
        ("a placeholder", "?1 $1 :name @name"), ("a comment", "/* */ -- #"),
        ("directional marks and emoji", "\u{202E}abc\u{202C} 👩‍👩‍👧‍👦"), ("line breaks and tabs", "a\r\n\tb"),
    ]

    /// A text is found by equality, prefix and containment, and nothing else happens.
    private static func storedAsItIs(_ text: (name: String, value: String)) -> ConformancePromise {
        promise("Text with \(text.name) is only text") { bench in
            try await bench.save { context in
                try context.insert(Seat(id: 1, label: text.value))
                try context.insert(Seat(id: 2, label: "other"))
            }
            try await bench.perform { context in
                try expectEqual(
                    try context.fetch(Seat.where { $0.label == text.value }).map(\.id), [1], "equal seats")
                try expectEqual(
                    try context.fetch(Seat.where { $0.label.contains(text.value) }).map(\.id), [1],
                    "containing seats")
                try expectEqual(
                    try context.fetch(Seat.where { $0.label.hasPrefix(text.value) }).map(\.id), [1],
                    "seats with the prefix")
                try expectEqual(try context.count(Seat.all), 2, "seats")
            }
        }
    }
}
