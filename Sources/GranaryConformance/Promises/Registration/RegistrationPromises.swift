import Granary

/// Store types are registered by value, options are described, and mistakes are reported before any store opens.
enum RegistrationPromises: PromiseList {
    static let category = ConformanceCategory.registration

    static var promises: [ConformancePromise] { registering + options }

    /// A backend that claims the name of another.
    private enum Impostor<Original: StoreBackend>: StoreBackend {
        static var type: StoreType { Original.type }
        static var capabilities: Capabilities { [] }
        static var options: [StoreOption] { [] }
        static func location(of configuration: StoreConfiguration) throws -> String? { nil }
        static func open(_ request: StoreOpenRequest) throws -> any Store {
            throw GranaryError(.unsupported, "An impostor opens nothing.")
        }
        static func destroy(_ configuration: StoreConfiguration) throws {}
    }

    private static func impostor<Original: StoreBackend>(of type: Original.Type) -> any StoreBackend.Type {
        Impostor<Original>.self
    }

    private static let registering: [ConformancePromise] = [
        promise("Registering a backend twice has the effect of once") { bench in
            var registry = try bench.registry()
            try registry.register(bench.harness.backend.type)
            try expectEqual(registry.types, [bench.harness.backend.type.type], "types")
        },
        promise("Two backends of one name are refused") { bench in
            var registry = try bench.registry()
            let error = try expectError(.configuration, "registering another") {
                try registry.register(impostor(of: bench.harness.backend.type))
            }
            try expect(
                error.message.contains(bench.harness.backend.type.type.name), "the type is not named")
        },
        promise("An unregistered type is an error that names it and the registered ones") { bench in
            var configuration = try bench.configurations(at: "other")[0]
            configuration.type = "nobody"
            let stack = try PersistentStack(bench.schema(), registry: bench.registry())
            let error = try expectError(.unknownStoreType, "attaching") {
                try stack.attachPersistentStore(for: configuration)
            }
            try expect(error.message.contains("nobody"), "the type is not named")
            try expect(
                error.message.contains(bench.harness.backend.type.type.name), "the known type is not named")
        },
        promise("A mistyped type is an error that names the nearest one") { bench in
            let name = bench.harness.backend.type.type.name
            let error = try expectError(.unknownStoreType, "looking up") {
                _ = try bench.registry().backend(for: StoreType(String(name.dropLast())))
            }
            try expect(error.message.contains("Did you mean “\(name)”?"), error.message)
        },
        promise("A backend's type is a word that fits into a file and a variable") { bench in
            let name = bench.harness.backend.type.type.name
            let allowed = name.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || $0 == "-")
            }
            try expect(!name.isEmpty && allowed, "the store type's name “\(name)” is not allowed")
        },
    ]

    /// Checks the configurations of a bench, with a change to the first, as opening a stack would.
    private static func validate(
        _ bench: ConformanceBench, _ change: (inout StoreConfiguration) -> Void
    ) throws {
        var stores = try bench.placedConfigurations(at: "other")
        change(&stores[0])
        try StackConfiguration(stores: stores).validate(for: bench.schema(), registry: bench.registry())
    }

    /// A text that is invalid for an option of some kind; `nil` if every text is valid.
    private static func wrong(_ kind: StoreOption.Kind) -> String? {
        switch kind {
        case .bool, .integer, .size, .duration, .choice: "not-a-value"
        case .text, .directory: nil
        }
    }

    private static let options: [ConformancePromise] = [
        promise("Every option has a name of its own and says in a sentence what it does") { bench in
            let options = bench.harness.backend.type.options
            try expectEqual(Set(options.map(\.name)).count, options.count, "distinct names")
            for option in options {
                try expect(option.summary.hasSuffix("."), "the summary of \(option.name) is not a sentence")
                try expect(!option.name.contains("."), "“\(option.name)” cannot be a key")
            }
        },
        promise("A value that an option does not take is named with its key and the allowed values") {
            bench in
            for option in bench.harness.backend.type.options {
                guard let wrong = wrong(option.kind) else { continue }
                let error = try expectError(.configuration, option.name) {
                    try validate(bench) { $0.options[option.name] = wrong }
                }
                let name = try bench.configurations()[0].name
                try expectEqual(error.context.keyPath, "stores.\(name).options.\(option.name)", "key path")
                try expect(
                    error.message.contains(option.kind.allowed),
                    "the error does not say which values \(option.name) takes")
            }
        },
        promise("An unknown option is an error that names the nearest one") { bench in
            let known = bench.harness.backend.type.options.map(\.name)
            let mistyped = (known.first ?? "size") + "s"
            let error = try expectError(.configuration, "an unknown option") {
                try validate(bench) { $0.options[mistyped] = "1" }
            }
            try expect(error.message.contains(mistyped), "the option is not named")
            try expect(
                known.isEmpty || error.message.contains("Did you mean"),
                "the error suggests no similar option")
        },
        promise("A wrong secret is not shown") { bench in
            for option in bench.harness.backend.type.options where option.isSecret {
                let secret = "s3cret\u{0}value"
                do {
                    try validate(bench) { $0.options[option.name] = secret }
                } catch let error as GranaryError {
                    try expect(!"\(error)".contains("s3cret"), "the secret \(option.name) is shown")
                }
            }
            var options = StoreOptions(["password": "s3cret"])
            options["token"] = "s3cret"
            var shown = "\(options)"
            dump(options, to: &shown)
            try expect(!shown.contains("s3cret"), "options show their values")
        },
    ]
}
