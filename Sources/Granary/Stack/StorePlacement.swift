/// Which configurations share a store, because they name the same place.
struct StorePlacement {
    private let groups: [[StoreConfiguration]]
    private let schema: Schema
    private let registry: StoreRegistry

    /// Groups configurations by type and place.
    init(_ configurations: [StoreConfiguration], _ schema: Schema, _ registry: StoreRegistry) throws {
        var groups: [[StoreConfiguration]] = []
        var places: [Value: Int] = [:]
        for configuration in configurations {
            let place = try registry.backend(for: configuration.type).location(of: configuration)
            // By bytes, as places are told apart.
            let key = place.map { Value.text("\(configuration.type) \($0)") }
            if let key, let position = places[key] {
                try Self.checkSame(configuration, groups[position])
                groups[position].append(configuration)
            } else {
                if let key { places[key] = groups.count }
                groups.append([configuration])
            }
        }
        self.groups = groups
        self.schema = schema
        self.registry = registry
    }

    private static func checkSame(_ configuration: StoreConfiguration, _ group: [StoreConfiguration]) throws {
        guard let first = group.first else { return }
        if first.options != configuration.options || first.isReadOnly != configuration.isReadOnly {
            throw GranaryError(
                .configuration,
                "The configurations “\(first.name)” and “\(configuration.name)” share one store but set different options; give both the same."
            )
        }
    }

    /// The configurations that share a store with one, and that one.
    func group(of name: String) -> [StoreConfiguration] {
        groups.first { $0.contains { $0.name == name } } ?? []
    }

    /// Throws where one of some configurations shares its store with one that is not among them.
    func requireApart(_ configurations: [StoreConfiguration]) throws {
        for group in groups where group.contains(where: configurations.contains) {
            guard let other = group.first(where: { !configurations.contains($0) }) else { continue }
            let name = group.first(where: configurations.contains)?.name ?? ""
            throw GranaryError(
                .configuration,
                "The configuration “\(name)” shares its store with “\(other.name)”, whose objects would be lost; name both, or erase “\(name)” only."
            )
        }
    }

    /// Opens the stores that are not open yet, and names those no longer wanted.
    ///
    /// After an error everything is as before: what was opened is closed, and what was made is removed. `note` is told
    /// what becomes of configurations; `isCancelled` says whether to give up before the next store.
    ///
    /// - Throws: what opening a store throws; ``GranaryError/Code/cancelled``.
    func open(
        reusing present: [OpenStore], _ observer: OperationObserver? = nil,
        note: @escaping (StoreStatus.State, [StoreConfiguration]) -> Void = { _, _ in },
        isCancelled: () -> Bool = { false }
    ) throws -> OpenedStores {
        var opened = OpenedStores()
        do {
            for group in groups {
                // A store that was opened for more holds this too, so it need not be opened again.
                if let same = present.first(where: { Set($0.opened).isSuperset(of: group) }) {
                    opened.stores.append(
                        OpenStore(configurations: group, opened: same.opened, member: same.member))
                } else {
                    if isCancelled() { throw Cancellation.error }
                    let store = try open(group, observer, note)
                    opened.stores.append(store)
                    opened.added.append(store)
                }
            }
            if isCancelled() { throw Cancellation.error }
        } catch {
            takeBack(opened.added, observer)
            throw error
        }
        opened.obsolete = present.filter { old in
            !opened.stores.contains { $0.member.store === old.member.store }
        }
        opened.placement = placement(opened.stores)
        return opened
    }

    /// Closes stores that were opened, and removes those that were made, with all their files.
    ///
    /// Nothing is thrown: the error that leads here says more than what closing them says.
    func takeBack(_ stores: [OpenStore], _ observer: OperationObserver?) {
        for store in stores {
            // Another process may have found the new store and saved something in it.
            let isRemoved = store.member.store.isNew && ((try? isEmpty(store)) ?? false)
            try? store.close(observer)
            if isRemoved, let configuration = store.configurations.first {
                try? registry.backend(for: configuration.type).destroy(configuration)
            }
        }
    }

    private func isEmpty(_ store: OpenStore) throws -> Bool {
        let session = try store.member.store.makeSession()
        defer { session.end() }
        return try schema.entities(in: store.configurations.map(\.name)).allSatisfy { entity in
            var request = FetchRequest(entity: entity)
            request.isStream = true
            let cursor = try session.fetch(request).cursor
            defer { cursor.close() }
            return try !cursor.advance()
        }
    }

    private func open(
        _ group: [StoreConfiguration], _ observer: OperationObserver?,
        _ note: @escaping (StoreStatus.State, [StoreConfiguration]) -> Void
    ) throws -> OpenStore {
        let names = group.map(\.name)
        let name = names.joined(separator: ", ")
        note(.opening, group)
        do {
            return try observed(by: observer, Operation(.open, namespace: name, system: group[0].type)) {
                try open(group, names) { note(.migrating, group) }
            }
        } catch var error as GranaryError {
            error.context.store = error.context.store ?? name
            error.context.storeType = error.context.storeType ?? group[0].type.name
            note(.failed(error), group)
            throw error
        }
    }

    private func open(
        _ group: [StoreConfiguration], _ names: [String], willMigrate: @escaping () -> Void
    ) throws -> OpenStore {
        var configuration = group[0]
        configuration.onIncompatible = configuration.incompatiblePolicy
        let request = StoreOpenRequest(
            configuration: configuration, entities: schema.entities(in: names),
            links: schema.links(in: names),
            fingerprint: schema.fingerprint(of: names))
        let backend = try registry.backend(for: group[0].type)
        let store = try StorePreparation(request, backend, schema.migrations, willMigrate: willMigrate).open()
        return OpenStore(
            configurations: group, opened: group,
            member: StoreCoordinator.Member(
                store: store, type: group[0].type, name: names.joined(separator: ", "),
                isReadOnly: group[0].isReadOnly))
    }

    private func placement(_ stores: [OpenStore]) -> [Int] {
        schema.entities.map { entity in
            stores.firstIndex { $0.configurations.contains { $0.name == entity.configuration } } ?? -1
        }
    }
}

/// The stores that are open after an opening.
struct OpenedStores {
    /// All of them.
    var stores: [OpenStore] = []
    /// Those that were opened now.
    var added: [OpenStore] = []
    /// Those that were open and are not wanted any more; they are still open.
    var obsolete: [OpenStore] = []
    /// The position of the store of each entity; -1 where there is none.
    var placement: [Int] = []
}
