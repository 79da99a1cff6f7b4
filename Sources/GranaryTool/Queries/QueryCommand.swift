import ArgumentParser
import Granary

/// Answers a query that is written as text.
struct QueryCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "query",
            abstract: "Answers a query: Book where year > 1900 sorted by title limit 5.",
            discussion: """
                The grammar is in the guide, under “Queries as text”. Objects are printed \
                as a table, with --json as a list; without a limit in the query, up to 100. \
                No store is changed: one that is not there, or holds other models, is an \
                error.
                """)
    }

    @Argument(help: "The query; put it between single quotes.")
    var query: String

    @Flag(help: "Print the number of objects.")
    var count = false

    @Flag(help: "Print how the query would be answered.")
    var explain = false

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let schema = try Program.requiredSchema(
            for: "query", instead: "stores are looked at without models by “stores” and “schema show”.")
        let type = try model(in: schema)
        let setup = try await ToolSetup.read(Program.self, options)
        // A mistake in the text opens no store.
        try check(type, schema)
        let stores = try setup.stores()
        for store in stores { try requireCurrent(store, schema) }
        let stack = try await PersistentStack.open(
            schema, configuration: reading(setup.configuration, stores), backends: Program.backends)
        do {
            let answer = try await answer(of: type, schema, stack, screen)
            try await stack.close()
            return answer
        } catch {
            try? await stack.close()
            throw error
        }
    }

    private func model(in schema: Schema) throws -> any Model.Type {
        let name = try QueryText.model(of: query)
        if let type = schema.entity(name)?.type as? any Model.Type { return type }
        let names = schema.entities.map(\.name).sorted()
        throw GranaryError(
            .query,
            "There is no model “\(ShownText.clean(name))”.\(NearestMatch.question(name, in: names)) The models are: \(names.joined(separator: ", "))."
        )
    }

    /// A configuration that opens its stores without writing, but those that are made anew each time.
    private func reading(_ configuration: StackConfiguration, _ placed: [PlacedStore]) -> StackConfiguration {
        let kept = Set(placed.filter { $0.backend.capabilities.contains(.persistent) }.flatMap(\.names))
        let stores = configuration.stores.map { store in
            var store = store
            store.isReadOnly = kept.contains(store.name)
            return store
        }
        return StackConfiguration(
            location: configuration.location, stores: stores, settings: configuration.settings)
    }

    /// Opening would make a store that is not there, and migrate one of another version.
    private func requireCurrent(_ store: PlacedStore, _ schema: Schema) throws {
        let report = StoreReport(store, schema: schema)
        switch report.state {
        case .current, .memory, .unknown: return
        case .absent:
            throw GranaryError(.notFound, "The store of \(store.label) does not exist yet.")
        case .behind, .refused, .present, .failed:
            throw GranaryError(
                .incompatible,
                "The store of \(store.label) is not that of these models; `\(Program.name) stores` and `\(Program.name) migrations` say what is there."
            )
        }
    }

    private func check<M: Model>(_ type: M.Type, _ schema: Schema) throws {
        _ = try Query<M>(parsing: query, in: schema)
    }

    private func answer<M: Model>(
        of type: M.Type, _ schema: Schema, _ stack: PersistentStack, _ screen: Screen
    ) async throws -> ToolAnswer {
        let query = try Query<M>(parsing: self.query, in: schema)
        if count {
            let count = try await stack.perform { try $0.count(query) }
            return ToolAnswer(text: "\(count)", document: CountDocument(count: count))
        }
        if explain {
            let plan = try await stack.perform { "\(try $0.explain(query))" }
            return ToolAnswer(text: plan, document: PlanDocument(plan: plan))
        }
        let most = query.limit ?? Self.most
        let found = try await stack.perform { context in
            try context.fetch(query.limit(query.limit ?? Self.most + 1)).map(\.snapshot)
        }
        let entity = schema.entity(of: M.self)
        let columns = entity.map { entity in (0..<entity.propertyCount).map { entity.propertyName($0) } }
        return try ObjectListing(
            Array(found.prefix(most)), columns: columns ?? [], hasMore: found.count > most
        ).answer(screen.width)
    }

    /// The number of objects that are printed of a query without a limit.
    private static var most: Int { 100 }
}

/// The document that `query --count --json` prints.
struct CountDocument: Codable, Sendable, Equatable {
    var count: Int
}

/// The document that `query --explain --json` prints.
struct PlanDocument: Codable, Sendable, Equatable {
    var plan: String
}
