/// A model resolved by a schema: columns, key, indexes, and relationships with their inverses.
///
/// Only ``Schema`` makes entities. They never change, and all contexts of a schema share them.
public final class Entity: Sendable {
    /// The declarations of the model.
    public let model: ModelDescription
    /// The Swift type of the model; `nil` in a schema without Swift types.
    public let type: (any DescribedModel.Type)?
    /// The position of the entity in its schema; stable within a process, not across versions.
    public let index: Int
    /// The named configuration the entity belongs to.
    public let configuration: String
    /// Every stored column in row order: attributes first, then the columns of each relationship to one.
    public let columns: [Column]
    /// The positions of the key columns in `columns`, in key order.
    public let keyColumns: [Int]
    /// The relationships in declaration order, resolved.
    public var relationships: [Relationship] { ends.all }
    /// Every unique constraint besides the primary key, by column positions.
    public let uniques: [[Int]]
    /// Every index that is not a unique constraint, by column positions; foreign keys are among them.
    public let indexes: [[Int]]
    /// Every column of texts with an index of them without their case, by its position, in order.
    ///
    /// The index leads from a text, folded as `TextOptions.caseInsensitive` folds, to the rows.
    public let foldedIndexes: [Int]

    /// The rules of the properties; `nil` without any.
    package let rules: EntityRules?
    /// The merge rules of the attributes; `nil` without any.
    package let mergeRules: EntityMergeRules?
    /// Whether the model validates its objects as a whole.
    package let isValidated: Bool
    /// Whether the model has hooks; a model without hooks costs only this check.
    package let isHooked: Bool
    /// Whether queries of the model have filters.
    package let isFiltered: Bool

    /// The entity's name.
    public var name: String { model.name }
    /// The name of the entity's table.
    public var table: String { model.table }
    /// The attributes in declaration order; an attribute's position is also its column's.
    public var attributes: [AttributeDescription] { model.attributes }
    /// How many properties can change: attributes and relationships to one.
    public var propertyCount: Int { attributes.count + toOne.count }
    /// The relationships to one, in declaration order.
    public var toOne: [Relationship] { ends.toOne }
    /// The relationships to many, in declaration order.
    public var toMany: [Relationship] { ends.toMany }
    /// Whether any relationship is one to one.
    package var hasPairs: Bool { ends.hasPairs }

    private let attributePositions: [String: Int]
    @exclusivity(unchecked) nonisolated(unsafe)  // safe: set once, before the schema is shared.
        private var ends = RelationshipTable([])

    /// Makes an entity from its resolved parts; ``complete(_:)`` adds the relationships once all entities exist.
    init(
        model: ModelDescription, type: (any DescribedModel.Type)?, index: Int, configuration: String,
        columns: [Column], keyColumns: [Int], uniques: [[Int]], indexes: [[Int]],
        foldedIndexes: [Int] = [],
        rules: EntityRules? = nil, mergeRules: EntityMergeRules? = nil
    ) {
        self.model = model
        self.type = type
        self.index = index
        self.configuration = configuration
        self.columns = columns
        self.keyColumns = keyColumns
        self.uniques = uniques
        self.indexes = indexes
        self.foldedIndexes = foldedIndexes
        self.rules = rules
        self.mergeRules = mergeRules
        isValidated = type is any ValidatedModel.Type
        isHooked = type is any HookedModel.Type
        isFiltered = type is any _FilteredModel.Type
        attributePositions = Dictionary(
            model.attributes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Sets the relationships of the entity; called once, while the schema is made.
    func complete(_ relationships: [Relationship]) { ends = RelationshipTable(relationships) }

    /// The position of an attribute by its name in Swift.
    public func attributePosition(_ name: String) -> Int? { attributePositions[name] }

    /// A relationship by its name in Swift.
    public func relationship(_ name: String) -> Relationship? {
        ends.positions[name].map { ends.all[$0] }
    }

    /// The columns that a property occupies, by the property's position in a ``PropertySet``.
    public func columns(ofProperty position: Int) -> Range<Int> {
        if position < attributes.count { return position..<(position + 1) }
        let index = position - attributes.count
        return index < toOne.count ? toOne[index].columns : 0..<0
    }

    /// The name of the property at a position in a ``PropertySet``.
    public func propertyName(_ position: Int) -> String {
        if position < attributes.count { return attributes[position].name }
        let index = position - attributes.count
        return index < toOne.count ? toOne[index].name : ""
    }

    /// The kinds of the key's columns, in key order.
    public var keyTypes: [AttributeType] { keyColumns.map { columns[$0].type } }
}

/// The relationships of an entity, by kind and by name.
private struct RelationshipTable {
    let all: [Relationship]
    let toOne: [Relationship]
    let toMany: [Relationship]
    let hasPairs: Bool
    let positions: [String: Int]

    init(_ all: [Relationship]) {
        self.all = all
        toOne = all.filter { !$0.isToMany }
        toMany = all.filter(\.isToMany)
        hasPairs = all.contains(where: \.isOneToOne)
        positions = Dictionary(
            all.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
