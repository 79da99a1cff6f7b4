import Granary

/// Hostile text does no harm, and errors show no values.
enum SecurityPromises: PromiseList {
    static let category = ConformanceCategory.security

    static var promises: [ConformancePromise] {
        [errorsHoldNoValues, keyErrorsHoldNoValues, conflictsHoldNoValues, plansHoldNoValues]
            + hostileTexts.map(storedAsItIs) + hostileTexts.map(keyAsItIs)
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

    private static let keyErrorsHoldNoValues = promise("An error about a key does not contain it") { bench in
        try await bench.save { try $0.insert(Tag(word: secret)) }
        try await bench.perform { context in
            try context.insert(Tag(word: secret))
            let error = try expectError(.constraint, "the save") { try context.save() }
            try expectNoSecret(error)
        }
    }

    private static let conflictsHoldNoValues = promise("The text of a conflict does not contain values") {
        bench in
        try await bench.save { try $0.insert(Finding(id: 1, string: secret)) }
        let context = try bench.stack.makeContext()
        try context.existing(Finding.self, 1).string = secret + " mine"
        try await bench.save { try $0.existing(Finding.self, 1).string = secret + " theirs" }
        let error = try expectError(.conflict, "the save") { try context.save() }
        try expectNoSecret(error)
        let conflict = try unwrap(error.conflicts.first, "the conflict")
        try expectEqual(
            conflict.theirs?["string"], .text(secret + " theirs"), "the value that the program can read")
        try expect(!"\(conflict)".contains(secret), "the description of a conflict shows values")
        try expect(conflict.debugDescription.contains(secret), "a debugger shows no values")
        var dumped = ""
        dump(error, to: &dumped)
        try expect(!dumped.contains(secret), "the parts of an error show values")
    }

    private static let plansHoldNoValues = promise("A plan does not contain the values of its query") {
        bench in
        try await bench.save { try $0.insert(Seat(id: 1, label: secret)) }
        try await bench.perform { context in
            let queries = [
                Seat.where { $0.label == secret }, Seat.where { $0.label.contains(secret) && $0.row > 5 },
                Seat.where { $0.label.isIn([secret, "other"]) }.sorted { $0.label.descending },
                Seat.where { $0.label.equals(secret, .caseInsensitive) },
            ]
            for query in queries {
                let plan = try context.explain(query)
                try expect(!"\(plan)".contains(secret), "the plan shows the secret: \(plan)")
            }
        }
    }

    private static func expectNoSecret(_ error: GranaryError) throws {
        let texts = [
            error.message, error.description, String(reflecting: error), error.cause.map { "\($0)" } ?? "",
        ]
        try expect(!texts.contains { $0.contains(secret) }, "an error shows a value")
    }

    private static let hostileTexts: [(String, String)] = [
        ("quotes that end a statement", "'; DROP TABLE Seat; --"), ("double quotes", "\" OR \"\" = \""),
        ("backslashes and percent signs", "\\%_*\\' OR 1=1"), ("a text of only quotes", "''''"),
        ("a placeholder", "?1 $1 :name @name"), ("a comment", "/* */ -- #"),
        ("directional marks and emoji", "\u{202E}abc\u{202C} 👩‍👩‍👧‍👦"), ("line breaks and tabs", "a\r\n\tb"),
    ]

    /// A text is found by equality, prefix and containment, and has no other effect.
    private static func storedAsItIs(_ text: (name: String, value: String)) -> ConformancePromise {
        promise("Text with \(text.name) is only text") { bench in
            try await bench.save { context in
                try context.insert(Seat(id: 1, label: text.value))
                try context.insert(Seat(id: 2, label: "other"))
            }
            try await bench.perform { context in
                try expectEqual(
                    try context.fetch(Seat.where { $0.label == text.value }).map(\.id), [1],
                    "seats by equality")
                try expectEqual(
                    try context.fetch(Seat.where { $0.label.contains(text.value) }).map(\.id), [1],
                    "seats by containment")
                try expectEqual(
                    try context.fetch(Seat.where { $0.label.hasPrefix(text.value) }).map(\.id), [1],
                    "seats by prefix")
                try expectEqual(try context.count(Seat.all), 2, "seats")
            }
        }
    }

    /// A text works as a key, in pairs, lists, sorting and groups.
    private static func keyAsItIs(_ text: (name: String, value: String)) -> ConformancePromise {
        promise("Text with \(text.name) is a key like any other") { bench in
            try await bench.save { context in
                let book = Book(id: 1, title: text.value)
                try context.insert(book)
                book.tags.append(Tag(word: text.value, weight: 1))
                book.chapters.append(Chapter(volume: text.value, position: 1, heading: text.value))
                try context.insert(Tag(word: "other", weight: 2))
            }
            try await bench.perform { context in
                let tag = try context.existing(Tag.self, text.value)
                try expectEqual(tag.books.map(\.title), [text.value], "books of the tag")
                try expectEqual(
                    try context.existing(Book.self, 1).chapters.map(\.volume), [text.value], "chapters")
                try expectEqual(
                    try context.count(Tag.where { $0.word.isIn([text.value, "'", "\""]) }), 1,
                    "tags by a list")
                let words = try context.fetch(Tag.all.sorted { $0.word.descending }).map(\.word)
                try expectEqual(Set(words), [text.value, "other"], "sorted words")
                let groups = try context.grouped(Tag.all, by: { $0.word }) { $0.weight.sum }
                try expectEqual(groups.count, 2, "groups")
                try context.delete(tag)
                try context.save()
                try expectEqual(try context.fetch(Tag.all).map(\.word), ["other"], "tags left")
            }
        }
    }
}
