/// What the sketches in a document take for granted, so that they compile like every other example.
enum SketchedEngine {
    /// The engine of `BackendAuthors`, with the beginnings of its backend and its store.
    static let shelf = """
        enum ShelfBackend: StoreBackend {
            static let type: StoreType = "shelf"
            static let capabilities: Capabilities = [.migration, .inspection, .copying, .moving, .foreignSaves]
            static let options: [StoreOption] = []
            static func location(of configuration: StoreConfiguration) -> String? { configuration.location }
            static func open(_ request: StoreOpenRequest) throws -> any Store { fatalError() }
            static func destroy(_ configuration: StoreConfiguration) {}
        }

        final class ShelfStore: Store {
            let capabilities = ShelfBackend.capabilities
            let identity: StoreIdentity
            let shelf: Shelf
            let origin = 0
            init(_ shelf: Shelf) { (identity, self.shelf) = (shelf.record.identity, shelf) }
            func makeSession() throws -> any StoreSession { fatalError() }
            func close() {}
        }

        final class Shelf: Sendable {
            struct Record {
                var identity: StoreIdentity
                var schema: StoredSchema
                var lastSave: Int64
                var movedTo: String?
            }
            struct Save {
                var origin: Int
                var tables: Set<String>
            }

            nonisolated(unsafe) var record: Record
            let configuration: StoreConfiguration
            let files: [InspectedStore.File] = []
            let lock = 0

            init(_ configuration: StoreConfiguration) { fatalError() }
            func transaction<R>(_ body: () throws -> R) throws -> R { try body() }
            func rows(of change: TableChange) throws -> Int { 0 }
            func carryOut(_ change: TableChange, _ done: (Int) throws -> Void) throws {}
            func copied(toKeep: Bool) throws -> Shelf { self }
            func copied(under name: String) throws -> Shelf { self }
            func takeContent(of configuration: StoreConfiguration) throws {}
            func onSave(_ tell: @escaping @Sendable (Save) -> Void) throws {}
            static func find(_ configuration: StoreConfiguration) throws -> Shelf? { nil }
            static func remove(_ configuration: StoreConfiguration, keepingItAside: Bool) throws {}
            static func keptCopies(of configuration: StoreConfiguration) throws -> [StoreConfiguration] { [] }
            static func hiddenName(for configuration: StoreConfiguration) -> String { "" }
            static func rename(_ from: StoreConfiguration, to target: StoreConfiguration) throws {}
            static func emptyContent(of configuration: StoreConfiguration) throws {}
            static func removeNote(of configuration: StoreConfiguration) throws {}
            static func delete(_ configuration: StoreConfiguration) throws {}
        }
        """
}
