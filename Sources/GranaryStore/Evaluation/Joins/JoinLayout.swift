/// What a join reads of its two sides, and how its expressions name that.
///
/// An expression over pairs is one over the objects of the first side, from which ``partner`` leads to those of the second
/// as a relationship to one would. Its parts that read an object become columns of that object's side, which are computed
/// for each object once; what is left is evaluated on pairs of such rows.
package struct JoinLayout {
    /// The first step of a path that leads to the second side.
    package static var partner: String { FetchRequest.Partner.step }

    /// One side of a join.
    package enum Side: Sendable, Hashable {
        /// The side that expressions are over.
        case first
        /// The side that ``JoinLayout/partner`` leads to.
        case second

        /// The other side.
        package var other: Side { self == .first ? .second : .first }
    }

    /// The columns of the first side, as its objects see them; those of the key come first.
    package private(set) var first: [ExpressionTree]
    /// The columns of the second side, as its objects see them; those of the key come first.
    package private(set) var second: [ExpressionTree]

    private let entities: (first: Entity, second: Entity)
    private var names: (first: [String], second: [String]) = ([], [])
    private var places: [String: (side: Side, position: Int)] = [:]

    /// Begins with the keys of two entities.
    package init(_ first: Entity, _ second: Entity) {
        self.first = []
        self.second = []
        entities = (first, second)
        for name in first.model.key { _ = column(.attribute(path: [], name: name), of: .first) }
        for name in second.model.key { _ = column(.attribute(path: [], name: name), of: .second) }
    }

    /// The same expression over rows of pairs; columns that it needs and that are not there yet are added.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a condition on members of one side that names the other.
    package mutating func placed(_ tree: ExpressionTree) throws -> ExpressionTree {
        switch tree {
        case .isEmpty([Self.partner]):
            // Without a partner even its key is nil.
            return .compare(
                .equal, .attribute(path: [], name: names.second.first ?? ""), .literal(.null))
        case .attribute(let path, _), .isEmpty(let path), .refers(let path, _), .holdsKey(let path, _),
            .quantified(_, let path, _, _), .countOf(let path, _, _), .ofMembers(_, let path, _, _):
            let side: Side = path.first == Self.partner ? .second : .first
            return column(try seen(tree, from: side), of: side)
        case .aggregate(let column): return .aggregate(try column.mapped { try placed($0) })
        default: return try tree.mapped(members: { $0 }, operands: { try placed($0) })
        }
    }

    /// An expression on members of a side as the objects of this side see it.
    private func seen(_ tree: ExpressionTree, from side: Side) throws -> ExpressionTree {
        let tree = side == .second ? tree.droppingPrefix(1) : tree
        let entity = side == .first ? entities.first : entities.second
        // Expressions over pairs call the pair by the model of its first side.
        let seen = try tree.movingOuter(
            of: OuterLevel(entity, called: entities.first.name), to: entity.name
        ) { outer in
            let leadsOver = outer.leadsTo(Self.partner)
            if leadsOver == [side == .second] { return side == .second ? outer.droppingPrefix(1) : outer }
            if leadsOver.isEmpty { return outer }
            throw unreachable(entity)
        }
        guard let seen else { throw unreachable(entity) }
        return seen
    }

    private func unreachable(_ entity: Entity) -> GranaryError {
        GranaryError(
            .query,
            "A condition on members of \(entity.name) in a join names an object that it cannot reach: one of the other side, or one behind another object of \(entity.name). Compare values of both sides in the condition of the join.",
            context: .init(entity: entity.name))
    }

    /// An expression on objects of the second side as pairs see it; `nil` if one of the first side would hide what a condition
    /// on members in it names.
    package func atPartner(_ tree: ExpressionTree) -> ExpressionTree? {
        let moved = tree.movingOuter(of: OuterLevel(entities.second), to: entities.first.name) {
            $0.prefixed(by: [Self.partner])
        }
        return moved?.prefixed(by: [Self.partner])
    }

    /// The column of a side as an attribute of the pairs.
    private mutating func column(_ tree: ExpressionTree, of side: Side) -> ExpressionTree {
        let known = side == .first ? first : second
        if let position = known.firstIndex(of: tree) {
            return .attribute(path: [], name: (side == .first ? names.first : names.second)[position])
        }
        let name = name(of: tree, side, known.count)
        places[name] = (side, known.count)
        if side == .first {
            first.append(tree)
            names.first.append(name)
        } else {
            second.append(tree)
            names.second.append(name)
        }
        return .attribute(path: [], name: name)
    }

    /// A name that no other column has, for people too.
    private func name(of tree: ExpressionTree, _ side: Side, _ position: Int) -> String {
        let start = side == .first ? [] : [Self.partner]
        if case .attribute(let path, let name) = tree {
            return (start + path + [name]).joined(separator: ".")
        }
        // No attribute has such a name.
        return (start + ["#\(position)"]).joined(separator: ".")
    }
}

