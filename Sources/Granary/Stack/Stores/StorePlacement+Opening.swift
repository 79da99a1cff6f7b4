internal import Logging

extension StorePlacement {
    /// Receives the states and progress of stores, and says when to give up.
    struct Report {
        /// The stores that stacks share, and the stack among them.
        let sharing: StackSharing
        var observer: OperationObserver?
        /// Logs what was done with each store: at level `info`, unless a store was made that may have been lost.
        var logger: Logger?
        /// The cancellation to check: before the next store, and in the middle of a migration.
        var cancellation: Cancellation?
        /// Receives the state of configurations.
        var setStatus: @Sendable (StoreStatus.State, [StoreConfiguration]) -> Void = { _, _ in }
        /// Receives the progress of the migration of the store of some configurations.
        var progress: @Sendable (MigrationProgress, [StoreConfiguration]) -> Void = { _, _ in }

        /// Logs what was done with the store of some configurations.
        func tell(_ what: String, _ group: [StoreConfiguration], at level: Logger.Level = .info) {
            let type = group.first?.type.name ?? ""
            logger?.log(level: level, "The store “\(Self.names(group))” (\(type)) was \(what).")
        }

        /// The names of configurations that share a store.
        static func names(_ group: [StoreConfiguration]) -> String {
            group.map(\.name).joined(separator: ", ")
        }
    }

    /// Opens the stores that are not open yet, and names those no longer wanted.
    ///
    /// After an error nothing has changed: opened stores are closed, new ones removed, and changed ones restored. For
    /// that, stores that fit are opened first, then those that are migrated, and finally those to which a configuration
    /// adds its tables. Each store but the last is copied before it is changed: after the last nothing can fail. A
    /// chain of migrations that is interrupted in the last one keeps the complete ones.
    ///
    /// A store that is open, or was closed only for this change, keeps its presence. One that a stack has open which
    /// shares its stores is not opened again.
    ///
    /// - Throws: any error from opening a store; ``GranaryError/Code/cancelled``.
    func open(
        reusing present: [OpenStore], following closed: [OpenStore] = [], _ report: Report
    ) throws -> OpenedStores {
        let former = present + closed
        var opened = OpenedStores()
        var made = MadeStores(registry: registry)
        var claims = StoreClaims(report.sharing, report.cancellation)
        defer { claims.releaseAll() }
        do {
            var slots: [OpenStore?] = groups.map { group in
                // A store that was opened for more holds this too, so it need not be opened again.
                present.first { Set($0.opened).isSuperset(of: group) }.map {
                    OpenStore(
                        configurations: group, opened: $0.opened, shared: $0.shared, member: $0.member)
                }
            }
            let wanted = groups.indices.filter { slots[$0] == nil }
            for position in wanted.sorted(by: { places[$0] < places[$1] }) {
                try claims.claim(places[position])
                guard let shared = try joined(position, report) else { continue }
                if let own = present.first(where: { $0.shared === shared }) {
                    slots[position] = extend(own, to: groups[position])
                } else {
                    let presence = StorePresence(sharers: shared.sharers)
                    let store = take(shared, groups[position], presence, isJoined: true, report)
                    report.tell("opened, as another stack has it", groups[position])
                    slots[position] = store
                    opened.added.append(store)
                }
                claims.release(places[position])
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
                } else if let store = try open(position, report, changes: isAlone, former, &made) {
                    slots[position] = store
                    opened.added.append(store)
                    claims.release(places[position])
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
                if let safeguard { opened.safeguards.append((places[position], safeguard)) }
                guard let store = try open(position, report, changes: true, former, &made) else {
                    continue
                }
                if safeguard != nil {
                    opened.safeguards[opened.safeguards.count - 1].safeguard.acceptChange()
                }
                slots[position] = store
                opened.added.append(store)
                claims.release(places[position])
            }
            if !isLast || changing.isEmpty { try report.cancellation?.check() }
            opened.stores = slots.compactMap { $0 }
            made.tell(report)
        } catch {
            // Before the claims are released, since their stores may be half changed.
            for (place, safeguard) in opened.safeguards where claims.contains(place) {
                // A store that cannot be restored keeps its copy.
                try? safeguard.restore(wasOffered: false)
            }
            opened.safeguards.removeAll { claims.contains($0.place) }
            // Restoring claims one place after the other, and must not wait with later ones.
            claims.releaseAll()
            restore(opened, to: present, report.sharing, report.observer)
            throw error
        }
        opened.obsolete = present.filter { old in
            !opened.stores.contains { $0.member.store === old.member.store }
        }
        opened.placement = placement(opened.stores)
        return opened
    }

