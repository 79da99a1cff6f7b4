import FoundationEssentials
import Granary

/// Objects go to JSON and come back, and JSON changes the properties it has keys for.
enum JSONPromises: PromiseList {
    static let category = ConformanceCategory.values
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(references, in: [.united, .apart]) + values }

    private static let references: [ConformancePromise] = [
        promise("Objects with keys of several parts are referred to in JSON") { bench in
            try await bench.saveLibrary()
            let (note, chapter) = try await bench.perform { context in
                let chapter = try unwrap(try context.first(Chapter.all.sorted { $0.words.descending }), "one")
                return (Footnote.Snapshot(text: "n", chapter: chapter.objectKey), chapter.objectKey)
            }
            let text = try note.json()
            let id = try await bench.save { try $0.insert(Footnote.self, json: text).id }
            let found = try await bench.perform { try $0.existing(Footnote.self, id).chapter?.objectKey }
            try expectEqual(found, chapter, "the chapter")
        }
    ]

    private static let values: [ConformancePromise] = [
        promise("Objects of every type go to JSON and come back the same") { bench in
            let sample = Sample(
                id: 1, bool: true, int: .min, int64: .max, uint64: UInt64(Int64.max), double: 0.1 + 0.2,
                float: 0.1, string: "a\u{301} \"quoted\" \\ ☂", data: Data([0, 255, 7]),
                date: Date(timeIntervalSince1970: -1.000_001), uuid: UUID(),
                decimal: try unwrap(Decimal(string: "12345678901234567890.123456789"), "a decimal"),
                url: try unwrap(URL(string: "https://example.org/a?b=c"), "a URL"), grade: .good,
                level: .high, label: Label(text: "x", size: 1.5, parts: ["a"]),
                shape: .named("n", corners: nil), words: ["b", "a"], counts: ["z": 1])
            let wanted = sample.snapshot
            try await bench.save { _ = try $0.insert(wanted) }
            let (text, before) = try await bench.save { context in
                let found = try context.existing(Sample.self, 1)
                let snapshot = found.snapshot
                try context.delete(found)
                return (try snapshot.json(), snapshot)
            }
            try await bench.save { _ = try $0.insert(Sample.self, json: text) }
            let after = try await bench.perform { try $0.existing(Sample.self, 1).snapshot }
            try expectEqual(after, before, "the object")
        },
        promise("A key that JSON leaves out leaves its property alone, and null empties it") { bench in
            try await bench.saveLibrary()
            let before = try await bench.perform { try $0.existing(Book.self, 1).snapshot }
            try await bench.save {
                _ = try $0.apply(
                    json: #"{"title": "New", "subtitle": null, "author": null}"#, to: before.objectID)
            }
            var wanted = before
            (wanted.title, wanted.subtitle, wanted.author) = ("New", nil, nil)
            let after = try await bench.perform { try $0.existing(Book.self, 1).snapshot }
            try expectEqual(after, wanted, "the book")
        },
        promise("Properties that JSON leaves out have their defaults in a new object") { bench in
            let id = try await bench.save { try $0.insert(Loan.self, json: #"{"reader": "Ann"}"#).id }
            try await bench.save { _ = try $0.insert(Book.self, json: #"{"id": 7, "title": "T"}"#) }
            let (reader, isPrinted) = try await bench.perform {
                (try $0.existing(Loan.self, id).reader, try $0.existing(Book.self, 7).isPrinted)
            }
            try expectEqual(reader, "Ann", "the reader")
            try expectEqual(isPrinted, false, "whether the book is printed")
        },
        promise("What is wrong in JSON is named, and nothing is changed") { bench in
            try await bench.saveLibrary()
            let cases: [(String, [String])] = [
                (#"{"titel": "x"}"#, ["“titel” is no property of Book", "Did you mean “title”?"]),
                (#"{"pages": "many"}"#, ["“pages” is not of the type"]),
                (#"{"title": null}"#, ["“title” is null"]),
                (#"{"published": "yesterday"}"#, ["“published” has a value"]),
                ("[1]", ["JSON object"]), ("{", ["no JSON"]),
            ]
            try await bench.perform { context in
                let id = ObjectID<Book>(1)
                for (text, words) in cases {
                    let error = try expectError(.invalidValue, text) { try context.apply(json: text, to: id) }
                    for word in words {
                        try expect(error.message.contains(word), "\(text): \(error.message)")
                    }
                    try expect(!error.message.contains("yesterday"), "the value is shown")
                }
                let error = try expectError(.invalidValue, "an insertion") {
                    try context.insert(Book.self, json: #"{"id": 77}"#)
                }
                try expect(error.message.contains("“title” is missing"), error.message)
                try expect(!context.hasChanges, "something was changed")
            }
        },
        promise("JSON of another model is refused by a key that is not the model's") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let json = try context.existing(Author.self, 1).snapshot.json()
                for error in [
                    try expectError(.invalidValue, "applying") {
                        try context.apply(json: json, to: ObjectID<Book>(1))
                    },
                    try expectError(.invalidValue, "inserting") { try context.insert(Book.self, json: json) },
                ] {
                    let names = ["born", "country", "name", "rank"]
                    let isNamed = names.contains { error.message.contains("“\($0)” is no property of Book") }
                    try expect(isNamed, error.message)
                }
                try expect(!context.hasChanges, "something was changed")
            }
        },
        promise("The path of a wrong value leads into structures") { bench in
            try await bench.perform { context in
                let error = try expectError(.invalidValue, "inserting") {
                    try context.insert(Basket.self, json: #"{"id": 1, "content": {"numbers": [1, "two"]}}"#)
                }
                try expect(error.message.contains("“content.numbers.1”"), error.message)
            }
        },
        promise("JSON with another key than that of the object is refused") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try expectError(.invalidObject, "applying") {
                    try context.apply(json: #"{"id": 2}"#, to: ObjectID<Book>(1))
                }
                try expectError(.notFound, "an object that is not there") {
                    try context.apply(json: "{}", to: ObjectID<Book>(12_345))
                }
            }
        },
    ]
}
