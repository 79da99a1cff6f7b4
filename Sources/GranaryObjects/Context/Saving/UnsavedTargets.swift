/// The targets of a context's unsaved changes, to check later whether merging has removed any of them.
struct UnsavedTargets {
    private var references: [(object: any Model, relationship: Relationship, key: ObjectKey)] = []
    private var pairs: [(table: LinkTable, pair: LinkPair)] = []

    /// Records the targets of all unsaved changes.
    ///
    /// Complexity: O(unsaved changes).
    init(_ graph: ObjectGraph) {
        for table in graph.tables where !table.entity.toOne.isEmpty {
            for object in table.touched where object._objectState.isIdentified {
                for relationship in table.entity.toOne where object.hasSet(relationship) {
                    guard let key = object.referenceKey(at: relationship.position) else { continue }
                    references.append((object, relationship, key))
                }
            }
        }
        if graph.pendingLinks.isEmpty { return }
        for table in graph.schema.links {
            for (pair, isAdded) in graph.links.pairs[table.name] ?? [:] where isAdded {
                pairs.append((table, pair))
            }
        }
    }

    /// Checks that no change was removed because others have deleted its target: a store would have refused the change.
    ///
    /// - Throws: ``GranaryError/Code/constraint``.
    func checkKept(in graph: ObjectGraph) throws {
        for (object, relationship, key) in references {
            guard object._objectState.isIdentified, object.referenceKey(at: relationship.position) == nil,
                graph.tables.loadedObject(key.bits, of: relationship.destination) == nil
            else { continue }
            throw Self.error(
                "\(relationship.label) referred to an object of \(relationship.destination.name) that others have deleted; it is empty now. Set it to another one, or save again.",
                relationship.owner, [relationship.name])
        }
        for (table, pair) in pairs where graph.links.change(of: pair, table.name) == nil {
            let gone = [(pair.first, table.firstEntity), (pair.second, table.secondEntity)]
            guard let (_, entity) = gone.first(where: { $0.0._objectState.isOutside }) else { continue }
            throw Self.error(
                "A pair in \(table.name) named an object of \(entity.name) that others have deleted; it is taken out now. Save again without it.",
                entity, [])
        }
    }

    private static func error(_ text: String, _ entity: Entity, _ properties: [String]) -> GranaryError {
        GranaryError(
            .constraint, text,
            context: .init(entity: entity.name, properties: properties, constraint: .reference))
    }
}