    /// Closes opened stores, removes new ones, with all their files, and restores changed ones, but for those that other
    /// stacks have by now.
    ///
    /// Nothing is thrown: the error that leads here says more than an error from closing them. `wereOffered` says
    /// whether work may have saved in them, and `present` are the stores that the stack has as before.
    func restore(
        _ opened: OpenedStores, to present: [OpenStore], _ sharing: StackSharing,
        _ observer: OperationObserver?, wereOffered: Bool = false
    ) {
        for store in opened.added {
            let former = present.first { $0.shared.place == store.shared.place }
            try? sharing.leave(store, for: former) {
                // Another process may have found the new store and saved something in it. One that another stack has
                // made stays, even if that has left it since.
                let isRemoved = store.member.isNew && ((try? isEmpty(store)) ?? false)
                try? store.close(observer)
                if isRemoved, let configuration = store.configurations.first {
                    try? registry.backend(for: configuration.type).destroy(configuration)
                }
            }
        }
        for (place, safeguard) in opened.safeguards {
            try? sharing.claiming([place]) {
                if sharing.othersHaveStore(at: place) { return safeguard.drop() }
                // Stacks that have left it since may have saved in it.
                let wasShared = opened.added.contains {
                    $0.shared.place == place && $0.shared.sharers.haveBeenSeveral
                }
                // A store that cannot be restored keeps its copy.
                try? safeguard.restore(wasOffered: wereOffered || wasShared)
            }
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
        (try? preparation(group, group.map(\.name), report).wouldAddTables()) ?? false
    }

    /// The store of some configurations that another stack has open, and that fits them; `nil` if none has.
    private func joined(_ position: Int, _ report: Report) throws -> SharedStore? {
        let group = groups[position]
        guard report.sharing.othersHaveStore(at: places[position]),
            let shared = report.sharing.stores.store(at: places[position])
        else { return nil }
        do { try shared.requireFit(group) } catch {
            if let error = error as? GranaryError { report.setStatus(.failed(error), group) }
            throw error
        }
        return shared
    }

    /// A store that the stack has open already, together with others, for more configurations: it stays what it is.
    private func extend(_ own: OpenStore, to group: [StoreConfiguration]) -> OpenStore {
        OpenStore(
            configurations: group, opened: own.opened.filter { !group.contains($0) } + group,
            shared: own.shared,
            member: member(own.shared, group, own.member.presence, isNew: own.member.isNew))
    }

    /// Makes an open store one of the stack; `isJoined` says whether another stack has opened it.
    private func take(
        _ shared: SharedStore, _ group: [StoreConfiguration], _ presence: StorePresence, isJoined: Bool,
        _ report: Report
    ) -> OpenStore {
        shared.sharers.add(report.sharing.broadcaster, presence)
        return OpenStore(
            configurations: group, opened: group, shared: shared,
            member: member(shared, group, presence, isNew: shared.store.isNew && !isJoined))
    }

    private func member(
        _ shared: SharedStore, _ group: [StoreConfiguration], _ presence: StorePresence, isNew: Bool
    ) -> StoreCoordinator.Member {
        StoreCoordinator.Member(
            store: shared.store, type: group[0].type, name: group.map(\.name).joined(separator: ", "),
            isReadOnly: group[0].isReadOnly, isOfNewerVersion: shared.isOfNewerVersion,
            isNew: isNew, presence: presence, keys: shared.keys)
    }

    /// Opens the store of some configurations; `nil` for one that would have to be changed first, and may not be yet.
    private func open(
        _ position: Int, _ report: Report, changes: Bool, _ former: [OpenStore], _ made: inout MadeStores
    ) throws -> OpenStore? {
        let group = groups[position]
        let names = group.map(\.name)
        let name = names.joined(separator: ", ")
        report.setStatus(.opening, group)
        do {
            return try reporting(
                to: report.observer, Operation(.open, namespace: name, system: group[0].type)
            ) {
                var (isOfNewerVersion, isReplaced) = (false, false)
                let preparation = try preparation(group, names, report) {
                    isReplaced = isReplaced || $0 != .migrated
                } willOnlyRead: {
                    isOfNewerVersion = true
                }
                return try (changes ? preparation.open() : preparation.openUnchanged()).map { store in
                    let same = former.first { $0.member.store.identity.id == store.identity.id }?.member
                    let presence = same?.presence ?? StorePresence()
                    let shared = SharedStore(
                        store, at: places[position], for: group, isOfNewerVersion: isOfNewerVersion,
                        keys: same?.keys ?? schema.entities.map { _ in KeySupply() },
                        sharers: presence.sharers)
                    report.sharing.stores.opened(shared)
                    let use =
                        isOfNewerVersion
                        ? "opened for reading only, since a newer version keeps it" : "opened"
                    if !made.note(group, isNew: store.isNew, isReplaced: isReplaced) {
                        report.tell(store.isNew ? "made" : use, group)
                    }
                    return take(shared, group, presence, isJoined: false, report)
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
        didTreat: @escaping (StoreTreatment) -> Void = { _ in }, willOnlyRead: @escaping () -> Void = {}
    ) throws -> StorePreparation {
        var configuration = group[0]
        configuration.onIncompatible = configuration.incompatiblePolicy
        let monitor = MigrationMonitor(report.cancellation) { report.progress($0, group) }
        var request = StoreOpenRequest(to: schema, names, configuration)
        request.sharing = report.sharing.stores.resources
        request.mustExist = group.contains(where: \.mustExist)
        return StorePreparation(
            request, try registry.backend(for: configuration.type), schema.migrations, monitor: monitor,
            willMigrate: { report.setStatus(.migrating, group) },
            didTreat: { treatment in
                report.tell(treatment.words, group)
                didTreat(treatment)
            }, willOnlyRead: willOnlyRead)
    }
}

extension StoreTreatment {
    /// What was done, as the end of a sentence.
    fileprivate var words: String {
        switch self {
        case .migrated: "migrated"
        case .movedAside: "moved aside; a new one takes its place"
        case .removed: "removed; a new one replaces it"
        }
    }
}
