import Granary

/// One to one, many to many, and relationships of a model with itself.
enum ConnectionPromises: PromiseList {
    static let category = ConformanceCategory.relationships
    static let areAboutContent = true

    static var promises: [ConformancePromise] { oneToOne + manyToMany + itself }

    private static let oneToOne: [ConformancePromise] = [
        promise("One to one: both sides agree and are read back") { bench in
            try await bench.save { context in
                let book = Book(id: 1, title: "b")
                let card = Card(id: 1, shelf: "s")
                try context.insert(book)
                try context.insert(card)
                card.book = book
                try expect(book.card === card, "the other side is not set")
            }
            try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                try expect(
                    book.card?.shelf == "s" && book.card?.book === book,
                    "the stored pair is not connected on both sides")
            }
        },
        promise("One to one: taking the partner of another frees it") { bench in
            try await bench.save { context in
                for id in 1...2 {
                    try context.insert(Book(id: id, title: "\(id)", card: Card(id: id, shelf: "\(id)")))
                }
            }
            try await bench.save { context in
                let books = try context.fetch(Book.all)
                let cards = try context.fetch(Card.all)
                books[0].card = cards[1]
                try expect(
                    cards[1].book === books[0] && books[1].card == nil && cards[0].book == nil,
                    "one side is wrong before the save")
            }
            let shelves = try await bench.perform { try $0.fetch(Book.all).map { $0.card?.shelf } }
            try expectEqual(shelves, ["2", nil], "shelves")
            let owners = try await bench.perform { try $0.fetch(Card.all).map { $0.book?.id } }
            try expectEqual(owners, [nil, 1], "owners")
        },
        promise("One to one: a partner that is not loaded is freed too") { bench in
            try await bench.save { try $0.insert(Book(id: 1, title: "b", card: Card(id: 1, shelf: "old"))) }
            try await bench.save { try $0.existing(Book.self, 1).card = Card(id: 2, shelf: "new") }
            try await bench.perform { context in
                try expectEqual(try context.fetch(Card.all).map { $0.book?.id }, [nil, 1], "owners")
                try expectEqual(try context.existing(Book.self, 1).card?.shelf, "new", "shelf")
            }
            try await bench.save { try $0.delete(try $0.existing(Book.self, 1)) }
            try expectEqual(
                try await bench.perform { try $0.fetch(Card.all).map { $0.book == nil } }, [true, true],
                "owners")
        },
        promise("One to one: partners are exchanged in one save") { bench in
            try await bench.save { context in
                for id in 1...2 {
                    try context.insert(Book(id: id, title: "\(id)", card: Card(id: id, shelf: "\(id)")))
                }
            }
            try await bench.save { context in
                let books = try context.fetch(Book.all)
                let cards = try context.fetch(Card.all)
                books[0].card = cards[1]
                books[1].card = cards[0]
            }
            try expectEqual(
                try await bench.perform { try $0.fetch(Book.all).map { $0.card?.shelf } }, ["2", "1"],
                "shelves")
        },
    ]

    private static func words(_ bench: ConformanceBench, of book: Int) async throws -> [String] {
        try await bench.perform { try $0.existing(Book.self, book).tags.map(\.word) }
    }

    private static let manyToMany: [ConformancePromise] = [
        promise("Many to many: both sides agree at once and are read back in key order") { bench in
            try await bench.save { context in
                let book = Book(id: 1, title: "b")
                try context.insert(book)
                for word in ["z", "a", "m"] { book.tags.append(Tag(word: word)) }
                try expect(book.tags.allSatisfy { $0.books.contains(book) }, "the other side is not set")
            }
            try expectEqual(try await words(bench, of: 1), ["a", "m", "z"], "tags")
            try expectEqual(
                try await bench.perform { try $0.existing(Tag.self, "m").books.map(\.id) }, [1], "books")
        },
        promise("Many to many: removing from either side removes the pair") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let book = try context.existing(Book.self, 5)
                book.tags.remove(try context.existing(Tag.self, "red"))
                let green = try context.existing(Tag.self, "green")
                green.books.remove(book)
                try expectEqual(book.tags.map(\.word), ["blue"], "tags before the save")
                try expect(!green.books.contains(book), "the other side is not updated before the save")
            }
            try expectEqual(try await words(bench, of: 5), ["blue"], "tags")
            try expectEqual(
                try await bench.perform { try $0.existing(Tag.self, "red").books.map(\.id) }, [4], "books")
        },
        promise("Many to many: adding from both sides stores one pair") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let (book, tag) = (
                    try context.existing(Book.self, 9), try context.existing(Tag.self, "unused")
                )
                book.tags.append(tag)
                tag.books.append(book)
                try expectEqual(book.tags.count, 1, "tags")
            }
            try expectEqual(try await words(bench, of: 9), ["unused"], "tags")
        },
        promise(
            "Many to many: removing and adding again keeps the pair, adding and removing again leaves none"
        ) { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let book = try context.existing(Book.self, 2)
                let (blue, red) = (
                    try context.existing(Tag.self, "blue"), try context.existing(Tag.self, "red")
                )
                book.tags.remove(blue)
                book.tags.append(blue)
                book.tags.append(red)
                book.tags.remove(red)
            }
            try expectEqual(try await words(bench, of: 2), ["blue"], "tags")
        },
        promise("Many to many: replacing the set") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                try context.existing(Book.self, 5).tags.replace(
                    with: [
                        try context.existing(Tag.self, "unused"), try context.existing(Tag.self, "blue"),
                        Tag(word: "new"),
                    ])
            }
            try expectEqual(try await words(bench, of: 5), ["blue", "new", "unused"], "tags")
        },
        promise("Many to many: deleting an object removes its pairs and nothing else") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let book = try context.existing(Book.self, 5)
                _ = book.tags.count
                try context.delete(try context.existing(Tag.self, "blue"))
                try expectEqual(book.tags.map(\.word), ["green", "red"], "tags before the save")
            }
            try expectEqual(try await words(bench, of: 1), ["green"], "tags")
            try await bench.save { try $0.insert(Tag(word: "blue")) }
            try expectEqual(
                try await bench.perform { try $0.existing(Tag.self, "blue").books.count }, 0,
                "books of the new tag with the old key")
        },
        promise("Many to many: unsaved pairs count in queries") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let book = try context.existing(Book.self, 9)
                book.tags.append(try context.existing(Tag.self, "unused"))
                try context.existing(Book.self, 4).tags.removeAll()
                let unused = Book.where { $0.tags.any { $0.word == "unused" } }
                try expectEqual(try context.fetch(unused).map(\.id), [9], "books with the added tag")
                try expectEqual(
                    try context.fetch(Book.where { $0.tags.any { $0.word == "red" } }).map(\.id), [5],
                    "books with the removed tag")
            }
        },
        promise("Many to many: two contexts add different pairs of one object") { bench in
            try await bench.saveLibrary()
            let first = try bench.stack.makeContext()
            let second = try bench.stack.makeContext()
            let book = try first.existing(Book.self, 9)
            let same = try second.existing(Book.self, 9)
            book.tags.append(try first.existing(Tag.self, "red"))
            same.tags.append(try second.existing(Tag.self, "blue"))
            try first.save()
            try second.save()
            try expectEqual(try await words(bench, of: 9), ["blue", "red"], "tags")
        },
    ]

    private static let itself: [ConformancePromise] = [
        promise("A tree of one model") { bench in
            try await bench.save { context in
                let root = Person(id: 1, name: "root")
                try context.insert(root)
                for id in 2...4 { root.pupils.append(Person(id: id, name: "\(id)")) }
                let second = try context.existing(Person.self, 2)
                second.pupils.append(Person(id: 5, name: "5"))
            }
            try await bench.perform { context in
                try expectEqual(
                    try context.existing(Person.self, 5).mentor?.mentor?.name, "root", "the mentor's mentor")
                try expectEqual(
                    try context.existing(Person.self, 1).pupils.map(\.id), [2, 3, 4], "pupils")
                try expectEqual(
                    try context.count(Person.where { $0.mentor.mentor.name == "root" }), 1,
                    "people by a predicate on their mentors")
                try expectEqual(
                    try context.fetch(Person.where { $0.pupils.isEmpty }).map(\.id), [3, 4, 5],
                    "people without pupils")
            }
        },
        promise("An object that refers to itself") { bench in
            try await bench.save { context in
                let person = Person(id: 1, name: "self")
                person.mentor = person
                try context.insert(person)
            }
            try await bench.save { context in
                let person = try context.existing(Person.self, 1)
                try expect(
                    person.mentor === person && person.pupils.contains(person),
                    "the person does not refer to itself")
                try context.delete(person)
            }
            try expectEqual(try await bench.perform { try $0.count(Person.all) }, 0, "people")
        },
        promise("A ring is inserted, turned and deleted, each in one save") { bench in
            try await bench.save { context in
                let people = (1...5).map { Person(id: $0, name: "\($0)") }
                for (index, person) in people.enumerated() { person.next = people[(index + 1) % 5] }
                try context.insert(people[0])
                try expectEqual(context.changes.inserted.count, 5, "inserted objects")
            }
            try await bench.save { context in
                let people = try context.fetch(Person.all)
                try expectEqual(people.map { $0.next?.id }, [2, 3, 4, 5, 1], "next")
                try expectEqual(people.map { $0.previous?.id }, [5, 1, 2, 3, 4], "previous")
                for (index, person) in people.enumerated() { person.next = people[(index + 4) % 5] }
            }
            try await bench.save { context in
                let people = try context.fetch(Person.all)
                try expectEqual(people.map { $0.next?.id }, [5, 1, 2, 3, 4], "next after turning the ring")
                try expectEqual(
                    people.map { $0.previous?.id }, [2, 3, 4, 5, 1], "previous after turning the ring")
                for person in people { try context.delete(person) }
            }
            try expectEqual(try await bench.perform { try $0.count(Person.all) }, 0, "people")
        },
        promise("Many to many of one model keeps its two sides apart") { bench in
            try await bench.save { context in
                let people = (1...3).map { Person(id: $0, name: "\($0)") }
                for person in people { try context.insert(person) }
                people[0].follows.append(people[1])
                people[0].follows.append(people[0])
                people[2].follows.append(people[0])
            }
            try await bench.perform { context in
                let person = try context.existing(Person.self, 1)
                try expectEqual(person.follows.map(\.id), [1, 2], "follows")
                try expectEqual(person.followers.map(\.id), [1, 3], "followers")
                try expectEqual(
                    try context.fetch(Person.where { $0.followers.count == 2 }).map(\.id), [1],
                    "people by a predicate on their followers")
            }
        },
    ]
}
