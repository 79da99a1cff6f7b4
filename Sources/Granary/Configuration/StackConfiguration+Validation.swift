extension StackConfiguration {
    /// Checks everything that can be checked without opening a store.
    ///
    /// It checks the type, options and paths of every store. With a schema it also checks that each of its
    /// configurations has exactly one store, that no store is for another configuration, and the sections of modules.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with a line for every problem;
    ///   ``GranaryError/Code/unknownStoreType`` when unregistered types are the only problem.
    public func validate(for schema: Schema?, registry: StoreRegistry) throws {
        try validate(for: ConfigurationRequest(schema: schema, registry: registry))
    }

    /// The same for a request, which also says what sections there may be.
    ///
    /// - Throws: as ``validate(for:registry:)``.
    public func validate(for request: ConfigurationRequest) throws {
        try problems(for: request, origins: ConfigurationOrigins()).throwAll()
    }

    func problems(
        for request: ConfigurationRequest, origins: ConfigurationOrigins
    ) -> [ConfigurationProblem] {
        let sections = SectionCheck(known: request.knownSections, origins: origins)
        let problems =
            settingsProblems(origins) + sections.problems(settings.sections)
            + storeProblems(request.registry, origins, beside: [])
            + (request.isForPlainStack ? accountProblems(origins) : [])
            + request.demands.flatMap { $0(self) }.map { origins.problem($0.key, $0.text) }
        guard let schema = request.schema else { return problems }
        return problems + strangers(to: schema, origins) + homeless(of: schema, origins)
    }

    /// The faults of these stores when added to a stack that already has stores.
    func problems(
        attachingTo schema: Schema, beside present: [StoreConfiguration], registry: StoreRegistry
    ) -> [ConfigurationProblem] {
        let origins = ConfigurationOrigins()
        let names = Set(present.map(\.name))
        let taken = Set(stores.map(\.name)).intersection(names).sorted().map { name in
            origins.problem(
                ["stores", name],
                "A store is attached for this configuration already; detach that one first.")
        }
        return storeProblems(registry, origins, beside: present) + strangers(to: schema, origins) + taken
            + accountProblems(origins)
    }

    /// A problem for each store that every account has for itself: a stack that is opened plainly has no account.
    private func accountProblems(_ origins: ConfigurationOrigins) -> [ConfigurationProblem] {
        stores.filter(\.isPerAccount).map { store in
            origins.problem(
                ["stores", store.name, "perAccount"],
                "Every account has a store of its own here, and a stack that is opened by itself has no account. Open the stores of an account by accounts, or leave out `perAccount`."
            )
        }
    }

    /// The faults of single stores, and names and places that several stores have.
    private func storeProblems(
        _ registry: StoreRegistry, _ origins: ConfigurationOrigins, beside present: [StoreConfiguration]
    ) -> [ConfigurationProblem] {
        let check = StoreCheck(registry: registry, origins: origins)
        let named = Dictionary(grouping: stores, by: \.name).sorted { $0.key < $1.key }
        let repeated = named.filter { $0.value.count > 1 }.map { name, same in
            origins.problem(
                ["stores", name], "There are \(same.count) stores for this configuration; keep one.")
        }
        let places = PlaceCheck(registry: registry, origins: origins)
        return stores.flatMap(check.problems) + repeated + places.problems(stores, beside: present)
    }

    private func settingsProblems(_ origins: ConfigurationOrigins) -> [ConfigurationProblem] {
        let allowed = StoreOption.Kind.integer(StackSettings.allowedWorkers).allowed
        let numbers = [("workers", settings.workers), ("generalActions", settings.generalActions)]
        return numbers.filter { !StackSettings.allowedWorkers.contains($0.1) }.map { name, number in
            origins.problem(["stack", name], "“\(number)” is not \(allowed).")
        } + restProblems(origins)
    }

    private func restProblems(_ origins: ConfigurationOrigins) -> [ConfigurationProblem] {
        let range = StackSettings.allowedRests
        guard let time = settings.restsAfter,
            time < .milliseconds(range.lowerBound) || time > .milliseconds(range.upperBound)
        else { return [] }
        return [
            origins.problem(
                ["stack", "restsAfter"], "“\(time)” is not \(StoreOption.Kind.duration(range).allowed).")
        ]
    }

    /// Stores for configurations that the schema does not have.
    private func strangers(to schema: Schema, _ origins: ConfigurationOrigins) -> [ConfigurationProblem] {
        let known = schema.configurations
        let list = known.isEmpty ? "it has none" : known.joined(separator: ", ")
        return stores.filter { !known.contains($0.name) }.map { store in
            var problem = origins.problem(
                ["stores", store.name],
                "The schema “\(schema.name)” has no configuration of this name (\(list)).")
            problem.mistyped = (store.name, known)
            return problem
        }
    }

    /// Configurations of the schema that have no store.
    private func homeless(of schema: Schema, _ origins: ConfigurationOrigins) -> [ConfigurationProblem] {
        schema.configurations.filter { store(for: $0) == nil }.map { name in
            let models = schema.entities(in: name).map(\.name).joined(separator: ", ")
            let whose = models.isEmpty ? "" : ", so \(models) would be stored nowhere"
            return origins.problem(
                ["stores", name],
                "The configuration “\(name)” has no store\(whose); add `\(name): { type: … }` under `stores`."
            )
        }
    }
}
