import FoundationEssentials
import Granary

/// The ways in which programs set their stores up work, each as a whole.
enum SetUpPromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static var promises: [ConformancePromise] {
        [
            promise(
                "A store for all and one for each user work together, and users do not see each other", .apart
            ) {
                bench in
                let stack = try bench.stack(of: [bench.configuration("Reference", at: "all")])
                try await bench.withStack(stack) { stack in
                    try await stack.perform { context in
                        try context.insert(Author(id: 1, name: "Everybody's"))
                        try context.save()
                    }
                    for user in ["ada", "bob"] {
                        let own = try bench.configuration("Operations", at: user)
                        try await stack.attachPersistentStore(for: own)
                        let found = try await stack.perform { context in
                            let others = try context.count(Book.all)
                            let author = try unwrap(try context.object(ObjectID<Author>(1)), "the author")
                            let book = Book(id: 1, title: user)
                            book.author = author
                            try context.insert(book)
                            try context.save()
                            return [others, author.books.count]
                        }
                        try expectEqual(found, [0, 1], "books of others, and of the author")
                        try await stack.detachPersistentStore("Operations")
                    }
                    try await expectErrorAsync(.closed, "books while no user is signed in") {
                        _ = try await stack.perform { try $0.count(Book.all) }
                    }
                    try expectEqual(try await stack.perform { try $0.count(Author.all) }, 1, "authors")
                }
                for configuration in try [
                    bench.configuration("Reference", at: "all"), bench.configuration("Operations", at: "ada"),
                    bench.configuration("Operations", at: "bob"),
                ] { try bench.harness.backend.type.destroy(configuration) }
            },
            promise("Everything of a stack is in the one directory that it was given", needs: .files) {
                bench in
                let sandbox = "\(bench.directory)/sandbox"
                let before = try outside(bench)
                let stack = try bench.stack(
                    of: bench.configurations(at: "own") { $0.location = sandbox })
                try await bench.withStack(stack) { stack in
                    try await bench.saveTag("inside", in: stack)
                    try expectEqual(try outside(bench), before, "files outside while it is open")
                }
                try expectEqual(try outside(bench), before, "files outside")
                try FileManager.default.removeItem(atPath: sandbox)
                let again = try bench.stack(
                    of: bench.configurations(at: "own") { $0.location = sandbox })
                try await bench.withStack(again) {
                    try expectEqual(try await bench.words(in: $0), [], "tags after the directory was removed")
                }
            },
            promise(
                "Stores of two versions of the models lie side by side, each as its version left it"
            ) { bench in
                let schemas = [
                    try Versions.schema(Versions.thing()),
                    try Versions.schema(
                        Versions.thing([.init("extra", .integer, defaultValue: .integer(7))])),
                ]
                func configuration(_ version: Int) throws -> StoreConfiguration {
                    var configuration = try bench.harness.placement(
                        "All", ConformancePlace(directory: bench.directory, store: "version\(version)"))
                    configuration.onIncompatible = .refuse
                    return configuration
                }
                for _ in 1...2 {
                    for (version, schema) in schemas.enumerated() {
                        let stack = try bench.stack(of: [configuration(version)], schema: schema)
                        try await bench.withStack(stack) { stack in
                            try expectEqual(
                                try stack.coordinator().members.map(\.store.identity.fingerprint),
                                [schema.fingerprint], "the version of the store")
                        }
                    }
                }
                for version in schemas.indices {
                    try bench.harness.backend.type.destroy(configuration(version))
                }
            },
            promise("A stack that only reads follows one that writes beside it", needs: .severalProcesses) {
                bench in
                try await bench.saveTag("before", in: bench.stack)
                let reading = try bench.stack(of: bench.configurations { $0.isReadOnly = true })
                try await bench.withStack(reading) { reading in
                    try expectEqual(try await bench.words(in: reading), ["before"], "tags at first")
                    try await bench.saveTag("later", in: bench.stack)
                    try expectEqual(
                        try await bench.words(in: reading).sorted(), ["before", "later"], "tags after a save")
                    try await expectErrorAsync(.denied, "saving") {
                        try await bench.saveTag("refused", in: reading)
                    }
                }
                try expectEqual(try await bench.words(in: bench.stack).sorted(), ["before", "later"], "tags")
            },
        ]
    }

    /// The files of a promise's directory that are not in the sandbox, except for those that stores make while they
    /// work.
    private static func outside(_ bench: ConformanceBench) throws -> [String] {
        try FileTree(bench.directory).directories.filter { !$0.hasPrefix("sandbox") }
            + FileTree(bench.directory).files.filter { !$0.hasPrefix("sandbox") }
    }
}
