import FoundationEssentials
import Granary

/// Inserting, changing and deleting single objects.
enum BasicPromises: PromiseList {
    static let category = ConformanceCategory.basics
    static let areAboutContent = true

    static var promises: [ConformancePromise] { inserting + changing + deleting + queries }

    private static let inserting: [ConformancePromise] = [
        promise("An inserted and saved object is found by another unit of work") { bench in
            try await bench.save { try $0.insert(Tag(word: "t", weight: 5)) }
            try expectEqual(try await bench.perform { try $0.object(Tag.self, "t")?.weight }, 5, "weight")
        },
        promise("Unsaved changes are gone when the unit of work ends") { bench in
            try await bench.perform { try $0.insert(Tag(word: "t")) }
            try expectEqual(try await bench.perform { try $0.count(Tag.all) }, 0, "tags")
        },
        promise("Inserting an object twice inserts it once") { bench in
            try await bench.save { context in
                let tag = Tag(word: "t")
                try context.insert(tag)
                try context.insert(tag)
                try expectEqual(context.changes.inserted.count, 1, "inserted objects")
            }
            try expectEqual(try await bench.perform { try $0.count(Tag.all) }, 1, "tags")
        },
        promise("An object inserted and changed before the save is saved with its changes") { bench in
            try await bench.save { context in
                let tag = Tag(word: "t", weight: 1)
                try context.insert(tag)
                tag.weight = 2
            }
            try expectEqual(try await bench.perform { try $0.object(Tag.self, "t")?.weight }, 2, "weight")
        },
        promise("Attributes that are not set have their defaults") { bench in
            try await bench.save { try $0.insert(Book(id: 1, title: "t")) }
            let values = try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                return [book.isPrinted, book.pages == nil, book.author == nil, book.tags.isEmpty]
            }
            try expectEqual(values, [false, true, true, true], "defaults")
        },
        promise("A transient property is not stored") { bench in
            try await bench.save { context in
                let book = Book(id: 1, title: "t")
                book.note = "mine"
                try context.insert(book)
                try expectEqual(book.note, "mine", "the note")
            }
            try expectEqual(try await bench.perform { try $0.existing(Book.self, 1).note }, "", "the note")
        },
    ]

    private static let changing: [ConformancePromise] = [
        promise("A changed property is saved, the others stay") { bench in
            try await bench.saveLibrary()
            try await bench.save { try $0.existing(Book.self, 1).pages = 5 }
            try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                try expectEqual(book.pages, 5, "pages")
                try expectEqual(book.title, "100% sure", "title")
                try expectEqual(book.rating, 4.5, "rating")
                try expectEqual(book.author?.id, 1, "author")
            }
        },
        promise("Setting a property to the value it has changes nothing") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                book.pages = 320
                book.title = "100% sure"
                book.author = try context.existing(Author.self, 1)
                try expect(!context.hasChanges, "there are changes")
            }
        },
        promise("Text that only looks the same is a change") { bench in
            try await bench.saveLibrary()
            try await bench.save { try $0.existing(Book.self, 6).title = "e\u{301}te\u{301}" }
            let count = try await bench.perform {
                try $0.count(Book.where { $0.title == "e\u{301}te\u{301}" })
            }
            try expectEqual(count, 2, "books of the decomposed title")
        },
        promise("Several saves in one unit of work") { bench in
            try await bench.perform { context in
                let tag = Tag(word: "t", weight: 0)
                try context.insert(tag)
                for weight in 1...5 {
                    try context.save()
                    tag.weight = weight
                }
                try context.save()
            }
            try expectEqual(try await bench.perform { try $0.existing(Tag.self, "t").weight }, 5, "weight")
        },
        promise("Every attribute of an object can change in one save") { bench in
            try await bench.save { try $0.insert(Finding(id: 1)) }
            try await bench.save { context in
                let finding = try context.existing(Finding.self, 1)
                finding.bool = true
                finding.int = 1
                finding.double = 2
                finding.string = "3"
                finding.decimal = 4
                finding.uuid = makeUUID(5)
                finding.date = makeDate(2006, 1, 1)
                finding.grade = .poor
                finding.words = ["8"]
            }
            try await bench.perform { context in
                let finding = try context.existing(Finding.self, 1)
                try expectEqual(finding.string, "3", "string")
                try expectEqual(finding.uuid, makeUUID(5), "uuid")
                try expectEqual(finding.grade, .poor, "grade")
                try expectEqual(finding.words, ["8"], "words")
                try expectEqual(finding.int8, nil, "int8")
            }
        },
    ]

    private static let deleting: [ConformancePromise] = [
        promise("A deleted object is gone at once in its context and after the save for all") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try context.delete(try context.existing(Tag.self, "unused"))
                try expect(try context.object(Tag.self, "unused") == nil, "still found by key")
                try expectEqual(try context.count(Tag.all), 3, "tags, unsaved")
                try context.save()
                try expect(try context.object(Tag.self, "unused") == nil, "still found by key after the save")
            }
            try expectEqual(try await bench.perform { try $0.count(Tag.all) }, 3, "tags")
        },
        promise("Deleting twice deletes once") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let tag = try context.existing(Tag.self, "unused")
                try context.delete(tag)
                try context.delete(tag)
                try expectEqual(context.changes.deleted.count, 1, "deleted objects")
            }
            try expectEqual(try await bench.perform { try $0.count(Tag.all) }, 3, "tags")
        },
        promise("Deleting an object that was never saved saves nothing") { bench in
            try await bench.save { context in
                let tag = Tag(word: "t")
                try context.insert(tag)
                try context.delete(tag)
                try expect(!context.hasChanges, "there are changes")
            }
            try expectEqual(try await bench.perform { try $0.count(Tag.all) }, 0, "tags")
        },
        promise("A key can be deleted and inserted again in one save") { bench in
            try await bench.save { try $0.insert(Tag(word: "t", weight: 1)) }
            try await bench.save { context in
                try context.delete(try context.existing(Tag.self, "t"))
                try context.insert(Tag(word: "t", weight: 2))
            }
            try await bench.perform { context in
                try expectEqual(try context.fetch(Tag.all).map(\.weight), [2], "weights")
            }
        },
        promise("A key can be deleted and inserted again in two saves") { bench in
            try await bench.perform { context in
                for weight in 0..<4 {
                    let tag = Tag(word: "t", weight: weight)
                    try context.insert(tag)
                    try context.save()
                    try expectEqual(try context.fetch(Tag.all).map(\.weight), [weight], "weights")
                    try context.delete(tag)
                    try context.save()
                }
            }
        },
        promise("A deleted object can be inserted again as a new one") { bench in
            try await bench.save { try $0.insert(Tag(word: "t", weight: 1)) }
            try await bench.perform { context in
                let tag = try context.existing(Tag.self, "t")
                try context.delete(tag)
                try context.save()
                tag.weight = 9
                try context.insert(tag)
                try context.save()
            }
            try expectEqual(try await bench.perform { try $0.existing(Tag.self, "t").weight }, 9, "weight")
        },
        promise("Deleting an object of no context is an error") { bench in
            try await bench.perform { context in
                try expectError(.invalidObject, "deleting") { try context.delete(Tag(word: "stranger")) }
                try expect(!context.hasChanges, "there are changes")
            }
        },
        promise("Changing and deleting in one save deletes") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let tag = try context.existing(Tag.self, "unused")
                tag.weight = 1
                try context.delete(tag)
            }
            let isGone = try await bench.perform { try $0.object(Tag.self, "unused") == nil }
            try expect(isGone, "still there")
        },
    ]

    private static let queries: [ConformancePromise] = [
        promise("A context lists inserted, changed and deleted objects") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try expect(!context.hasChanges, "changes at the start")
                let tag = Tag(word: "new")
                try context.insert(tag)
                let blue = try context.existing(Tag.self, "blue")
                blue.weight = 0
                let unused = try context.existing(Tag.self, "unused")
                try context.delete(unused)
                try expect(context.hasChanges, "no changes")
                try expect(
                    context.changes.inserted.count == 1 && context.changes.inserted[0] === tag,
                    "`inserted` is wrong")
                try expect(
                    context.changes.updated.count == 1 && context.changes.updated[0] === blue,
                    "`updated` is wrong")
                try expect(
                    context.changes.deleted.count == 1 && context.changes.deleted[0] === unused,
                    "`deleted` is wrong")
                try context.save()
                try expect(!context.hasChanges && context.changes.inserted.isEmpty, "changes after the save")
            }
        },
        promise("Unsaved changes count in queries") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try context.existing(Book.self, 3).pages = 5_000
                try context.insert(Book(id: 70, title: "new", pages: 4_000))
                let found = try context.fetch(Book.where { $0.pages > 900 }.sorted { $0.pages.descending })
                    .map(\.id)
                try expectEqual(found, [3, 70, 7], "books")
                try expectEqual(try context.count(Book.where { $0.pages < 0 }), 0, "books of negative length")
            }
        },
        promise("Queries count unsaved changes of related objects") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try context.existing(Author.self, 3).name = "Ada"
                try expectEqual(
                    try context.fetch(Book.where { $0.author.name == "Ada" }).map(\.id), [1, 2, 4, 5, 10],
                    "books")
                try context.existing(Book.self, 9).author = try context.existing(Author.self, 3)
                try expectEqual(
                    try context.count(Book.where { $0.author.name == "Ada" }), 6, "books with the unsaved one"
                )
                let authors = try context.fetch(Author.where { $0.books.count == 3 }).map(\.id)
                try expectEqual(authors, [1, 3], "authors with three books")
            }
        },
        promise("refresh reads an object again and gives up its changes") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let tag = try context.existing(Tag.self, "blue")
                tag.weight = 100
                try context.refresh(tag)
                try expectEqual(tag.weight, 3, "weight")
                try expect(!context.hasChanges, "there are changes")
                try expectError(.invalidObject, "refreshing what is not stored") {
                    try context.refresh(Tag(word: "x"))
                }
            }
        },
        promise("reset forgets everything and detaches objects") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let tag = try context.existing(Tag.self, "blue")
                tag.weight = 100
                try context.insert(Tag(word: "new"))
                context.reset()
                try expect(!context.hasChanges, "there are changes")
                try expectEqual(tag.word, "blue", "the word of a detached object")
                let again = try context.existing(Tag.self, "blue")
                try expect(
                    again !== tag && again.weight == 3, "the reset object was not replaced by a fresh one")
                try expectEqual(try context.count(Tag.all), 4, "tags")
            }
        },
    ]
}
