import FoundationEssentials
import Granary

/// Keys are generated or set, and never given out twice.
enum KeyPromises: PromiseList {
    static let category = ConformanceCategory.identity

    static let promises: [ConformancePromise] = [
        promise("An integer key is final once the object is inserted") { bench in
            let keys = try await bench.perform { context in
                let books = [Book(title: "a"), Book(title: "b")]
                for book in books { try context.insert(book) }
                let keys = books.map(\.id)
                try context.save()
                try expectEqual(books.map(\.id), keys, "keys after the save")
                return keys
            }
            try expect(keys[0] > 0 && keys[1] > keys[0], "the keys \(keys) do not ascend from 1")
            try expectEqual(try await bench.perform { try $0.fetch(Book.all).map(\.id) }, keys, "keys read")
        },
        promise("A UUID key is final once the object is inserted, and ascends") { bench in
            let keys = try await bench.perform { context in
                let stamps = (0..<500).map { _ in Stamp() }
                for stamp in stamps { try context.insert(stamp) }
                let keys = stamps.map(\.id)
                try context.save()
                return keys
            }
            try expectEqual(
                try await bench.perform { try $0.fetch(Stamp.all).map(\.id) }, keys,
                "keys in the order of insertion")
            try expectEqual(Set(keys).count, 500, "different keys")
        },
        promise("Keys that the program sets stay") { bench in
            try await bench.perform { context in
                try context.insert(Book(id: 77, title: "seventy-seven"))
                try context.insert(Stamp(id: makeUUID(9, high: 9)))
                try context.insert(Tag(word: "own"))
                try context.save()
            }
            try await bench.perform { context in
                try expectEqual(
                    try context.object(Book.self, 77)?.title, "seventy-seven",
                    "the title of the object with its own integer key")
                try expect(
                    try context.object(Stamp.self, makeUUID(9, high: 9)) != nil,
                    "no object has the program's UUID key")
                try expect(try context.object(Tag.self, "own") != nil, "no object has the program's text key")
            }
        },
        promise("A key that goes on with U+0000 is the key of nothing") { bench in
            try await bench.save { context in
                for word in ["admin", "b"] { try context.insert(Tag(word: word)) }
            }
            try await bench.perform { context in
                try expect(try context.object(Tag.self, "admin\u{0}") == nil, "an object has the key")
            }
            try bench.withSession(of: "Tag") { session, tag in
                try expectEqual(
                    try session.missing([.text("admin\u{0}"), .text("b")], of: tag), [.text("admin\u{0}")],
                    "missing keys")
            }
        },
        promise("Negative and extreme integer keys are kept") { bench in
            let keys: [Int] = [.min + 1, -1, 0, 1, .max]
            try await bench.perform { context in
                for key in keys { try context.insert(Book(id: key, title: "\(key)")) }
                try context.save()
            }
            try await bench.perform { context in
                try expectEqual(try context.fetch(Book.all).map(\.id), keys, "keys")
                for key in keys {
                    try expectEqual(try context.object(Book.self, key)?.title, "\(key)", "title")
                }
            }
        },
        promise("Running out of integer keys is an overflow, and the context stays usable") { bench in
            try await bench.save { try $0.insert(Book(id: .max - 3, title: "nearly the last")) }
            try await bench.perform { context in
                try expectError(.overflow, "the first key that does not fit its type") {
                    for _ in 0..<4 { try context.insert(Book(title: "made")) }
                }
                try context.insert(Book(id: 5, title: "set"))
                try context.save()
            }
            try await bench.perform { context in
                try expectEqual(
                    try context.object(Book.self, 5)?.title, "set", "the title of the object with its own key"
                )
                try expectEqual(
                    try context.fetch(Book.all).last?.title, "nearly the last", "the title of the last object"
                )
                try expectError(.overflow, "inserting a further object") {
                    try context.insert(Book(title: "made"))
                }
            }
        },
        promise("A generated key never equals one that the program has set") { bench in
            try await bench.perform { context in
                for key in 1...100 { try context.insert(Book(id: key, title: "set")) }
                try context.save()
            }
            try await bench.perform { context in
                for _ in 0..<100 { try context.insert(Book(title: "made")) }
                try context.save()
                try expectEqual(try context.count(Book.all), 200, "books")
            }
        },
        promise("A generated key never equals one that the program has set in the same unit of work") {
            bench in
            try await bench.perform { context in
                for key in 1...40 { try context.insert(Book(id: key, title: "set")) }
                for _ in 0..<40 { try context.insert(Book(title: "made")) }
                try context.save()
                try expectEqual(try context.count(Book.all), 80, "books")
            }
        },
        promise("A generated key never equals one that the program stored after keys were reserved") {
            bench in
            let first = try await bench.perform { context in
                let book = Book(title: "made")
                try context.insert(book)
                try context.save()
                return book.id
            }
            try await bench.save { context in
                for ahead in [4, 5, 20, 1_000_000_000_000] {
                    try context.insert(Book(id: first + ahead, title: "set"))
                }
            }
            try await bench.save { context in for _ in 0..<80 { try context.insert(Book(title: "made")) } }
            try expectEqual(try await bench.perform { try $0.count(Book.all) }, 85, "books")
        },
        promise("A generated key never equals one that another context has still to save") { bench in
            let other = try bench.stack.makeContext()
            let keys = [2, 3, 4, 31, 30, 40, 1_000_000_000_000]
            for key in keys { try other.insert(Book(id: key, title: "set")) }
            try await bench.save { context in for _ in 0..<20 { try context.insert(Book(title: "made")) } }
            for key in [60, 61, 62] { try other.insert(Book(id: key, title: "set")) }
            try await bench.save { context in for _ in 0..<80 { try context.insert(Book(title: "made")) } }
            try other.save()
            try expectEqual(try other.count(Book.all), 110, "books")
        },
        promise("A generated key never equals one that a child context has still to save") { bench in
            try await bench.perform { context in
                let child = context.makeChild(.child)
                for key in 5..<10 { try child.insert(Book(id: key, title: "set")) }
                for _ in 0..<40 { try context.insert(Book(title: "made")) }
                try child.save()
                for _ in 0..<40 { try context.insert(Book(title: "made")) }
                try context.save()
                try expectEqual(try context.count(Book.all), 85, "books")
            }
        },
        promise("A generated key never equals one that another process has stored", needs: .severalProcesses)
        {
            bench in
            func make(_ count: Int) async throws -> Int {
                try await bench.save { context in
                    let books = (0..<count).map { _ in Book(title: "made") }
                    try context.insert(contentsOf: books)
                    return books.map(\.id).max() ?? 0
                }
            }
            var last = try await make(1)
            for ahead in [3, 5, 1_000] {
                try bench.commit("Book") {
                    .inserting(
                        $0,
                        [
                            "id": .integer(Int64(last + ahead)), "title": .text("raw"),
                            "isPrinted": .bool(false),
                        ])
                }
                last = try await make(10)
            }
            try expectEqual(try await bench.perform { try $0.count(Book.all) }, 34, "books")
        },
        promise("Generated integer keys have no gaps, however objects are inserted and by how many contexts")
        {
            bench in
            try await bench.perform { context in
                for number in 0..<40 {
                    try context.insert(Book(title: "child first", author: Author(name: "\(number)")))
                }
                let author = Author(name: "parent first")
                try context.insert(author)
                for _ in 0..<20 { author.books.append(Book(title: "appended")) }
                let other = Author(name: "with a list")
                other.books.append(contentsOf: (0..<20).map { _ in Book(title: "list") })
                try context.insert(other)
                try context.insert(contentsOf: (0..<20).map { _ in Book(title: "contents") })
                try context.save()
            }
            let kept = try bench.stack.makeContext()
            for number in 0..<20 {
                try kept.insert(Book(title: "kept", author: Author(name: "kept \(number)")))
                try await bench.save { context in
                    try context.insert(Book(title: "unit", author: Author(name: "unit \(number)")))
                    let child = context.makeChild(.child)
                    try child.insert(Book(title: "child", author: Author(name: "child \(number)")))
                    try child.insert(Book(title: "value").snapshot)
                    try child.insert(Book.self, json: "{\"title\":\"JSON\"}")
                    try child.save()
                }
            }
            try kept.save()
            try await bench.perform { context in
                try expectEqual(try context.fetch(Book.all).map(\.id), Array(1...200), "keys of books")
                try expectEqual(try context.fetch(Author.all).map(\.id), Array(1...102), "keys of authors")
            }
        },
        promise("Generated integer keys have no gaps while other stores come and go", .apart) { bench in
            func insert() async throws -> Int {
                try await bench.save { context in
                    let book = Book(title: "made")
                    try context.insert(book)
                    return book.id
                }
            }
            let first = try await insert()
            try await bench.stack.detachPersistentStore("Reference")
            let second = try await insert()
            try await bench.stack.attachPersistentStores(
                for: bench.configurations().filter { $0.name == "Reference" })
            try expectEqual([second, try await insert()], [first + 1, first + 2], "the keys that follow")
        },
        promise("A key that the program sets takes no other keys away") { bench in
            let first = try await bench.save { context in
                let book = Book(title: "made")
                try context.insert(book)
                return book.id
            }
            try await bench.save { context in
                for ahead in [2, 3, 5] { try context.insert(Book(id: first + ahead, title: "set")) }
            }
            for _ in 0..<3 { try await bench.save { try $0.insert(Book(title: "made")) } }
            try expectEqual(
                try await bench.perform { try $0.fetch(Book.all).map(\.id) }, Array(first...first + 6), "keys"
            )
        },
        promise("A deleted key is not assigned again") { bench in
            let last = try await bench.perform { context in
                let books = (0..<20).map { Book(title: "\($0)") }
                for book in books { try context.insert(book) }
                try context.save()
                let last = books.map(\.id).max() ?? 0
                for book in books { try context.delete(book) }
                try context.save()
                return last
            }
            let next = try await bench.perform { context in
                let book = Book(title: "next")
                try context.insert(book)
                try context.save()
                return book.id
            }
            try expect(next > last, "the key \(next) follows \(last)")
        },
        promise("A deleted key is not assigned again after reopening", needs: .persistent) { bench in
            let last = try await bench.perform { context in
                let books = (0..<200).map { Book(title: "\($0)") }
                for book in books { try context.insert(book) }
                try context.save()
                for book in books { try context.delete(book) }
                try context.save()
                return books.map(\.id).max() ?? 0
            }
            let next = try await bench.reopened { stack in
                try await stack.perform { context in
                    let book = Book(title: "next")
                    try context.insert(book)
                    return book.id
                }
            }
            try expect(next > last, "the key \(next) follows \(last)")
        },
        promise("Two stacks' contexts never get the same key") { bench in
            let keys = try await withThrowingTaskGroup(of: [Int].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await bench.perform { context in
                            let books = (0..<50).map { Book(title: "\($0)") }
                            for book in books { try context.insert(book) }
                            try context.save()
                            return books.map(\.id)
                        }
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            try expectEqual(Set(keys).count, 400, "different keys")
            // A thread that reserves a block and is overtaken leaves its keys to those who come later.
            let last = keys.max() ?? 0
            let later = try await bench.save { context in
                let books = (400..<last).map { Book(title: "\($0)") }
                for book in books { try context.insert(book) }
                return books.map(\.id)
            }
            try expectEqual((keys + later).sorted(), Array(1...last), "keys without gaps")
        },
        promise("Keys beyond the range of the attribute's type are an error and do not wrap around") {
            bench in
            try await bench.perform { context in
                let error = try expectError(.overflow, "running out of eight-bit keys") {
                    for _ in 0..<200 { try context.insert(Token()) }
                }
                try expectEqual(error.context.entity, "Token", "the entity in the error")
            }
        },
        promise("A context stays usable after an error while inserting") { bench in
            try await bench.perform { context in
                try context.insert(Book(id: 1, title: "one"))
                let error = try expectError(.constraint, "the same key twice") {
                    try context.insert(Book(id: 1, title: "two"))
                }
                try expectEqual(error.context.constraint, .primaryKey, "the constraint in the error")
                try context.insert(Book(id: 2, title: "two"))
                try context.save()
                try expectEqual(try context.fetch(Book.all).map(\.title), ["one", "two"], "titles")
            }
        },
        promise("A context that saves nothing reserves no lasting gap in UUID keys and throws nothing") {
            bench in
            try await bench.perform { context in try context.insert(Stamp()) }
            try expectEqual(try await bench.perform { try $0.count(Stamp.all) }, 0, "stamps")
        },
        promise("Contexts that never save use up no integer keys") { bench in
            // Eight-bit keys would run out soon.
            for _ in 0..<60 {
                try await bench.perform(.temporary) { context in
                    for _ in 0..<20 { try context.insert(Token(text: "never stored")) }
                    try context.save()
                }
            }
            let key = try await bench.save { context in
                let token = Token(text: "stored")
                try context.insert(token)
                return token.id
            }
            try expectEqual(try await bench.perform { try $0.fetch(Token.all).map(\.id) }, [key], "keys")
        },
        promise("A primary key cannot change after insertion") { bench in
            try await bench.perform { context in
                let tag = Tag(word: "before")
                try context.insert(tag)
                tag.word = "after"
                try expectEqual(tag.word, "before", "the key")
                let error = try expectError(.invalidObject, "the save") { try context.save() }
                try expectEqual(error.context.properties, ["word"], "the properties in the error")
                context.rollback()
                try context.insert(Tag(word: "again"))
                try context.save()
            }
        },
    ]
}