extension JoinLayout {
    /// The sides whose columns an expression over rows of pairs reads.
    package func sides(of tree: ExpressionTree) -> Set<Side> {
        if case .attribute(_, let name) = tree { return places[name].map { [$0.side] } ?? [] }
        return tree.parts.reduce(into: []) { $0.formUnion(sides(of: $1)) }
    }

    /// An expression over rows of pairs as the objects of a side see it, whose columns are given; all that it reads must be
    /// of this side.
    package func seen(_ tree: ExpressionTree, from side: Side, _ columns: [ExpressionTree]) -> ExpressionTree
    {
        if case .attribute(_, let name) = tree, let place = places[name], place.side == side,
            columns.indices.contains(place.position)
        {
            return columns[place.position]
        }
        return tree.mapped(members: { $0 }, operands: { seen($0, from: side, columns) })
    }

    /// An expression over rows of pairs as the objects of the first side see it, with the columns of both sides; the second is
    /// at the end of ``partner``.
    package func original(
        _ tree: ExpressionTree, _ first: [ExpressionTree], _ second: [ExpressionTree]
    ) -> ExpressionTree {
        if case .attribute(_, let name) = tree, let place = places[name] {
            let columns = place.side == .first ? first : second
            guard columns.indices.contains(place.position) else { return tree }
            let column = columns[place.position]
            return place.side == .first ? column : atPartner(column) ?? column
        }
        if case .aggregate(let column) = tree {
            return .aggregate(column.mapped { original($0, first, second) })
        }
        return tree.mapped(members: { $0 }, operands: { original($0, first, second) })
    }

    /// The number of columns of the first side, which come before those of the second in a row.
    package var split: Int { first.count }

    /// The rows of pairs as an entity, whose key is that of the first side with that of the second.
    package func entity(_ first: [ExpressionKind], _ second: [ExpressionKind]) -> Entity {
        let columns = zip(names.first + names.second, (first + second).map(\.type))
        let description = ModelDescription(
            name: entities.first.name,
            attributes: columns.map { AttributeDescription($0, $1, isOptional: true) },
            key: Array(names.first.prefix(entities.first.keyColumns.count))
                + names.second.prefix(entities.second.keyColumns.count))
        return Entity(
            model: description, type: nil, index: entities.first.index,
            configuration: entities.first.configuration,
            columns: description.attributes.enumerated().map { position, attribute in
                Column(
                    name: attribute.column, type: attribute.type, isOptional: true, property: position)
            },
            keyColumns: description.attributes.indices.filter {
                $0 < entities.first.keyColumns.count
                    || (split..<split + entities.second.keyColumns.count).contains($0)
            },
            uniques: [], indexes: [])
    }
}

extension ExpressionTree {
    /// For the paths that the expression follows, whether they begin with a step.
    fileprivate func leadsTo(_ step: String) -> Set<Bool> {
        operands.reduce(into: Set(ownPaths.map { $0.first == step })) { $0.formUnion($1.leadsTo(step)) }
    }
}
