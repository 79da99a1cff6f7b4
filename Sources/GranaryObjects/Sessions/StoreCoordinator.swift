package import FoundationEssentials
package import Logging

/// The open stores of a stack: the store of each entity, and the parts that its contexts share.
package final class StoreCoordinator: Sendable {
    /// One open store.
    package final class Member: Sendable {
        /// The store.
        package let store: any Store
        /// The store as one with a limit on sessions; `nil` if it has no limit.
        package let limited: (any LimitedStore)?
        /// The store's type.
        package let type: StoreType
        /// The names of the configurations whose objects the store holds.
        package let name: String
        /// Whether the store is open for reading only.
        package let isReadOnly: Bool
        /// Whether a newer version of the program keeps the store, which is why it is open for reading only.
        package let isOfNewerVersion: Bool
        /// Whether the stack has made the store; not one that another stack has made which shares it.
        package let isNew: Bool
        /// The time since the stack has the store open.
        package let presence: StorePresence
        /// The integer keys for new objects, by the position of their entity in the schema.
        package let keys: [KeySupply]
        /// Looks whether the store's files are at their place; `nil` for a store without files.
        let look: PlaceLook?

        /// Describes an open store.
        package init(
            store: any Store, type: StoreType, name: String, isReadOnly: Bool, isOfNewerVersion: Bool = false,
            isNew: Bool = false, presence: StorePresence = StorePresence(), keys: [KeySupply]
        ) {
            self.store = store
            self.isNew = isNew
            self.presence = presence
            self.keys = keys
            limited = store as? any LimitedStore
            look = PlaceLook(store)
            self.type = type
            self.name = name
            self.isReadOnly = isReadOnly || isOfNewerVersion
            self.isOfNewerVersion = isOfNewerVersion
        }

        /// Throws if the store is open for reading only.
        ///
        /// `action` is the refused action, such as `saved`.
        ///
        /// - Throws: ``GranaryError/Code/denied``, with the reason.
        package func requireWritable(_ action: String) throws {
            if !isReadOnly { return }
            let reason =
                isOfNewerVersion
                ? "is kept by a newer version of the program, which lets this one only read it; nothing was \(action). Use the newer program."
                : "is configured read-only; nothing was \(action)."
            var error = GranaryError(.denied, "The store “\(name)” \(reason)")
            error.context.store = name
            throw error
        }
    }

    /// The schema of the stack.
    package let schema: Schema
    /// The open stores.
    package let members: [Member]
    /// The position of each entity's store in `members`; -1 if none is attached.
    private let placement: [Int]
    /// How many stores have a limit on sessions.
    let limitedCount: Int
    /// The presence of each entity's store; `nil` if none is attached.
    package let presences: [StorePresence?]
    /// Notifies contexts of the saves of others.
    package let broadcaster: SaveBroadcaster
    /// Reports operations; `nil` if no log, metric or trace would show them.
    package let observer: OperationObserver?
    /// Receives warnings.
    package let logger: Logger
    /// Receives failures of work that no caller waits for.
    package let errors: UnattendedErrors
    /// Logs what may be a mistake, such as a unit of work that ends with unsaved changes.
    package let notices: RareNotices
    /// Measures operations of contexts that ask for it.
    package let time: ElapsedTime
    /// Called when the use of a context that the program keeps fails in a way that may mean that a store cannot be reached or
    /// has lost its files.
    let foundUnreachable: @Sendable () -> Void
    private let identifiers: TimeOrderedUUIDSource
    /// The integer keys for new objects, by the position of their entity.
    package let keys: [KeySupply]

    /// Makes a coordinator of open stores.
    package init(
        schema: Schema, members: [Member], placement: [Int], broadcaster: SaveBroadcaster,
        identifiers: TimeOrderedUUIDSource, observer: OperationObserver? = nil,
        logger: Logger = Logger(label: "granary"), errors: UnattendedErrors? = nil,
        notices: RareNotices? = nil, time: ElapsedTime = ElapsedTime(),
        foundUnreachable: @escaping @Sendable () -> Void = {}
    ) {
        self.schema = schema
        self.members = members
        self.placement = placement
        limitedCount = members.count { $0.limited != nil }
        presences = placement.map { $0 >= 0 ? members[$0].presence : nil }
        self.broadcaster = broadcaster
        self.identifiers = identifiers
        self.observer = observer
        self.logger = logger
        self.errors = errors ?? UnattendedErrors(logger)
        self.notices = notices ?? RareNotices(time)
        self.time = time
        self.foundUnreachable = foundUnreachable
        keys = zip(schema.entities, placement).map { entity, place in
            place >= 0 ? members[place].keys[entity.index] : KeySupply()
        }
    }

    /// The entity of a model.
    package func entity<M: DescribedModel>(of type: M.Type) throws -> Entity {
        if let entity = schema.entity(of: type) { return entity }
        throw GranaryError(
            .schema, "\(M.self) is not in the schema “\(schema.name)”; add it to one of its configurations.",
            context: .init(entity: M.modelDescription.name))
    }

    /// The position of the store that holds an entity.
    package func storeIndex(of entity: Entity) throws -> Int {
        let index = placement[entity.index]
        if index >= 0 { return index }
        throw GranaryError(
            .closed,
            "No store is attached for the configuration “\(entity.configuration)”; attach one before using \(entity.name).",
            context: .init(entity: entity.name))
    }

    /// The identifier in the ``StoreIdentity`` of an entity's store; `nil` if none is attached.
    package func identifier(ofStoreOf entity: Entity) -> String? { member(of: entity)?.store.identity.id }

    /// The presence of an entity's store.
    ///
    /// - Throws: ``GranaryError/Code/closed`` if none is attached.
    package func presence(ofStoreOf entity: Entity) throws -> StorePresence {
        members[try storeIndex(of: entity)].presence
    }

    /// The open store that holds an entity; `nil` if none is attached.
    package func member(of entity: Entity) -> Member? {
        let index = placement[entity.index]
        return index >= 0 ? members[index] : nil
    }

    /// The entity with the name of its store, for the log.
    package func place(of entity: Entity) -> String {
        member(of: entity).map { "\(entity.name) (store \($0.name))" } ?? entity.name
    }

    /// The open store of a configuration; `nil` if none is attached, or the configuration has no models.
    package func member(ofConfiguration name: String) -> Member? {
        schema.entities(in: name).first.flatMap(member)
    }

    /// The places of a save in the stores whose saves have an order, from its numbers by the positions of the stores.
    func places(_ versions: [Int: Int64]) -> [CommitOrder.Place] {
        versions.compactMap { position, number in
            let store = members[position].store
            return store.capabilities.contains(.orderedSaves) ? CommitOrder.Place(store, number) : nil
        }
    }

    /// Those of some entities whose stores other stacks may have open too, with the presences of the stores.
    func shared(_ entities: @autoclosure () -> Set<Int>) -> [(entity: Int, presence: StorePresence)] {
        // Most stacks share nothing, and need not know which entities.
        guard members.contains(where: { $0.presence.sharers.haveBeenSeveral }) else { return [] }
        return entities().compactMap { entity in
            guard let presence = presences[entity], presence.sharers.haveBeenSeveral else { return nil }
            return (entity, presence)
        }
    }

    /// Whether one store holds both entities.
    package func isSameStore(_ left: Entity, _ right: Entity) -> Bool {
        placement[left.index] == placement[right.index] && placement[left.index] >= 0
    }

    /// A new time-ordered identifier.
    package func makeIdentifier() -> UUID { identifiers.makeUUID() }

    /// The next reserved integer key of an entity; reserves a larger block from the session when one is used up.
    package func nextInteger(of entity: Entity, from session: () throws -> any StoreSession) throws -> Int64 {
        let keys = keys[entity.index]
        if let key = keys.nextKey() { return key }
        try members[storeIndex(of: entity)].requireWritable("saved")
        var size = keys.nextSize
        while true {
            let first = try session().reserveKeys(size, of: entity)
            if let key = keys.fill(first, size) { return key }
            // All keys of the block are claimed; a long run of claims may follow.
            size = min(size * 2, 1 << 20)
        }
    }

    /// Whether another process may have stored a key that this stack has reserved and not used.
    package func sharesKeys(of entity: Entity) -> Bool {
        let index = placement[entity.index]
        return index >= 0 && members[index].store.capabilities.contains(.severalProcesses)
    }

    /// Leaves those keys out of an entity's block of integer keys that rows of the session's snapshot have.
    package func dropStoredKeys(of entity: Entity, from session: () throws -> any StoreSession) throws {
        let supply = keys[entity.index]
        let runs = supply.runs
        guard let first = runs.first, let last = runs.last, entity.model.key.count == 1 else { return }
        // Keys between the runs may well be stored; with many runs, one request for all is faster.
        let asked = runs.count <= 8 ? runs : [first.lowerBound...last.upperBound]
        let key = ExpressionTree.attribute(path: [], name: entity.model.key[0])
        var request = FetchRequest(entity: entity)
        request.predicate = asked.dropFirst().reduce(Self.holds(key, asked[0])) {
            .or($0, Self.holds(key, $1))
        }
        let session = try session()
        // `nil` from a store that leaves counting to the core.
        if try session.count(request) == 0 { return }
        let left = runs.flatMap { Array($0) }
        let free = Set(try session.missing(left.map { .integer($0) }, of: entity))
        supply.leaveOut(left.filter { !free.contains(.integer($0)) })
    }

    private static func holds(_ key: ExpressionTree, _ keys: ClosedRange<Int64>) -> ExpressionTree {
        .and(
            .compare(.greaterOrEqual, key, .literal(.integer(keys.lowerBound))),
            .compare(.lessOrEqual, key, .literal(.integer(keys.upperBound))))
    }
}
