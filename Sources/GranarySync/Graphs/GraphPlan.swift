import Granary

/// Which relationships a graph follows from where.
struct GraphPlan: Sendable {
    private struct Node {
        let entity: Entity
        var reading = GraphPartReading()
        /// The places behind, with the relationships that lead there.
        var children: [(relationship: Relationship, node: Int)] = []
    }

    let root: Entity
    private let schema: Schema
    private var nodes: [Node]
    private let followsAll: Bool
    private var excluded: Set<Relationship> = []
    /// How relationships are read wherever the graph comes to them, if it follows everything.
    private var readings: [Relationship: GraphPartReading] = [:]

    /// Resolves the paths of a program.
    ///
    /// - Throws: ``GranaryError/Code/schema`` for a model that is not in the schema; ``GranaryError/Code/query`` for two
    ///   ways to read one path, and the fault of a condition.
    init<Root: Model>(_ parts: GraphParts<Root>, in schema: Schema) throws {
        guard let entity = schema.entity(of: Root.self) else {
            throw GranaryError(
                .schema,
                "\(Root.modelDescription.name) is not in the schema “\(schema.name)”; add it there.",
                context: .init(entity: Root.modelDescription.name))
        }
        root = entity
        self.schema = schema
        nodes = [Node(entity: entity)]
        followsAll = parts.followsAll
        for part in parts.excluded {
            if let last = try Self.relationships(part.names, from: entity).last { excluded.insert(last) }
        }
        for part in parts.parts {
            if let problem = part.reading.problem { throw problem }
            let path = try Self.relationships(part.names, from: entity)
            if followsAll { try read(path, as: part.reading) } else { try add(path, part.reading) }
        }
    }

    /// The place at which a graph begins.
    func start(_ keys: [ObjectKey]) -> GraphPlace {
        GraphPlace(node: followsAll ? nil : 0, path: [], entity: root, keys: keys)
    }

    /// The steps that go on from a place.
    func steps(from place: GraphPlace) -> [GraphStep] {
        if place.keys.isEmpty { return [] }
        guard let node = place.node else {
            return place.entity.relationships.filter { !excluded.contains($0) }.map { relationship in
                GraphStep(
                    path: place.path + [relationship.name], link: GraphLink(relationship: relationship),
                    reading: readings[relationship] ?? GraphPartReading(), owners: place.keys, node: nil,
                    goesOn: false)
            }
        }
        return nodes[node].children.map { relationship, child in
            let reading = nodes[child].reading
            return GraphStep(
                path: place.path + [relationship.name],
                link: GraphLink(relationship: relationship, part: reading.isOwn ? child : nil),
                reading: reading, owners: place.keys, node: child, goesOn: !nodes[child].children.isEmpty)
        }
    }

    private mutating func add(_ path: [Relationship], _ reading: GraphPartReading) throws {
        var place = 0
        for relationship in path {
            if let known = nodes[place].children.first(where: { $0.relationship == relationship }) {
                place = known.node
            } else {
                nodes.append(Node(entity: relationship.destination))
                nodes[place].children.append((relationship, nodes.count - 1))
                place = nodes.count - 1
            }
        }
        if nodes[place].reading.isSpecial, reading.isSpecial { throw Self.doubt(path) }
        if reading.isSpecial { nodes[place].reading = reading }
    }

    private mutating func read(_ path: [Relationship], as reading: GraphPartReading) throws {
        guard reading.isSpecial, let last = path.last else { return }
        if readings.updateValue(reading, forKey: last) != nil { throw Self.doubt(path) }
    }

    private static func relationships(_ names: [String], from entity: Entity) throws -> [Relationship] {
        var entity = entity
        return try names.map { name in
            guard let relationship = entity.relationship(name) else {
                throw GranaryError(
                    .query, "“\(name)” of \(entity.name) is no relationship, so a graph cannot follow it.",
                    context: .init(entity: entity.name, properties: [name]))
            }
            entity = relationship.destination
            return relationship
        }
    }

    private static func doubt(_ path: [Relationship]) -> GranaryError {
        let names = path.map(\.name)
        return GranaryError(
            .query,
            "A graph is told in two ways how to read “\(names.joined(separator: "."))”; say it once.",
            context: .init(entity: path[0].owner.name, properties: names))
    }
}

extension GraphPlan {
    /// The positions of the entities whose saves may change the graph.
    func entities() throws -> Set<Int> {
        if followsAll { return try reached() }
        var found: Set<Int> = []
        for node in nodes {
            found.insert(node.entity.index)
            found.formUnion(try node.reading.entities(of: node.entity, in: schema))
        }
        return found
    }

    /// The entities that relationships lead to, however far.
    private func reached() throws -> Set<Int> {
        var (found, open): (Set<Int>, [Entity]) = ([root.index], [root])
        while let entity = open.popLast() {
            for relationship in entity.relationships where !excluded.contains(relationship) {
                let target = relationship.destination
                if let reading = readings[relationship] {
                    found.formUnion(try reading.entities(of: target, in: schema))
                }
                if found.insert(target.index).inserted { open.append(target) }
            }
        }
        return found
    }
}

extension GraphPartReading {
    /// The positions of the entities on the paths of the condition.
    fileprivate func entities(of entity: Entity, in schema: Schema) throws -> Set<Int> {
        func entities<M: Granary.Model>(_ type: M.Type) throws -> Set<Int> {
            try Query<M>(predicate: condition).unfiltered().entitiesOnPaths(from: entity, in: schema)
        }
        guard condition != nil, let type = entity.type as? any Granary.Model.Type else { return [] }
        return try entities(type)
    }
}
