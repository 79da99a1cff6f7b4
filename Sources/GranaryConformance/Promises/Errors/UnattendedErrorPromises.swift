import Granary

/// A failure where no caller waits is reported on the error channel.
enum UnattendedErrorPromises: PromiseList {
    static let category = ConformanceCategory.errors

    /// Writes a grade of a finding past every context.
    private static func grade(_ text: String, _ stack: PersistentStack) throws {
        let finding = try unwrap(stack.schema.entity("Finding"), "the entity")
        let coordinator = try stack.coordinator()
        let session = try coordinator.members[try coordinator.storeIndex(of: finding)].store.makeSession()
        defer { session.end() }
        try session.committed(.updating(finding, .integer(1), version: nil, ["grade": .text(text)]))
    }

    static let promises: [ConformancePromise] = [
        promise("A merge that fails is told, and made up for by the next query") { bench in
            try await bench.save { try $0.insert(Finding(id: 1, int: 1)) }
            var errors = bench.stack.errors.makeAsyncIterator()
            let finding = try await hold(bench)
            try grade("excellent", bench.stack)
            try await bench.perform { _ = try $0.updateAll(Finding.all) { $0.int.set(to: 2) } }
            let told = try unwrap(await errors.next(), "the error")
            try expect(told.work == .merging && told.error.code == .malformed, "told: \(told)")
            try expectEqual(told.error.context.properties, ["grade"], "the properties in the error")
            try expect(!"\(told)".contains("excellent"), "the value is shown: \(told)")
            let known = try unwrap(Grade.allCases.first, "a grade")
            try grade("\(known.rawValue)", bench.stack)
            try await MainActor.run {
                _ = try bench.stack.mainContext.fetch(Finding.all)
                try expectEqual(finding.value?.int, 2, "the value after the next query")
            }
        },
        promise("Unsaved changes that are lost with a detached store are told to every reader") { bench in
            let stack = bench.stack
            let readers = (0..<2).map { _ in stack.errors }
            let context = try stack.makeContext()
            try context.insert(Tag(word: "lost"))
            let tag = try unwrap(stack.schema.entity("Tag"), "the entity")
            try await stack.detachPersistentStore(tag.configuration)
            try context.followStores()
            for reader in readers {
                var errors = reader.makeAsyncIterator()
                let told = try unwrap(await errors.next(), "the error")
                try expect(told.work == .detaching && told.error.code == .closed, "told: \(told)")
                try expectEqual(told.error.context.entity, "Tag", "the entity in the error")
            }
            try await stack.attachPersistentStore(for: bench.configuration(tag.configuration))
        },
        promise("What is told is logged too, with its code and without values") { bench in
            try await bench.watched { stack, watch in
                var errors = stack.errors.makeAsyncIterator()
                let context = try stack.makeContext()
                try context.insert(Tag(word: "secret"))
                let tag = try unwrap(stack.schema.entity("Tag"), "the entity")
                try await stack.detachPersistentStore(tag.configuration)
                watch.clear()
                try context.followStores()
                let told = try unwrap(await errors.next(), "the error")
                let line = try unwrap(watch.log.lines.first { $0.metadata["error.type"] != nil }, "a line")
                try expectEqual(line.metadata["error.type"], told.error.code.rawValue, "the code in the log")
                try expect(line.message.contains("Tag"), line.message)
                try watch.expectNowhere("secret", "a value")
            }
        },
        promise("A save in the background that fails is told, and thrown") { bench in
            try await bench.save { try $0.insert(Tag(word: "red")) }
            var errors = bench.stack.errors.makeAsyncIterator()
            let thrown = try await conflictInBackground(bench)
            let told = try unwrap(await errors.next(), "the error")
            try expect(told.work == .saving && told.error.code == .conflict, "told: \(told)")
            try expectEqual(thrown.code, .conflict, "the error that is thrown")
        },
        promise("A relationship that is read when its object's context has gone is told, once") { bench in
            try await bench.save { context in
                try context.insert(Book(id: 1, title: "b", author: Author(id: 1, name: "a")))
            }
            var errors = bench.stack.errors.makeAsyncIterator()
            try readUnheld(bench.stack)
            for (entity, relationship) in [("Author", "books"), ("Book", "author")] {
                let told = try unwrap(await errors.next(), "the error")
                try expect(told.work == .reading && told.error.code == .closed, "told: \(told)")
                try expectEqual(told.error.context.entity, entity, "the entity in the error")
                try expectEqual(told.error.context.properties, [relationship], "the relationship")
                try expect(told.error.message.contains("Keep the context"), told.error.message)
            }
        },
        promise("The error channel ends when the stack is closed") { bench in
            let stack = try bench.anotherStack(at: "other")
            try await stack.start()
            let errors = stack.errors
            try await stack.close()
            for await error in errors { throw ConformanceFailure(.broken, "told: \(error)") }
            for await error in stack.errors { throw ConformanceFailure(.broken, "told afterwards: \(error)") }
            try await stack.destroyPersistentStores()
        },
    ]

    /// Reads relationships of objects whose contexts are gone, one of them twice.
    private static func readUnheld(_ stack: PersistentStack) throws {
        let author = try stack.makeContext().existing(Author.self, 1)
        try expect(author.context == nil, "an object keeps its context")
        try expect(author.books.isEmpty && author.books.count == 0, "books are read without a context")
        let book = try stack.makeContext().existing(Book.self, 1)
        try expect(book.author == nil, "an author is read without a context")
        try expectEqual(book.title, "b", "a value without a context")
    }

    /// The error of a save in the background whose tag another context has changed.
    @MainActor private static func conflictInBackground(
        _ bench: ConformanceBench
    ) async throws -> GranaryError {
        let context = try bench.stack.makeContext()
        try context.existing(Tag.self, "red").weight = 1
        let other = try bench.stack.makeContext()
        try other.existing(Tag.self, "red").weight = 2
        try other.save()
        return try await expectErrorAsync(.conflict, "a change of both") {
            try await context.saveInBackground()
        }
    }

    /// Keeps an object of the main actor.
    @MainActor private final class Held {
        let value: Finding?
        init(_ value: Finding?) { self.value = value }
    }

    /// Makes the main context load the finding.
    @MainActor private static func hold(_ bench: ConformanceBench) throws -> Held {
        Held(try bench.stack.mainContext.existing(Finding.self, 1))
    }
}
