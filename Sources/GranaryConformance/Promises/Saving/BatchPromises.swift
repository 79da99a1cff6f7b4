import Granary

/// Many objects changed or deleted in one request, without loading them.
enum BatchPromises: PromiseList {
    static let category = ConformanceCategory.bulk
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        updates + everywhere(joined) + refusals + concurrent + deletions + everywhere(ruled)
    }

    private static let updates: [ConformancePromise] = [
        promise("A batch update changes the objects of its query and no others") { bench in
            try await bench.saveLibrary()
            let changed = try await bench.perform { context in
                try context.updateAll(Book.where { $0.pages > 90 }) {
                    $0.pages.set(to: $0.pages + 1)
                    $0.isPrinted.set(to: false)
                    $0.subtitle.set(to: nil)
                }
            }
            try expectEqual(changed, 6, "changed rows")
            try await bench.perform { context in
                let pages = try context.fetch(Book.all).map(\.pages)
                try expectEqual(pages, [321, 97, -7, 7, nil, 97, 1_001, 0, 321, 322], "pages")
                try expectEqual(
                    try context.fetch(Book.where { $0.isPrinted }).map(\.id), [3, 5], "books still printed")
                try expectEqual(
                    try context.fetch(Book.where { $0.subtitle != nil }).map(\.id), [4, 5],
                    "books with a subtitle"
                )
                try expectEqual(try context.existing(Book.self, 1).title, "100% sure", "title")
            }
        },
        promise("A batch update writes nothing where the values are there already, and counts all the same") {
            bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let versions = try context.fetch(Book.all).map(\._objectState.version)
                let same = try context.updateAll(Book.all) {
                    $0.pages.set(to: $0.pages)
                    $0.title.set(to: $0.title)
                }
                try expectEqual(same, 10, "objects of the batch")
                try expectEqual(
                    try context.updateAll(Book.where { $0.id < 3 }) { $0.reprints.set(to: 3) }, 2, "objects")
                try context.refreshAll()
                let books = try context.fetch(Book.all)
                let changed = zip(books, versions).filter { $0.0._objectState.version != $0.1 }.map {
                    $0.0.id
                }
                // The first has been reprinted three times already.
                try expectEqual(changed, [2], "books with another version")
            }
        },
        promise("Every expression of a batch update sees the values before it") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try context.updateAll(Book.where { $0.id == 1 }) {
                    $0.pages.set(to: $0.reprints)
                    $0.reprints.set(to: $0.pages)
                }
                let book = try context.existing(Book.self, 1)
                try expect(
                    book.pages == 3 && book.reprints == 320,
                    "got \(book.pages ?? 0) pages and \(book.reprints ?? 0) reprints")
            }
        },
        promise("A batch update keeps to the order and limit of its query") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let longest = Book.all.sorted { $0.pages.descending }.limit(2)
                try expectEqual(try context.updateAll(longest) { $0.reprints.set(to: 50) }, 2, "changed rows")
                try expectEqual(
                    try context.fetch(Book.where { $0.reprints == 50 }).map(\.id), [7, 10], "books")
            }
        },
        promise("Objects of the context are read again after a batch update") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let (one, two) = (try context.existing(Book.self, 1), try context.existing(Book.self, 2))
                try context.updateAll(Book.where { $0.id == 1 }) { $0.title.set(to: "changed") }
                try expectEqual(one.title, "changed", "title")
                try expectEqual(two.title, "100 sure", "the title of the other object")
                one.pages = 1
                try context.save()
            }
            try expectEqual(
                try await bench.perform { try $0.existing(Book.self, 1).title }, "changed", "title")
        },
        promise("A batch update of nothing changes nothing") { bench in
            try await bench.saveLibrary()
            let changed = try await bench.perform { context in
                try context.updateAll(Book.where { $0.id > 99 }) { $0.title.set(to: "changed") }
            }
            try expectEqual(changed, 0, "changed rows")
        },
        promise("A batch update is stored") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try context.updateAll(Book.all) { $0.title.set(to: "all alike") }
                try expectEqual(Set(try context.fetch(Book.all).map(\.title)), ["all alike"], "titles")
            }
            try await bench.perform { context in
                try expectEqual(Set(try context.fetch(Book.all).map(\.title)), ["all alike"], "titles")
                try expectEqual(try context.count(Book.all), 10, "books")
            }
        },
    ]

    private static let joined: [ConformancePromise] = [
        promise("A batch update takes values from the destination of a relationship") { bench in
            try await bench.saveLibrary()
            _ = try await bench.perform { context in
                try context.updateAll(Book.where { $0.author.rank > 2 }) {
                    $0.subtitle.set(to: $0.author.country)
                }
            }
            try await bench.perform { context in
                let found = try context.fetch(Book.where { $0.author.rank > 2 }).map(\.subtitle)
                try expectEqual(found, ["NL", "NL", "PT", "PT", "NL", "NL", "NL"], "subtitles")
                try expectEqual(
                    try context.existing(Book.self, 9).subtitle, "line\nbreak", "the subtitle of another book"
                )
            }
        },
        promise("A batch update sets a relationship, and both ends say so") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let author = try context.existing(Author.self, 2)
                try expectEqual(author.books.map(\.id), [3], "books before")
                try context.updateAll(Book.where { $0.author == ObjectID<Author>(4) }) {
                    $0.author.set(to: author.objectID)
                    $0.publisher.set(to: nil)
                }
                try expectEqual(author.books.map(\.id), [3, 6, 8], "books")
                try expect(try context.existing(Author.self, 4).books.isEmpty, "the former author has books")
            }
            try await bench.perform { context in
                try expectEqual(try context.existing(Author.self, 2).books.map(\.id), [3, 6, 8], "books")
                try expect(try context.existing(Book.self, 6).publisher == nil, "a publisher is left")
            }
        },
    ]

    private static let refusals: [ConformancePromise] = [
        promise("A batch that breaks a unique constraint changes nothing") { bench in
            try await bench.save { context in
                for (row, label) in ["a", "b", "c"].enumerated() {
                    try context.insert(Seat(label: label, row: row, column: 1))
                }
            }
            try await bench.perform { context in
                let error = try expectError(.constraint, "equal labels") {
                    try context.updateAll(Seat.all) { $0.label.set(to: "same") }
                }
                try expectEqual(error.context.constraint, .unique, "the constraint in the error")
                try expect(!context.hasChanges, "the context has changes")
                try expectEqual(try context.fetch(Seat.all).map(\.label), ["a", "b", "c"], "labels")
                try expectEqual(try context.updateAll(Seat.all) { $0.label.set(to: nil) }, 3, "changed rows")
            }
        },
        promise("A batch sets structured attributes") { bench in
            try await bench.save { context in
                for id in 1...3 { try context.insert(Finding(id: id, label: Label(text: "old"))) }
            }
            let label = Label(text: "new “☂”", size: 0.5, parts: ["a", "b"])
            try await bench.perform { context in
                let held = try context.existing(Finding.self, 1)
                try expectEqual(
                    try context.updateAll(Finding.where { $0.id < 3 }) {
                        $0.label.set(to: label)
                        $0.shape.set(to: .circle(radius: 2))
                        $0.words.set(to: ["x"])
                    }, 2, "changed rows")
                try expectEqual(held.label, label, "the label of an object that was loaded")
            }
            try await bench.perform { context in
                let found = try context.fetch(Finding.all)
                try expectEqual(found.map(\.label), [label, label, Label(text: "old")], "labels")
                try expectEqual(found.map(\.shape), [.circle(radius: 2), .circle(radius: 2), nil], "shapes")
                try expectEqual(found.map(\.words), [["x"], ["x"], nil], "words")
                try expectEqual(try context.updateAll(Finding.all) { $0.label.set(to: nil) }, 3, "cleared")
                try expectEqual(try context.count(Finding.where { $0.label.isNil }), 3, "without a label")
            }
        },
        promise("A batch whose arithmetic overflows changes nothing") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try expectError(.overflow, "the product") {
                    try context.updateAll(Book.all) { $0.pages.set(to: $0.pages * Int.max) }
                }
                try expectEqual(try context.sum(Book.all) { $0.pages }, 2_153, "pages")
            }
        },
        promise("A batch refuses primary keys, properties named twice, and no properties") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try expectError(.query, "a primary key") {
                    try context.updateAll(Book.all) { $0.id.set(to: 1) }
                }
                try expectError(.query, "a property twice") {
                    try context.updateAll(Book.all) {
                        $0.pages.set(to: 1)
                        $0.pages.set(to: 2)
                    }
                }
                try expectError(.query, "no property") { try context.updateAll(Book.all, assigning: []) }
                try expectError(.query, "another object's property") {
                    try context.updateAll(Book.all) { $0.author.rank.set(to: 1) }
                }
            }
        },
        promise("A batch needs a context without unsaved changes") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try context.existing(Book.self, 1).pages = 5
                try expectError(.invalidObject, "an update") {
                    try context.updateAll(Book.all) { $0.title.set(to: "x") }
                }
                try expectError(.invalidObject, "a deletion") { try context.deleteAll(Footnote.all) }
                context.rollback()
                try expectEqual(try context.deleteAll(Footnote.all), 3, "deleted rows")
            }
        },
        promise("A batch in a context that may not write is refused") { bench in
            try await bench.saveLibrary()
            var options = ContextOptions()
            options.saves = .refuse
            try await bench.perform(options) { context in
                try expectError(.unsupported, "an update") {
                    try context.updateAll(Book.all) { $0.title.set(to: "x") }
                }
                try expectError(.unsupported, "a deletion") { try context.deleteAll(Footnote.all) }
            }
        },
    ]

    private static let concurrent: [ConformancePromise] = [
        promise("A save of objects that a batch has changed since is a conflict") { bench in
            try await bench.saveLibrary()
            let mine = try bench.stack.makeContext()
            try mine.existing(Book.self, 1).title = "mine"
            _ = try await bench.perform { context in
                try context.updateAll(Book.where { $0.id < 3 }) { $0.pages.set(to: 1) }
            }
            try expectError(.conflict, "the save") { try mine.save() }
        },
        promise("A batch sees what others have saved since its context read") { bench in
            try await bench.saveLibrary()
            let mine = try bench.stack.makeContext()
            try expectEqual(try mine.existing(Book.self, 1).pages, 320, "pages")
            try await bench.save { try $0.existing(Book.self, 1).pages = 400 }
            try mine.updateAll(Book.where { $0.id == 1 }) { $0.pages.set(to: $0.pages + 1) }
            try expectEqual(try await bench.perform { try $0.existing(Book.self, 1).pages }, 401, "pages")
            try expectEqual(try mine.existing(Book.self, 1).pages, 401, "pages in the context")
        },
        promise("A batch conflicts if a row that it requires unchanged has changed") { bench in
            try await bench.saveLibrary()
            let mine = try bench.stack.makeContext()
            mine.require(unchanged: try mine.existing(Book.self, 1))
            try await bench.save { try $0.existing(Book.self, 1).pages = 400 }
            try expectError(.conflict, "the batch") {
                try mine.updateAll(Book.where { $0.id == 2 }) { $0.pages.set(to: 1) }
            }
            try expectEqual(try await bench.perform { try $0.existing(Book.self, 2).pages }, 96, "pages")
        },
        promise("Other contexts see a batch in their next snapshot") { bench in
            try await bench.saveLibrary()
            let other = try bench.stack.makeContext()
            let (one, nine) = (try other.existing(Book.self, 1), try other.existing(Book.self, 9))
            try await bench.perform { context in
                try context.updateAll(Book.where { $0.id == 1 }) { $0.title.set(to: "changed") }
                try context.deleteAll(Book.where { $0.id == 9 })
            }
            try other.existing(Book.self, 3).pages = 1
            try other.save()
            try expectEqual(one.title, "changed", "title")
            try expect(try other.object(Book.self, 9) == nil, "the deleted book is there")
            withExtendedLifetime(nine) {}
        },
        promise("A batch in a child changes its parent's objects, and the store with the parent's save") {
            bench in
            try await bench.saveLibrary()
            try await bench.perform { parent in
                let child = parent.makeChild(.child)
                let book = try child.existing(Book.self, 1)
                try child.updateAll(Book.where { $0.id < 3 }) { $0.pages.set(to: 5) }
                try expectEqual(book.pages, 5, "pages in the child")
                try expectEqual(try child.deleteAll(Footnote.all), 3, "deleted rows")
                try expectEqual(try parent.existing(Book.self, 2).pages, 5, "pages in the parent")
                try expectEqual(parent.changes.updated.count, 2, "changed objects in the parent")
                try expectEqual(
                    try bench.stack.makeContext().existing(Book.self, 1).pages, 320, "pages in the store")
                try parent.save()
            }
            try await bench.perform { context in
                try expectEqual(try context.count(Book.where { $0.pages == 5 }), 2, "books")
                try expectEqual(try context.count(Footnote.all), 0, "footnotes")
            }
        },
    ]

    private static let deletions: [ConformancePromise] = [
        promise("A batch deletion deletes the objects of its query and no others") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let kept = try unwrap(try context.first(Footnote.where { $0.text == "note 1" }), "a footnote")
                let gone = try unwrap(try context.first(Footnote.where { $0.text == "note 0" }), "a footnote")
                let chapter = try unwrap(gone.chapter, "its chapter")
                try expectEqual(
                    try context.deleteAll(Footnote.where { $0.text == "note 0" }), 2, "deleted rows")
                try expectEqual(try context.fetch(Footnote.all).map(\.id), [kept.id], "footnotes")
                try expect(try context.object(gone.objectID) == nil, "a deleted footnote is there")
                try expect(!chapter.footnotes.contains { $0 === gone }, "its chapter still has it")
                try expect(!context.hasChanges, "the context has changes")
            }
            try expectEqual(try await bench.perform { try $0.count(Footnote.all) }, 1, "footnotes stored")
        },
        promise("A batch deletion keeps to the order and limit of its query") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let last = Chapter.all.sorted { $0.words.descending }.limit(2)
                try expectEqual(try context.deleteAll(last), 2, "deleted rows")
                try expectEqual(try context.maximum(Chapter.all) { $0.words }, 50, "most words")
            }
        },
        promise(
            "A batch deletion of objects that others refer to is an error and deletes nothing",
            needs: .referenceChecks, .united
        ) {
            bench in
            try await bench.save { context in
                let first = Person(id: 1, name: "first")
                try context.insert(Person(id: 2, name: "second", mentor: first))
                try context.insert(Passport(id: 1, person: first))
            }
            try await bench.perform { context in
                let error = try expectError(.constraint, "the deletion") { try context.deleteAll(Person.all) }
                try expectEqual(error.context.constraint, .reference, "the constraint in the error")
                try expectEqual(try context.count(Person.all), 2, "people")
                try expect(!context.hasChanges, "the context has changes")
            }
        },
    ]

    private static let ruled: [ConformancePromise] = [
        promise("A batch deletion cascades") { bench in
            try await bench.saveLibrary()
            let deleted = try await bench.perform { context in
                try context.deleteAll(Author.where { $0.name == "\u{C1}nna" })
            }
            try expectEqual(deleted, 1, "deleted rows")
            try await bench.perform { context in
                try expectEqual(try context.count(Book.where { $0.id == 4 || $0.id == 5 }), 0, "books")
                try expectEqual(try context.count(Chapter.where { $0.volume == "book 5" }), 0, "chapters")
                try expectEqual(try context.count(Footnote.all), 2, "footnotes")
                try expectEqual(try context.existing(Tag.self, "red").books.count, 0, "books with the tag")
            }
        },
        promise("A batch deletion that a rule denies deletes nothing") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let error = try expectError(.constraint, "the deletion") { try context.deleteAll(Book.all) }
                try expectEqual(error.context.constraint, .deny, "the constraint in the error")
                try expect(!context.hasChanges, "the context has changes")
                try expectEqual(try context.count(Book.all), 10, "books")
                try expectEqual(try context.existing(Book.self, 1).chapters.count, 2, "chapters")
                try expectEqual(try context.deleteAll(Book.where { $0.loans.isEmpty }), 8, "deleted rows")
            }
            try expectEqual(try await bench.perform { try $0.count(Book.all) }, 2, "books stored")
        },
        promise("A batch deletion empties relationships and disconnects pairs") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                try expectEqual(try context.deleteAll(Tag.where { $0.word == "blue" }), 1, "deleted rows")
                try expectEqual(book.tags.map(\.word), ["green"], "tags")
                try expectEqual(try context.deleteAll(Publisher.where { $0.code == "P1" }), 1, "deleted rows")
                try expect(book.publisher == nil, "the publisher is there")
            }
            try await bench.perform { context in
                try expectEqual(try context.existing(Book.self, 1).tags.map(\.word), ["green"], "tags")
                try expect(try context.existing(Publisher.self, "P2").owner == nil, "the owner is there")
            }
        },
    ]
}
