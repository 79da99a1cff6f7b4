import Foundation
import Granary

/// Pairs of many-to-many relationships go in and out as values along with a snapshot.
enum PairValuePromises: PromiseList {
    static let category = ConformanceCategory.values
    static let areAboutContent = true

    static var promises: [ConformancePromise] { reading + insertion + application }

    /// A context with two books, one of them with two of three tags, and a view of the stored state.
    private static func paired(
        _ name: String, _ verify: @escaping @Sendable (Context, ConformanceBench) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.save { context in
                let tags = ["a", "b", "c"].map { Tag(word: $0, weight: nil) }
                for tag in tags { try context.insert(tag) }
                for id in 1...2 { try context.insert(Book(id: id, title: "book \(id)")) }
                try context.existing(Book.self, 1).tags.append(contentsOf: tags.prefix(2))
            }
            try verify(try bench.stack.makeContext(), bench)
        }
    }

    private static func words(_ bench: ConformanceBench, _ id: Int) throws -> [String] {
        // Lists load in their context, which has to be there still.
        let reader = try bench.reader()
        return try withExtendedLifetime(reader) {
            try reader.existing(Book.self, id).tags.map(\.word).sorted()
        }
    }

    private static func tags(_ words: String...) -> ModelPairs<Book> {
        var pairs = ModelPairs<Book>()
        pairs[\.tags] = words.map { ObjectID($0) }
        return pairs
    }

    private static let reading: [ConformancePromise] = [
        paired("The pairs of an object are read as identities, in the order of their keys, unsaved ones too")
        {
            context, _ in
            let book = try context.existing(Book.self, 1)
            try expectEqual(try ModelPairs(of: book), tags("b", "a"), "stored pairs")
            book.tags.append(try context.existing(Tag.self, "c"))
            book.tags.remove(try context.existing(Tag.self, "a"))
            try expectEqual(try ModelPairs(of: book)[\.tags]?.map(\.key), ["b", "c"], "unsaved pairs")
            let tag = try context.existing(Tag.self, "c")
            try expectEqual(try ModelPairs(of: tag)[\.books]?.map(\.key), [1], "pairs of the other side")
        },
        paired("The pairs of an object that is in no context are not read") { _, _ in
            let error = try expectError(.invalidObject, "reading") {
                _ = try ModelPairs(of: Book(id: 9, title: "new"))
            }
            try expectEqual(error.context.entity, "Book", "the entity")
        },
        paired("Pairs are JSON and back: an array of keys for each relationship") { context, _ in
            let pairs = try ModelPairs(of: try context.existing(Book.self, 1))
            let text = try JSONEncoder().encode(pairs)
            try expectEqual(String(decoding: text, as: UTF8.self), #"{"tags":["a","b"]}"#, "the JSON")
            try expectEqual(try JSONDecoder().decode(ModelPairs<Book>.self, from: text), pairs, "read again")
            for wrong in [#"{"labels":[]}"#, #"{"tags":[1]}"#, #"{"publisher":["a"]}"#] {
                let read = try? JSONDecoder().decode(ModelPairs<Book>.self, from: Data(wrong.utf8))
                try expect(read == nil, "\(wrong) was read")
            }
        },
    ]

    private static let insertion: [ConformancePromise] = [
        paired("A snapshot is inserted with its pairs") { context, bench in
            let book = try context.insert(Book(id: 3, title: "new").snapshot, pairs: tags("c", "a"))
            try expectEqual(book.tags.map(\.word).sorted(), ["a", "c"], "tags before the save")
            try context.save()
            try expectEqual(try words(bench, 3), ["a", "c"], "stored tags")
            try expectEqual(
                try bench.reader().count(Book.where { $0.tags.any { $0.word == "c" } }), 1, "books")
        },
        paired("Pairs may name an object that is inserted and not saved yet") { context, bench in
            try context.insert(Tag(word: "new", weight: nil))
            try context.insert(Book(id: 3, title: "new").snapshot, pairs: tags("new"))
            try context.save()
            try expectEqual(try words(bench, 3), ["new"], "stored tags")
        },
        paired("A partner that does not exist is refused, and nothing is inserted") { context, _ in
            try context.delete(try context.existing(Tag.self, "b"))
            for missing in ["none", "b"] {
                let error = try expectError(.notFound, "the insertion") {
                    try context.insert(Book(id: 3, title: "new").snapshot, pairs: tags("a", missing))
                }
                try expectEqual(error.context.properties, ["tags"], "the relationship")
            }
            try expect(context.changes.inserted.isEmpty, "an object was inserted")
        },
        paired("Members of a relationship to many whose inverse is to one are no pairs") { context, _ in
            var pairs = ModelPairs<Book>()
            pairs[\.loans] = []
            let error = try expectError(.invalidObject, "the insertion") {
                try context.insert(Book(id: 3, title: "new").snapshot, pairs: pairs)
            }
            try expectEqual(error.context.properties, ["loans"], "the relationship")
            try expect(context.changes.inserted.isEmpty, "an object was inserted")
        },
    ]

    private static let application: [ConformancePromise] = [
        paired("Applied pairs add what the base does not have and remove what only it has") {
            context, bench in
            let book = try context.existing(Book.self, 1)
            var snapshot = book.snapshot
            snapshot.title = "changed"
            try context.apply(snapshot, base: book.snapshot, pairs: tags("b", "c"), basePairs: tags("a", "b"))
            try expectEqual(book.tags.map(\.word).sorted(), ["b", "c"], "tags before the save")
            try context.save()
            try expectEqual(try words(bench, 1), ["b", "c"], "stored tags")
            try expectEqual(try bench.reader().existing(Book.self, 1).title, "changed", "the title")
        },
        paired("Pairs that others have made or removed since the base was read stay so") { context, bench in
            let base = try context.existing(Book.self, 1).snapshot
            let other = try bench.stack.makeContext()
            try other.existing(Book.self, 1).tags.replace(with: [other.existing(Tag.self, "c")])
            try other.save()
            try context.refreshAll()
            // The program has read a and b, and wants b alone: it only takes a away, which is gone.
            try context.apply(base, base: base, pairs: tags("b"), basePairs: tags("a", "b"))
            try context.save()
            try expectEqual(try words(bench, 1), ["c"], "stored tags")
        },
        paired(
            "Without base pairs, an object gets the pairs that are given, and keeps those of other relationships"
        ) {
            context, bench in
            let book = try context.existing(Book.self, 1)
            try context.apply(book.snapshot, pairs: tags("c"))
            try context.save()
            try expectEqual(try words(bench, 1), ["c"], "stored tags")
            try context.apply(book.snapshot, pairs: ModelPairs())
            try expect(!context.hasChanges, "pairs of which nothing was said changed")
        },
        paired("A base that does not name a relationship means the present pairs") {
            context, bench in
            let book = try context.existing(Book.self, 1)
            try context.apply(book.snapshot, pairs: tags("c"), basePairs: ModelPairs())
            try context.save()
            try expectEqual(try words(bench, 1), ["c"], "stored tags")
        },
        paired("A refused snapshot changes no pairs, and refused pairs change no object") { context, bench in
            let book = try context.existing(Book.self, 1)
            let base = book.snapshot
            var mine = base
            mine.title = "mine"
            try expectError(.notFound, "the missing partner") {
                try context.apply(mine, base: base, pairs: tags("none"))
            }
            book.title = "theirs"
            try expectError(.conflict, "the conflict") {
                try context.apply(mine, base: base, pairs: tags("c"), policy: .error)
            }
            try expectEqual(book.title, "theirs", "the title")
            try expectEqual(book.tags.map(\.word).sorted(), ["a", "b"], "tags")
        },
        paired("An object that others have deleted comes back with all wanted pairs where the snapshot wins")
        {
            context, bench in
            let base = try context.existing(Book.self, 1).snapshot
            let other = try bench.stack.makeContext()
            try other.delete(try other.existing(Book.self, 1))
            try other.save()
            try context.refreshAll()
            var mine = base
            mine.title = "mine"
            let lost = try context.apply(
                mine, base: base, pairs: tags("a", "c"), basePairs: tags("a"), policy: .storeWins)
            try expect(lost == nil, "the object is back")
            try context.apply(
                mine, base: base, pairs: tags("a", "c"), basePairs: tags("a"), policy: .memoryWins)
            try context.save()
            try expectEqual(try words(bench, 1), ["a", "c"], "stored tags")
        },
    ]
}
