import FoundationEssentials
import Granary

/// Persistent stores keep their content from one opening to the next, and leave nothing when they are destroyed.
enum ReopeningPromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static var promises: [ConformancePromise] { everywhere(keeping) + identity + destroying + opening }

    private static let keeping: [ConformancePromise] = [
        promise("Saved objects are there when the stores are opened again", needs: .persistent) { bench in
            try await bench.saveLibrary()
            try await bench.reopened { stack in
                try await stack.perform { context in
                    for row in Library.books {
                        let book = try context.existing(Book.self, row.id)
                        try expect(ByteOrder(book.title) == ByteOrder(row.title), "title of \(row.id)")
                        try expectEqual(book.price, row.price, "price of \(row.id)")
                        try expectEqual(book.published, row.published, "date of \(row.id)")
                        try expectEqual(book.author?.id, row.authorID, "author of \(row.id)")
                        try expectEqual(book.tags.map(\.word), row.words.sorted(), "tags of \(row.id)")
                        try expectEqual(book.chapters.count, row.chapters.count, "chapters of \(row.id)")
                    }
                }
            }
        },
        promise("Indexes and unique values hold after opening again", needs: .persistent) { bench in
            try await bench.save { context in
                try Library.insert(in: context)
                try context.insert(Seat(id: 1, label: "A", row: 1, column: 1))
            }
            try await bench.reopened { stack in
                try await stack.perform { context in
                    let found = try context.fetch(Book.where { $0.pages == 96 }).map(\.id)
                    try expectEqual(found, [2, 6], "books of 96 pages")
                    try context.insert(Seat(id: 2, label: "A"))
                    try expectError(.constraint, "the save") { try context.save() }
                }
            }
        },
        promise("Changes and deletions are there when the stores are opened again", needs: .persistent) {
            bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                try context.existing(Book.self, 1).title = "changed"
                try context.existing(Book.self, 1).tags.removeAll()
                try context.delete(try context.existing(Book.self, 9))
            }
            try await bench.reopened { stack in
                try await stack.perform { context in
                    let book = try context.existing(Book.self, 1)
                    try expectEqual(book.title, "changed", "title")
                    try expectEqual(book.tags.count, 0, "tags")
                    try expect(try context.object(Book.self, 9) == nil, "the deleted book")
                    try expectEqual(
                        try context.existing(Tag.self, "blue").books.map(\.id), [2, 5, 10], "books")
                }
            }
        },
    ]

    private static let identity: [ConformancePromise] = [
        promise("A store keeps its identity, and another has another", needs: .persistent, .united) { bench in
            let first = try bench.store(of: "Tag").identity
            let again = try await bench.reopened { stack in
                try stack.coordinator().members.map(\.store.identity)
            }
            try expectEqual(again.first, first, "identity after opening again")
            let other = try bench.anotherStack(at: "other")
            let others = try await bench.withStack(other) {
                try $0.coordinator().members.map(\.store.identity.id)
            }
            try expect(!others.contains(first.id), "two stores have one identity")
            try await other.destroyPersistentStores()
        },
        promise("A store knows its configurations and the schema's fingerprint") { bench in
            let schema = try bench.schema()
            for member in try bench.stack.coordinator().members {
                let names = member.store.identity.configurations
                try expectEqual(
                    names.sorted(), member.name.split(separator: ", ").map(String.init).sorted(), "names")
                try expectEqual(
                    member.store.identity.fingerprint, schema.fingerprint(of: names), "fingerprint")
            }
        },
        promise("A store can be read again and again without being changed", needs: .files, .united) {
            bench in
            try await bench.saveLibrary()
            try await bench.stack.close()
            let readable = try bench.configurations { $0.isReadOnly = true }
            let before = try FileTree(bench.directory).contents()
            try expect(!before.isEmpty, "the store has no file")
            for _ in 0..<3 {
                let stack = try bench.stack(of: readable)
                try expectEqual(
                    try await bench.withStack(stack) { try await bench.books(in: $0) }, 10, "books")
            }
            let after = try FileTree(bench.directory).contents()
            for (file, bytes) in before { try expect(after[file] == bytes, "\(file) was changed") }
        },
    ]

    private static let destroying: [ConformancePromise] = [
        promise("A destroyed store is empty when it is opened again") { bench in
            try await bench.saveLibrary()
            try await bench.stack.destroyPersistentStores()
            try await bench.stack.start()
            try expectEqual(try await bench.books(in: bench.stack), 0, "books")
        },
        promise("Destroying removes every file", needs: .files) { bench in
            let stack = try bench.anotherStack(at: "other")
            let before = try FileTree(bench.directory).files
            try await bench.withStack(stack) { stack in
                try await stack.perform { context in
                    for number in 0..<500 { try context.insert(Stamp(text: "\(number)")) }
                    try context.save()
                }
            }
            try expect(try FileTree(bench.directory).files != before, "no file was made")
            try await stack.destroyPersistentStores()
            try expectEqual(try FileTree(bench.directory).files, before, "files left")
        },
        promise("Destroying what does not exist does nothing") { bench in
            for configuration in try bench.configurations(at: "other") {
                for _ in 0..<2 { try bench.harness.backend.type.destroy(configuration) }
            }
        },
        promise("Destroying one store leaves another in the same directory", needs: .persistent, .apart) {
            bench in
            try await bench.saveLibrary()
            try await bench.stack.stop()
            try bench.harness.backend.type.destroy(bench.configuration("Reference"))
            try await bench.stack.start()
            try expectEqual(try await bench.books(in: bench.stack), 10, "books")
            try expectEqual(try await bench.perform { try $0.count(Author.all) }, 0, "authors")
        },
    ]

    private static let opening: [ConformancePromise] = [
        promise("Directories that are missing are made", needs: .files) { bench in
            let place = ConformancePlace(directory: "\(bench.directory)/a/b c/ü", store: "store")
            let names = ConformanceModels.configurationNames(bench.topology)
            let stack = try bench.stack(of: names.map { try bench.harness.placement($0, place) })
            try await bench.withStack(stack) { try await bench.saveTag("t", in: $0) }
            try expect(try FileTree(place.directory).files != [], "no file was made")
            try await stack.destroyPersistentStores()
        },
        promise(
            "A store that cannot be opened leaves the stack stopped, and nothing half-open", needs: .files,
            .apart
        ) {
            bench in
            let blocked = "\(bench.directory)/blocked"
            try Data("not a directory".utf8).write(to: URL(filePath: blocked))
            var configurations = try bench.configurations(at: "other")
            configurations[1].location = "\(blocked)/below"
            let stack = try bench.stack(of: configurations)
            do {
                try await stack.start()
                throw ConformanceFailure(.broken, "a store was opened below a file")
            } catch is GranaryError {
                try expect(!stack.isStarted, "the stack is started")
                let open = OpenDescriptors.below(bench.directory).filter { $0.contains("/other-") }
                try expectEqual(open, [], "files left open")
            }
            try FileManager.default.removeItem(atPath: blocked)
            try await bench.withStack(stack) { try await bench.saveTag("t", in: $0) }
            try await stack.destroyPersistentStores()
        },
        promise(
            "A second opening works beside the first, or is refused as locked", needs: .persistent, .united
        ) { bench in
            try await bench.saveLibrary()
            let second = try bench.anotherStack()
            do {
                try await second.start()
                try expectEqual(try await bench.books(in: second), 10, "books seen by the second")
                try await second.close()
            } catch GranaryError.Code.locked {
                try expect(
                    !bench.harness.capabilities.contains(.severalProcesses), "a shared store was locked")
            }
            try await bench.saveTag("after", in: bench.stack)
            try expectEqual(try await bench.words(in: bench.stack).count, 5, "tags of the first")
        },
        promise("Two stacks over one store see each other's saves", needs: .severalProcesses, .united) {
            bench in
            let other = try bench.anotherStack()
            try await bench.withStack(other) { other in
                for round in 0..<5 {
                    try await bench.saveTag("mine \(round)", in: bench.stack)
                    try await bench.saveTag("yours \(round)", in: other)
                    try expectEqual(
                        try await bench.words(in: other).count, 2 * round + 2, "seen by the other")
                    try expectEqual(
                        try await bench.words(in: bench.stack).count, 2 * round + 2, "seen by the first")
                }
            }
        },
        promise("Eight stacks opened at the same time make one store", needs: .severalProcesses, .united) {
            bench in
            let stacks = try (0..<8).map { _ in try bench.anotherStack(at: "new") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, stack) in stacks.enumerated() {
                    group.addTask {
                        try await stack.start()
                        try await bench.saveTag("t\(number)", in: stack)
                    }
                }
                try await group.waitForAll()
            }
            try expectEqual(try await bench.words(in: stacks[0]), (0..<8).map { "t\($0)" }, "tags")
            for stack in stacks { try await stack.close() }
            try await stacks[0].destroyPersistentStores()
        },
        promise("Opening and closing fifty times leaves no file open", needs: .files, .united) { bench in
            try await bench.stack.stop()
            for _ in 0..<50 {
                let stack = try bench.anotherStack()
                try await bench.withStack(stack) { _ = try await bench.books(in: $0) }
            }
            try expect(try FileTree(bench.directory).files != [], "the store has no file")
            let open = OpenDescriptors.below(bench.directory)
            try expectEqual(open, [], "open files")
        },
        promise("Opening for a cancelled task opens all or nothing", .apart) { bench in
            let source = StackConfiguration(stores: try bench.placedConfigurations(at: "new"))
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await PersistentStack.open(
                    bench.schema(), configuration: source, backends: [bench.harness.backend])
            }
            do {
                let opened = try await task.value
                try expectEqual(try opened.coordinator().members.count, 2, "open stores")
                try await opened.close()
            } catch GranaryError.Code.cancelled {
                // Refused before anything was opened, or all was closed again.
            }
            let open = OpenDescriptors.below(bench.directory).filter { $0.contains("/new-") }
            try expectEqual(open, [], "files left open")
            let stack = try bench.anotherStack(at: "new")
            try expectEqual(try await bench.withStack(stack) { try await bench.books(in: $0) }, 0, "books")
            try await stack.destroyPersistentStores()
        },
    ]
}
