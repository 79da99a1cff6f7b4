import Granary

/// Models whose attributes are all alike, so that only names distinguish them, with the rows that a store should hold
/// of them.
///
/// Every part has an identity that stays while its name changes.
struct NamedModels {
    /// A name, and the one that it replaces.
    struct Name {
        /// The identity of the part.
        let part: Int
        var now: String
        var former: String?
    }

    /// An optional text.
    struct Attribute {
        var name: Name
        var isUnique = false
        var isIndexed = false
    }

    /// A model with a number as its key.
    struct Model {
        var name: Name
        var key: Name
        var attributes: [Attribute] = []
        /// The texts by the identities of their attributes, by key.
        var rows: [Int64: [Int: String]] = [:]
    }

    /// One side of a link: the identity of its model, and the name of the relationship there.
    struct End {
        let model: Int
        var name: Name
    }

    /// A relationship with its inverse: to one and to many, or from many to many.
    struct Link {
        let isPairs: Bool
        var owner: End
        var other: End
        /// The keys of the other side by those of the owner.
        var values: [Int64: Set<Int64>] = [:]
    }

    var models: [Model] = []
    var links: [Link] = []

    func model(_ part: Int) -> Model? { models.first { $0.name.part == part } }

    func name(of part: Int) -> String { model(part)?.name.now ?? "" }

    /// The schema of these models.
    func schema() throws -> Schema {
        try MigrationScene.schema(
            models.map { model in
                ModelDescription(
                    name: model.name.now,
                    attributes: [.init(model.key.now, .integer, renamedFrom: model.key.former)]
                        + model.attributes.map { attribute in
                            .init(
                                attribute.name.now, .text, isOptional: true, isUnique: attribute.isUnique,
                                isIndexed: attribute.isIndexed, renamedFrom: attribute.name.former)
                        },
                    relationships: relationships(of: model), key: [model.key.now],
                    renamedFrom: model.name.former)
            })
    }

    private func relationships(of model: Model) -> [RelationshipDescription] {
        links.flatMap { link -> [RelationshipDescription] in
            var found: [RelationshipDescription] = []
            if link.owner.model == model.name.part {
                found.append(describe(link.owner, to: link.other, isToMany: link.isPairs))
            }
            if link.other.model == model.name.part {
                found.append(describe(link.other, to: link.owner, isToMany: true))
            }
            return found
        }
    }

    private func describe(_ end: End, to other: End, isToMany: Bool) -> RelationshipDescription {
        RelationshipDescription(
            end.name.now, to: name(of: other.model), isToMany: isToMany, inverse: other.name.now,
            renamedFrom: end.name.former)
    }

    // MARK: Names

    /// The names of a model's attributes, the key first.
    func attributeNames(of model: Int) -> [Name] {
        self.model(model).map { [$0.key] + $0.attributes.map(\.name) } ?? []
    }

    /// The names of a model's relationships.
    func relationshipNames(of model: Int) -> [Name] {
        links.flatMap { [$0.owner, $0.other] }.filter { $0.model == model }.map(\.name)
    }

    /// Changes every name.
    mutating func rename(_ change: (inout Name) -> Void) {
        for position in models.indices {
            change(&models[position].name)
            change(&models[position].key)
            for attribute in models[position].attributes.indices {
                change(&models[position].attributes[attribute].name)
            }
        }
        for position in links.indices {
            change(&links[position].owner.name)
            change(&links[position].other.name)
        }
    }

    /// Every name by the identity of its part.
    var names: [Int: Name] {
        var (names, copy) = ([Int: Name](), self)
        copy.rename { names[$0.part] = $0 }
        return names
    }

    /// Gives a part another name.
    mutating func rename(_ part: Int, to name: String) {
        rename { if $0.part == part { $0.now = name } }
    }

    /// The names that must differ from each other: those of models, of each model's attributes, of its relationships.
    var groups: [[Name]] {
        [models.map(\.name)]
            + models.flatMap { model in
                [attributeNames(of: model.name.part), relationshipNames(of: model.name.part)]
            }
    }
}
