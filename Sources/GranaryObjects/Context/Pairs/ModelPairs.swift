/// The objects that an object is paired with in many-to-many relationships, by their identities; its snapshot leaves
/// them out.
///
/// It holds the relationships that a program names, and leaves out the others: `pairs[\.tags] = [ObjectID(1)]`. As JSON
/// it is an object with an array of keys for each of them.
public struct ModelPairs<Object: Model>: Sendable, Hashable {
    /// The keys of the partners, by the name of the relationship.
    private(set) var partners: [String: Set<ObjectKey>] = [:]

    /// Makes pairs without any relationship.
    public init() {}

    /// Reads the partners of an object that is in a context, in every many-to-many relationship of its model.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` for an object that is in no context; any error from loading the
    ///   lists.
    /// - Complexity: O(partners), and a request for each list that is not loaded.
    public init(of object: Object) throws { try self.init(of: object, { _ in true }) }

    /// Reads the partners in the many-to-many relationships that a closure chooses by name.
    init(of object: Object, _ isWanted: (String) -> Bool) throws {
        guard let batch = object._objectState.batch, let graph = batch.link.graph else {
            throw GranaryError(
                .invalidObject,
                "The pairs of an object that is in no context cannot be read. Insert it, or fetch it, first.",
                context: .init(entity: Object.modelDescription.name))
        }
        for relationship in batch.entity.toMany where relationship.isManyToMany && isWanted(relationship.name)
        {
            try graph.lists.loadToMany(relationship, of: [object])
            let members = graph.lists.loadedMembers(of: object, at: relationship.position)
            partners[relationship.name] = Set(members.models.map(\.erasedKey))
        }
    }

    /// The partners in a relationship, in the order of their keys; `nil` for a relationship that is left out.
    public subscript<Target: Model>(_ relationship: KeyPath<Object.Fields, ToManyField<Object, Target>>)
        -> [ObjectID<Target>]?
    {
        get {
            partners[name(relationship)].map { keys in
                keys.sorted().compactMap { Target.Key(objectKey: $0).map { ObjectID($0) } }
            }
        }
        set { partners[name(relationship)] = newValue.map { Set($0.map(\.key.objectKey)) } }
    }

    private func name<Target>(_ relationship: KeyPath<Object.Fields, ToManyField<Object, Target>>) -> String {
        let field = Object.fields[keyPath: relationship]
        return (field.path + [field.relationship]).joined(separator: ".")
    }

    /// These pairs, completed by those of another for the relationships that these leave out.
    func completed(by other: ModelPairs) -> ModelPairs {
        var completed = self
        completed.partners.merge(other.partners) { own, _ in own }
        return completed
    }
}

// MARK: Codable

extension ModelPairs: Codable {
    /// Reads an array of keys for each relationship that is present.
    ///
    /// - Throws: `DecodingError` for the name of no relationship to many, and for a key of another type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: RelationshipName.self)
        for name in container.allKeys {
            guard let target = Self.target(name.stringValue) else {
                throw DecodingError.dataCorruptedError(
                    forKey: name, in: container,
                    debugDescription: "\(Object.modelDescription.name) has no such relationship to many.")
            }
            func keys<Target: Model>(_ target: Target.Type) throws -> Set<ObjectKey> {
                Set(try container.decode([Target.Key].self, forKey: name).map(\.objectKey))
            }
            partners[name.stringValue] = try keys(target)
        }
    }

    /// Writes an array of keys, in their order, for each relationship that these pairs name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: RelationshipName.self)
        for (name, keys) in partners {
            func typed<Target: Model>(_ target: Target.Type) -> [any Encodable] {
                keys.sorted().compactMap { Target.Key(objectKey: $0) }
            }
            var list = container.nestedUnkeyedContainer(forKey: RelationshipName(stringValue: name))
            for key in Self.target(name).map({ typed($0) }) ?? [] { try list.encode(key) }
        }
    }

    /// The destination of a relationship to many.
    private static func target(_ name: String) -> (any Model.Type)? {
        let found = Object.modelDescription.relationships.first { $0.name == name && $0.isToMany }
        return found?.destination?() as? any Model.Type
    }

    private struct RelationshipName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }
}
