extension StackConfiguration {
    /// Checks everything that can be checked before a store is opened.
    ///
    /// Store types, options and paths of every store; with a schema also that every configuration of it has
    /// exactly one store and that no store is for another configuration.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with a line for every problem;
    ///   ``GranaryError/Code/unknownStoreType`` when unregistered types are the only problem.
    public func validate(for schema: Schema?, registry: StoreRegistry) throws {
        try problems(for: schema, registry: registry, origins: ConfigurationOrigins()).throwAll()
    }

    func problems(
        for schema: Schema?, registry: StoreRegistry, origins: ConfigurationOrigins
    ) -> [ConfigurationProblem] {
        let check = StoreCheck(registry: registry, origins: origins)
        var problems = settingsProblems(origins) + stores.flatMap(check.problems)
        for (name, same) in Dictionary(grouping: stores, by: \.name).sorted(by: { $0.key < $1.key })
        where same.count > 1 {
            problems.append(
                origins.problem(
                    ["stores", name], "There are \(same.count) stores for this configuration; keep one."))
        }
        if let schema { problems += placementProblems(for: schema, origins) }
        return problems
    }

    private func settingsProblems(_ origins: ConfigurationOrigins) -> [ConfigurationProblem] {
        let workers = settings.workers
        guard !StackSettings.allowedWorkers.contains(workers) else { return [] }
        let allowed = StoreOption.Kind.integer(StackSettings.allowedWorkers).allowed
        return [origins.problem(["stack", "workers"], "“\(workers)” is not \(allowed).")]
    }

    private func placementProblems(
        for schema: Schema, _ origins: ConfigurationOrigins
    ) -> [ConfigurationProblem] {
        let known = schema.configurations
        let list = known.isEmpty ? "it has none" : known.joined(separator: ", ")
        let strangers = stores.filter { !known.contains($0.name) }.map { store in
            var problem = origins.problem(
                ["stores", store.name],
                "The schema “\(schema.name)” has no configuration of this name (\(list)).")
            problem.mistyped = (store.name, known)
            return problem
        }
        let homeless = known.filter { store(for: $0) == nil }.map { name in
            let models = schema.entities(in: name).map(\.name).joined(separator: ", ")
            let whose = models.isEmpty ? "" : ", so \(models) would be stored nowhere"
            return origins.problem(
                ["stores", name],
                "The configuration “\(name)” has no store\(whose); add `\(name): { type: … }` under `stores`."
            )
        }
        return strangers + homeless
    }
}
