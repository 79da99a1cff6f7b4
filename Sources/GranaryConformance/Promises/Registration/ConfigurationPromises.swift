import FoundationEssentials
import Granary

/// A configuration file describes all stores, and a program that uses it behaves like one configured in code.
enum ConfigurationPromises: PromiseList {
    static let category = ConformanceCategory.registration

    static var promises: [ConformancePromise] { everywhere(files) + overrides + readOnly + [sharing] }

    /// Opens a stack from the text of a file, and uses it.
    private static func withStack<R: Sendable>(
        _ bench: ConformanceBench, _ text: String, name: String = "granary.yaml",
        variables: [String: String] = [:], arguments: [String] = [],
        _ body: @Sendable (PersistentStack) async throws -> R
    ) async throws -> R {
        let path = "\(bench.directory)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        let source = FileConfigurationSource(
            path: path, variables: variables.merging(try secrets(bench)) { first, _ in first },
            arguments: ["program"] + arguments)
        let stack = try await PersistentStack.open(
            bench.schema(), configuration: source, backends: [bench.harness.backend])
        return try await bench.withStack(stack, body)
    }

    /// The secrets in the options of a bench's stores, by the variables that the file refers to.
    private static func secrets(_ bench: ConformanceBench) throws -> [String: String] {
        let names = bench.harness.backend.type.options.filter(\.isSecret).map(\.name)
        var variables: [String: String] = [:]
        for store in try bench.placedConfigurations() {
            for name in names { variables["SECRET_\(name)"] = store.options[name] }
        }
        return variables
    }

    /// The text of a file with the bench's stores at another place, in JSON, which is also YAML.
    private static func text(
        _ bench: ConformanceBench, at name: String = "file", type: String? = nil, extra: String = ""
    ) throws -> String {
        let secrets = bench.harness.backend.type.options.filter(\.isSecret).map(\.name)
        let stores = try bench.placedConfigurations(at: name).map { store in
            var entries = ["\"type\": \(quoted(type ?? store.type.name))"]
            if let location = store.location { entries.append("\"location\": \(quoted(location))") }
            if let file = store.file { entries.append("\"file\": \(quoted(file))") }
            let options = store.options.names.map { option in
                secrets.contains(option)
                    ? "\(quoted(option)): {\"env\": \(quoted("SECRET_\(option)"))}"
                    : "\(quoted(option)): \(quoted(store.options[option] ?? ""))"
            }
            if !options.isEmpty { entries.append("\"options\": {\(options.joined(separator: ", "))}") }
            return "\(quoted(store.name)): {\(entries.joined(separator: ", "))\(extra)}"
        }
        return "{\"stores\": {\(stores.joined(separator: ", "))}}"
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// Saves the library and reads it back.
    private static func works(_ bench: ConformanceBench, _ stack: PersistentStack) async throws {
        try await stack.perform { context in
            try Library.insert(in: context)
            try context.save()
        }
        let names = try await stack.perform { try $0.fetch(Book.all).map { $0.author?.name } }
        try expectEqual(names, Library.books.map { $0.author?.name }, "authors of books")
    }

    private static let files: [ConformancePromise] = [
        promise("A stack opens from a file in YAML") { bench in
            try await withStack(bench, try text(bench)) { try await works(bench, $0) }
        },
        promise("A stack opens from a file in JSON") { bench in
            try await withStack(bench, try text(bench), name: "granary.json") { try await works(bench, $0) }
        },
        promise("The same file opens the same data again", needs: .persistent) { bench in
            try await withStack(bench, try text(bench)) { try await works(bench, $0) }
            let count = try await withStack(bench, try text(bench)) { try await bench.books(in: $0) }
            try expectEqual(count, 10, "books")
        },
    ]

    private static let overrides: [ConformancePromise] = [
        promise("A variable of the environment overrides the file") { bench in
            let type = bench.harness.backend.type.type.name
            let names = try bench.configurations().map(\.name)
            let variables = Dictionary(
                uniqueKeysWithValues: names.map { ("GRANARY_STORES_\($0.uppercased())_TYPE", "nobody") })
            let stores = try await withStack(bench, try text(bench)) { $0.attachedStores.map(\.type.name) }
            try expectEqual(stores, names.map { _ in type }, "the store types of the file alone")
            try await expectErrorAsync(.unknownStoreType, "variables that override the file") {
                try await withStack(bench, try text(bench), variables: variables) { _ in }
            }
        },
        promise("An argument overrides the environment") { bench in
            let type = bench.harness.backend.type.type.name
            let names = try bench.configurations().map(\.name)
            let variables = Dictionary(
                uniqueKeysWithValues: names.map { ("GRANARY_STORES_\($0.uppercased())_TYPE", "nobody") })
            let arguments = names.map { "--granary-stores-\($0.lowercased())-type=\(type)" }
            let count = try await withStack(
                bench, try text(bench), variables: variables, arguments: arguments
            ) { try await bench.books(in: $0) }
            try expectEqual(count, 0, "books")
        },
        promise("A mistyped key is named with its path and the nearest one") { bench in
            let error = try await expectErrorAsync(.configuration, "opening") {
                try await withStack(bench, try text(bench, extra: ", \"optoins\": {}")) { _ in }
            }
            try expect(error.message.contains("Did you mean “options”?"), error.message)
            try expect(error.context.path?.hasSuffix("granary.yaml") ?? false, "the file is not named")
        },
        promise("All problems of a file are reported at once, and nothing is opened") { bench in
            let error = try await expectErrorAsync(.configuration, "opening") {
                try await withStack(bench, try text(bench, at: "new", extra: ", \"a\": 1, \"b\": 2")) { _ in }
            }
            try expect(error.message.contains("There are 4 problems"), error.message)
        },
    ]

    private static let readOnly: [ConformancePromise] = [
        promise("A read-only store is read and refuses to be written", needs: .persistent, .united) { bench in
            try await bench.saveLibrary()
            try await bench.stack.stop()
            let stack = try bench.stack(of: try bench.configurations { $0.isReadOnly = true })
            try await bench.withStack(stack) { stack in
                try expectEqual(try await bench.books(in: stack), 10, "books")
                try await expectErrorAsync(.denied, "saving") { try await bench.saveTag("new", in: stack) }
                try expectEqual(try await bench.words(in: stack).count, 4, "tags")
            }
        },
        promise("A read-only store that does not exist is an error and is not made", needs: .persistent) {
            bench in
            let stack = try bench.stack(of: try bench.configurations(at: "new") { $0.isReadOnly = true })
            try expectError(.notFound, "starting") { try stack.start() }
            try expect(!stack.isStarted, "the stack is started")
            let writable = try bench.anotherStack(at: "new")
            try expectEqual(
                try await bench.withStack(writable) { try await bench.books(in: $0) }, 0, "books afterwards")
            try await writable.destroyPersistentStores()
        },
    ]

    private static var sharing: ConformancePromise {
        promise("Two configurations at one place with different options are refused") { bench in
            var stores = try bench.configurations(at: "new")
            let places = try stores.map { try bench.harness.backend.type.location(of: $0) }
            guard Set(places).count == 1, places.first != .some(nil) else { return }
            stores[1].isReadOnly = true
            let stack = try bench.stack(of: stores)
            try expectError(.configuration, "starting") { try stack.start() }
        }
    }
}
