extension StorePlacement {
    /// Receives the states and progress of stores, and says when to give up.
    struct Report {
        var observer: OperationObserver?
        /// The cancellation to check: before the next store, and in the middle of a migration.
        var cancellation: Cancellation?
        /// Receives the state of configurations.
        var setStatus: @Sendable (StoreStatus.State, [StoreConfiguration]) -> Void = { _, _ in }
        /// Receives the progress of the migration of the store of some configurations.
        var progress: @Sendable (MigrationProgress, [StoreConfiguration]) -> Void = { _, _ in }
    }

    /// Opens the stores that are not open yet, and names those no longer wanted.
    ///
    /// After an error nothing has changed: opened stores are closed, new ones removed, and changed ones restored. For
    /// that, stores that fit are opened first, then those that are migrated, and finally those to which a configuration
    /// adds its tables. Each store but the last is copied before it is changed: after the last nothing can fail. A
    /// chain of migrations that is interrupted in the last one keeps the complete ones.
    ///
    /// A store that is open, or was closed only for this change, keeps its presence.
    ///
    /// - Throws: any error from opening a store; ``GranaryError/Code/cancelled``.
    func open(
        reusing present: [OpenStore], following closed: [OpenStore] = [], _ report: Report = Report()
    ) throws -> OpenedStores {
        let former = present + closed
        var opened = OpenedStores()
        do {
            var slots: [OpenStore?] = groups.map { group in
                // A store that was opened for more holds this too, so it need not be opened again.
                present.first { Set($0.opened).isSuperset(of: group) }.map {
                    OpenStore(configurations: group, opened: $0.opened, member: $0.member)
                }
            }
            let missing = groups.indices.filter { slots[$0] == nil }
            let reused = Set(slots.compactMap { $0.map { ObjectIdentifier($0.member.store) } })
            // Waiting for the work in an unwanted store comes last, and may fail.
            let isLast = present.allSatisfy { reused.contains(ObjectIdentifier($0.member.store)) }
            let isAlone = missing.count == 1 && isLast
            var changing: [Int] = []
            var joined: [Int] = []
            for position in missing {
                try report.cancellation?.check()
                if !isAlone, isJoined(groups[position], report) {
                    joined.append(position)
                } else if let store = try open(groups[position], report, changes: isAlone, former) {
                    slots[position] = store
                    opened.added.append(store)
                } else {
                    changing.append(position)
                }
            }
            changing += joined
            for position in changing {
                try report.cancellation?.check()
                // A store that the stack has open and that gets tables cannot be replaced by a copy.
                let isInUse =
                    joined.contains(position) && present.contains { isOpen(groups[position], in: $0) }
                let isGuarded = !isInUse && (!isLast || position != changing.last)
                let safeguard = isGuarded ? try safeguard(groups[position]) : nil
                if let safeguard { opened.safeguards.append(safeguard) }
                guard let store = try open(groups[position], report, changes: true, former) else { continue }
                if safeguard != nil { opened.safeguards[opened.safeguards.count - 1].acceptChange() }
                slots[position] = store
                opened.added.append(store)
            }
            if !isLast || changing.isEmpty { try report.cancellation?.check() }
            opened.stores = slots.compactMap { $0 }
        } catch {
            restore(opened, report.observer)
            throw error
        }
        opened.obsolete = present.filter { old in
            !opened.stores.contains { $0.member.store === old.member.store }
        }
        opened.placement = placement(opened.stores)
        return opened
    }

    /// Closes opened stores, removes new ones, with all their files, and restores changed ones.
    ///
    /// Nothing is thrown: the error that leads here says more than an error from closing them. `wereOffered` says
    /// whether work may have saved in them.
    func restore(_ opened: OpenedStores, _ observer: OperationObserver?, wereOffered: Bool = false) {
        for store in opened.added {
            // Another process may have found the new store and saved something in it.
            let isRemoved = store.member.store.isNew && ((try? isEmpty(store)) ?? false)
            try? store.close(observer)
            if isRemoved, let configuration = store.configurations.first {
                try? registry.backend(for: configuration.type).destroy(configuration)
            }
        }
        for safeguard in opened.safeguards {
            // A store that cannot be restored keeps its copy.
            try? safeguard.restore(wasOffered: wereOffered)
        }
    }

    /// The content of the store of some configurations, before it is changed.
    private func safeguard(_ group: [StoreConfiguration]) throws -> StoreSafeguard? {
        try StoreSafeguard(registry.backend(for: group[0].type), group[0])
    }

    private func isOpen(_ group: [StoreConfiguration], in store: OpenStore) -> Bool {
        group.contains(where: store.opened.contains)
    }

    /// Whether the store of some configurations exists without the tables of one of them.
    private func isJoined(_ group: [StoreConfiguration], _ report: Report) -> Bool {
        // A store that cannot be inspected cannot be opened either, and that error says more.
        (try? preparation(group, group.map(\.name), report) {}.wouldAddTables()) ?? false
    }

    /// Opens the store of some configurations; `nil` for one that would have to be changed first, and may not be yet.
    private func open(
        _ group: [StoreConfiguration], _ report: Report, changes: Bool, _ former: [OpenStore]
    ) throws -> OpenStore? {
        let names = group.map(\.name)
        let name = names.joined(separator: ", ")
        report.setStatus(.opening, group)
        do {
            return try reporting(
                to: report.observer, Operation(.open, namespace: name, system: group[0].type)
            ) {
                var isOfNewerVersion = false
                let preparation = try preparation(group, names, report) { isOfNewerVersion = true }
                return try (changes ? preparation.open() : preparation.openUnchanged()).map { store in
                    let same = former.first { $0.member.store.identity.id == store.identity.id }
                    return OpenStore(
                        configurations: group, opened: group,
                        member: StoreCoordinator.Member(
                            store: store, type: group[0].type, name: name, isReadOnly: group[0].isReadOnly,
                            isOfNewerVersion: isOfNewerVersion,
                            presence: same?.member.presence ?? StorePresence()))
                }
            }
        } catch var error as GranaryError {
            error.context.store = error.context.store ?? name
            error.context.storeType = error.context.storeType ?? group[0].type.name
            report.setStatus(.failed(error), group)
            throw error
        }
    }

    private func preparation(
        _ group: [StoreConfiguration], _ names: [String], _ report: Report,
        _ willOnlyRead: @escaping () -> Void
    ) throws -> StorePreparation {
        var configuration = group[0]
        configuration.onIncompatible = configuration.incompatiblePolicy
        let monitor = MigrationMonitor(report.cancellation) { report.progress($0, group) }
        return StorePreparation(
            StoreOpenRequest(to: schema, names, configuration),
            try registry.backend(for: configuration.type), schema.migrations, monitor: monitor,
            willMigrate: { report.setStatus(.migrating, group) }, willOnlyRead: willOnlyRead)
    }
}
