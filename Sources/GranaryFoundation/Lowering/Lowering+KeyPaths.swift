import Foundation
import Granary

extension PredicateExpressions.KeyPath: LowerableExpression {
    func lower(in scope: LoweringScope) throws -> Lowered {
        try property(of: scope.lower(root), in: scope)
    }

    private func property(of root: Lowered, in scope: LoweringScope) throws -> Lowered {
        switch root {
        case .object(let path, let model): return try scope.property(keyPath, of: model, at: path)
        case .objects(let path, let relationship, let model, let condition):
            return try scope.count(keyPath, path, relationship, model, condition)
        case .outer(let model, let root): return try property(of: root, in: scope).seen(from: model)
        case .value(let value) where keyPath == \String.isEmpty as AnyKeyPath:
            return .value(value.map { .compare(.equal, $0, .literal(.text(""))) })
        case .value, .constants, .range:
            throw scope.problem(
                "The predicate reads \(keyPath) of a value, which stores cannot; compare the value itself.")
        }
    }
}

extension LoweringScope {
    /// The property of an object that a key path reads.
    fileprivate func property(_ keyPath: AnyKeyPath, of model: any Model.Type, at path: [String]) throws
        -> Lowered
    {
        func name<M: Model>(_ model: M.Type) -> String? {
            (keyPath as? PartialKeyPath<M>).flatMap { M._propertyName(at: $0) }
        }
        let description = model.modelDescription
        guard let name = name(model) else {
            throw problem("The predicate reads a property of \(description.name) that is not stored.")
        }
        guard let relationship = description.relationships.first(where: { $0.name == name }) else {
            return .tree(.attribute(path: path, name: name))
        }
        guard let destination = relationship.destination?() as? any Model.Type else {
            throw problem("“\(name)” leads to a model without a Swift type.")
        }
        if relationship.isToMany {
            return .objects(path: path, relationship: name, model: destination, where: nil)
        }
        return .object(path: path + [name], model: destination)
    }

    /// The number of a relationship's objects, or whether there are none, as a key path reads it.
    fileprivate func count(
        _ keyPath: AnyKeyPath, _ path: [String], _ relationship: String, _ model: any Model.Type,
        _ condition: ExpressionTree?
    ) throws -> Lowered {
        func paths<M: Model>(_ model: M.Type) -> (count: [AnyKeyPath], isEmpty: [AnyKeyPath]) {
            ([\ToMany<M>.count, \[M].count], [\ToMany<M>.isEmpty, \[M].isEmpty])
        }
        let (counts, empties) = paths(model)
        if counts.contains(keyPath) {
            return .tree(.countOf(path: path, relationship: relationship, condition))
        }
        if empties.contains(keyPath) {
            return .tree(
                .quantified(.none, path: path, relationship: relationship, condition ?? .literal(.bool(true)))
            )
        }
        throw problem(
            "Of the objects of “\(relationship)” a predicate can only read how many there are; ask `contains(where:)` for their properties."
        )
    }
}
