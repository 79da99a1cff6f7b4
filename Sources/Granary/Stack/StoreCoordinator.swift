package import FoundationEssentials
package import Logging
import Synchronization

/// The open stores of a stack: which store holds which entity, and what their contexts share.
package final class StoreCoordinator: Sendable {
    /// One open store.
    package struct Member: Sendable {
        /// The store.
        package let store: any Store
        /// The store's type.
        package let type: StoreType
        /// The names of the configurations it holds.
        package let name: String
        /// Whether nothing may be written.
        package let isReadOnly: Bool

        /// Describes an open store.
        package init(store: any Store, type: StoreType, name: String, isReadOnly: Bool) {
            self.store = store
            self.type = type
            self.name = name
            self.isReadOnly = isReadOnly
        }
    }

    /// The schema of the stack.
    package let schema: Schema
    /// The open stores.
    package let members: [Member]
    /// The position in `members` of each entity's store; -1 while it is not attached.
    private let placement: [Int]
    /// Tells contexts what others saved.
    package let board: NoticeBoard
    /// Reports what is done; `nil` where nobody would see it.
    package let observer: OperationObserver?
    /// Takes warnings.
    package let logger: Logger
    private let identifiers: TimeOrderedUUIDSource
    private let blocks: Mutex<[KeyBlock]>
    private let types: [ObjectIdentifier: Int]

    /// Makes a coordinator of open stores.
    package init(
        schema: Schema, members: [Member], placement: [Int], board: NoticeBoard,
        identifiers: TimeOrderedUUIDSource, observer: OperationObserver? = nil,
        logger: Logger = Logger(label: "granary")
    ) {
        self.schema = schema
        self.members = members
        self.placement = placement
        self.board = board
        self.identifiers = identifiers
        self.observer = observer
        self.logger = logger
        var types: [ObjectIdentifier: Int] = [:]
        for entity in schema.entities {
            if let type = entity.type { types[ObjectIdentifier(type)] = entity.index }
        }
        self.types = types
        blocks = Mutex(Array(repeating: KeyBlock(), count: schema.entities.count))
    }

    /// The entity of a model.
    package func entity<M: Model>(of type: M.Type) throws -> Entity {
        if let index = types[ObjectIdentifier(type)] { return schema.entities[index] }
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

    /// Which store holds an entity, as its ``StoreIdentity`` says; `nil` while none is attached.
    package func identifier(ofStoreOf entity: Entity) -> String? {
        let index = placement[entity.index]
        return index >= 0 ? members[index].store.identity.id : nil
    }

    /// Whether two entities are held by the same store.
    package func isSameStore(_ left: Entity, _ right: Entity) -> Bool {
        placement[left.index] == placement[right.index] && placement[left.index] >= 0
    }

    /// A new time-ordered identifier.
    package func makeIdentifier() -> UUID { identifiers.makeUUID() }

    /// The next reserved integer key of an entity; asks the session for a larger block each time one is used
    /// up.
    package func nextInteger(of entity: Entity, from session: () throws -> any StoreSession) throws -> Int64 {
        if let key = blocks.withLock({ $0[entity.index].take() }) { return key }
        let size = blocks.withLock { min(max($0[entity.index].size * 2, 32), 8192) }
        let first = try session().reserveKeys(size, of: entity)
        return blocks.withLock { blocks in
            blocks[entity.index] = KeyBlock(next: first &+ 1, end: first &+ Int64(size), size: size)
            return first
        }
    }
}

/// A block of integer keys that one stack has reserved.
struct KeyBlock {
    var next: Int64 = 0
    var end: Int64 = 0
    var size = 0

    mutating func take() -> Int64? {
        guard next < end else { return nil }
        defer { next &+= 1 }
        return next
    }
}
