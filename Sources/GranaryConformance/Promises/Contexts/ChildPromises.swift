import Granary

/// A child reads its parent's state and saves to it; the parent's save writes to the store.
enum ChildPromises: PromiseList {
    static let category = ConformanceCategory.unitOfWork
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(children, in: [.united, .apart]) }

    private static let children: [ConformancePromise] = [
        promise("A child sees its parent's unsaved changes, in objects of its own") { bench in
            try await bench.saveLibrary()
            try await bench.perform { parent in
                try parent.existing(Book.self, 1).title = "in the parent"
                try parent.insert(Book(id: 80, title: "new in the parent"))
                try parent.delete(try parent.existing(Book.self, 10))
                let child = parent.makeChild()
                let book = try child.existing(Book.self, 1)
                try expectEqual(book.title, "in the parent", "title")
                try expect(try parent.existing(Book.self, 1) !== book, "one object in two contexts")
                try expectEqual(try child.count(Book.all), 10, "books")
                try expectEqual(
                    try child.count(Book.where { $0.title.contains("parent") }), 2, "books in a predicate")
            }
        },
        promise("A child's save goes to its parent, and to the store when that saves") { bench in
            try await bench.saveLibrary()
            try await bench.perform { parent in
                let child = parent.makeChild()
                let book = try child.existing(Book.self, 1)
                book.pages = 7_000
                book.author = try child.existing(Author.self, 3)
                try child.insert(Tag(word: "from the child"))
                try child.delete(try child.existing(Tag.self, "unused"))
                try child.save()
                try expect(!child.hasChanges, "changes in the child")
                try expectEqual(try parent.existing(Book.self, 1).pages, 7_000, "pages in the parent")
                try expectEqual(try parent.existing(Book.self, 1).author?.id, 3, "author in the parent")
                try expectEqual(try bench.stack.makeContext().count(Tag.all), 4, "tags in the store before")
                try expect(parent.hasChanges, "no changes in the parent")
                try parent.save()
            }
            try await bench.perform { context in
                try expectEqual(try context.existing(Book.self, 1).pages, 7_000, "pages")
                try expectEqual(try context.existing(Author.self, 3).books.map(\.id), [1, 4, 5], "books")
                try expectEqual(
                    try context.fetch(Tag.all).map(\.word), ["blue", "from the child", "green", "red"], "tags"
                )
            }
        },
        promise("A child that does not save leaves its parent as it was") { bench in
            try await bench.saveLibrary()
            try await bench.perform { parent in
                do {
                    let child = parent.makeChild()
                    try child.existing(Book.self, 1).pages = 7_000
                    try child.insert(Tag(word: "from the child"))
                }
                try expect(!parent.hasChanges, "changes in the parent")
                try expectEqual(try parent.existing(Book.self, 1).pages, 320, "pages")
            }
        },
    ]
}
