import Foundation
import Granary

extension LoweringScope {
    /// A predicate as a tree over the properties of its model.
    static func tree<M: Model>(of predicate: Predicate<M>) throws -> ExpressionTree {
        var scope = LoweringScope(entity: M.modelDescription.name)
        scope.set(predicate.variable.key, to: .object(path: [], model: M.self))
        return try scope.lower(predicate.expression).condition(in: scope)
    }
}

extension SortDescriptor where Compared: Model {
    /// The descriptor as a part of an order.
    func lowered(at position: Int) throws -> SortTerm {
        let entity = Compared.modelDescription.name
        guard let keyPath, let name = Compared._propertyName(at: keyPath),
            Compared.modelDescription.attributes.contains(where: { $0.name == name })
        else {
            throw LoweringScope(entity: entity).problem(
                "Sort descriptor \(position + 1) does not compare an attribute of \(entity) itself; sort with `sorted { $0.… }` instead."
            )
        }
        if let stringComparator, stringComparator != .lexical {
            throw LoweringScope(entity: entity).problem(
                "Sort descriptor \(position + 1), by “\(name)”, compares text as a language does; stores order text by its bytes, so name the comparator `.lexical`."
            )
        }
        return SortTerm(.attribute(path: [], name: name), isDescending: order == .reverse)
    }
}
