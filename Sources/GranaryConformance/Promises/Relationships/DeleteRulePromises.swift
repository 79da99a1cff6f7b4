import FoundationEssentials
import Granary

/// The effects of deleting an object on others, in one store and across stores.
enum DeleteRulePromises: PromiseList {
    static let category = ConformanceCategory.relationships
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        everywhere(rules) + everywhere(dangling, in: [.together, .apart]) + deep
    }

    private static let rules: [ConformancePromise] = [
        promise("Cascade deletes what belongs to the object, and what belongs to that") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let author = try context.existing(Author.self, 3)
                try context.delete(author)
                try expectEqual(
                    try context.count(Book.where { $0.id == 4 || $0.id == 5 }), 0, "books before the save")
            }
            try await bench.perform { context in
                try expect(try context.object(Author.self, 3) == nil, "the author is still there")
                try expectEqual(try context.fetch(Book.all).map(\.id), [1, 2, 3, 6, 7, 8, 9, 10], "books")
                try expectEqual(try context.count(Chapter.where { $0.volume == "book 5" }), 0, "chapters")
                try expectEqual(try context.count(Footnote.all), 2, "footnotes")
                try expectEqual(try context.existing(Tag.self, "red").books.count, 0, "pairs")
            }
        },
        promise("Nullify empties the references to the object") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let publisher = try context.existing(Publisher.self, "P1")
                let book = try context.existing(Book.self, 1)
                try context.delete(publisher)
                try expect(book.publisher == nil, "the publisher is set before the save")
            }
            try await bench.perform { context in
                try expectEqual(try context.count(Book.all), Library.books.count, "books")
                try expectEqual(
                    try context.fetch(Book.where { $0.publisher == nil }).map(\.id), [1, 4, 5, 6, 8, 9],
                    "books without a publisher")
                try expect(
                    try context.existing(Publisher.self, "P2").owner == nil,
                    "the owner in the same model is still set")
            }
        },
        promise("Deny refuses the save while there are objects, and names the relationship") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let book = try context.existing(Book.self, 7)
                try context.delete(book)
                let error = try expectError(.constraint, "the save") { try context.save() }
                try expectEqual(error.context.constraint, .deny, "the constraint in the error")
                try expectEqual(error.context.entity, "Book", "the entity in the error")
                try expectEqual(error.context.properties, ["loans"], "the properties in the error")
            }
            let isThere = try await bench.perform { try $0.object(Book.self, 7) != nil }
            try expect(isThere, "the book is gone")
        },
        promise("Deny permits the save if the objects are deleted in it too, before or after") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let book = try context.existing(Book.self, 7)
                let loans = Array(book.loans)
                try context.delete(loans[0])
                try context.delete(book)
                try context.delete(loans[1])
            }
            try await bench.perform { context in
                try expect(try context.object(Book.self, 7) == nil, "the book is still there")
                try expectEqual(try context.count(Loan.all), 1, "loans")
            }
        },
        promise("Deny permits the save if the objects are moved in it") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let book = try context.existing(Book.self, 2)
                for loan in book.loans { loan.book = try context.existing(Book.self, 9) }
                try context.delete(book)
            }
            try expectEqual(try await bench.perform { try $0.existing(Book.self, 9).loans.count }, 1, "loans")
        },
        promise("An object that a cascade would delete is kept if it is moved before the save") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let book = try context.existing(Book.self, 9)
                book.author = try context.existing(Author.self, 5)
                try context.save()
                let other = try context.existing(Author.self, 2)
                book.author = other
                try context.delete(try context.existing(Author.self, 5))
            }
            try expectEqual(
                try await bench.perform { try $0.existing(Author.self, 2).books.map(\.id) }, [3, 9], "books")
        },
        promise("A new object in place of a deleted one may take over its members") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let old = try context.existing(Publisher.self, "P1")
                let books = Array(old.books)
                try context.delete(old)
                let new = Publisher(code: "P1", name: "New")
                try context.insert(new)
                for book in books { book.publisher = new }
            }
            try await bench.perform { context in
                try expectEqual(
                    try context.existing(Publisher.self, "P1").books.map(\.id), [1, 5, 6], "books")
                try expectEqual(
                    try context.count(Book.where { $0.publisher.name == "New" }), 3,
                    "books by a predicate on the publisher")
            }
        },
        promise("A rollback brings back everything a deletion touched") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let author = try context.existing(Author.self, 3)
                let book = try context.existing(Book.self, 5)
                try context.delete(author)
                context.rollback()
                try expect(!context.hasChanges, "there are changes")
                try expect(
                    book.author === author && author.books.contains(book), "the relationship has changed")
                try expectEqual(try context.count(Chapter.all), 6, "chapters")
                try expectEqual(book.tags.count, 3, "tags")
            }
        },
    ]

    private static let dangling: [ConformancePromise] = [
        promise("No action leaves references that read as nil") { bench in
            try await bench.save { context in
                let patron = Patron(name: "p")
                try context.insert(patron)
                for id in 1...3 {
                    try context.insert(Visit(id: id, minutes: id, patron: id < 3 ? patron : nil))
                }
            }
            try await bench.save { context in try context.delete(try context.existing(Patron.self, "p")) }
            try await bench.perform { context in
                try expectEqual(
                    try context.fetch(Visit.all).map { $0.patron == nil }, [true, true, true],
                    "patrons of the visits")
                try expectEqual(
                    try context.count(Visit.where { $0.patron == nil }), 3,
                    "visits by a predicate for no patron")
                try expectEqual(
                    try context.count(Visit.where { $0.patron.name == "p" }), 0,
                    "visits by an attribute of the missing patron")
                try expectEqual(
                    try context.count(Visit.where { $0.patron.name == nil }), 3,
                    "visits by a missing attribute of the missing patron")
                try expectEqual(
                    try context.count(Visit.where { $0.patron == ObjectID<Patron>("p") }), 0,
                    "visits by the identity of the missing patron")
            }
            try await bench.save { try $0.insert(Patron(name: "p")) }
            try expectEqual(
                try await bench.perform { try $0.existing(Patron.self, "p").visits.map(\.id) }, [1, 2],
                "visits after the patron was inserted again")
        }
    ]

    private static let deep: [ConformancePromise] = [
        promise("A cascade in a diamond deletes everything once") { bench in
            try await bench.save { context in
                let team = Team(id: 1, name: "t")
                try context.insert(team)
                let (member, desk) = (Member(id: 1, team: team), Desk(id: 1, team: team))
                try context.insert(member)
                try context.insert(desk)
                for id in 1...3 { try context.insert(Badge(id: id, member: member, desk: desk)) }
            }
            try await bench.save { context in try context.delete(try context.existing(Team.self, 1)) }
            try await bench.perform { context in
                let counts = [
                    try context.count(Team.all), try context.count(Member.all), try context.count(Desk.all),
                    try context.count(Badge.all),
                ]
                try expectEqual(counts, [0, 0, 0, 0], "remaining objects")
            }
        },
        promise("One to one: a cascade deletes the partner") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in try context.delete(try context.existing(Card.self, 400)) }
            try await bench.perform { context in
                try expect(try context.object(Book.self, 4) == nil, "the book is still there")
                try expectEqual(try context.count(Card.all), 1, "cards")
            }
        },
        promise("A chain of one model is deleted by its head without loss of the rest") { bench in
            try await bench.save { context in
                let people = (1...50).map { Person(id: $0, name: "\($0)") }
                for (left, right) in zip(people, people.dropFirst()) { left.mentor = right }
                try context.insert(people[0])
            }
            try await bench.save { context in try context.delete(try context.existing(Person.self, 50)) }
            try await bench.perform { context in
                try expectEqual(try context.count(Person.all), 49, "people")
                try expect(
                    try context.existing(Person.self, 49).mentor == nil, "the last mentor is still set")
            }
        },
        promise("Two thousand members are deleted by a cascade") { bench in
            try await bench.save { context in
                let book = Book(id: 1, title: "b")
                try context.insert(book)
                for position in 0..<2_000 {
                    book.chapters.append(Chapter(volume: "v", position: position, heading: ""))
                }
            }
            try await bench.save { context in try context.delete(try context.existing(Book.self, 1)) }
            try expectEqual(try await bench.perform { try $0.count(Chapter.all) }, 0, "chapters")
        },
    ]
}
