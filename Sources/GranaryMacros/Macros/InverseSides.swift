import SwiftSyntax
import SwiftSyntaxMacros
import Synchronization

/// Which relationships name an inverse, of the models that this process has expanded.
///
/// Two sides that name each other make the compiler stop at a circle, of which it only says “circular reference”. A macro
/// sees one class at a time; but the compiler expands both in one process, and the second of them can tell.
enum InverseSides {
    /// A relationship of a model.
    private struct Side: Hashable {
        /// The declarations around the model; for one that only its file sees, the file too.
        let place: String
        let model: String
        let property: String
    }

    private static let kept = Mutex<[Side: Side]>([:])
    /// A process that lives on, such as that of an editor, forgets the models of before.
    private static let limit = 2_000

    /// Notes the relationships of a model, and returns those whose inverse names them as its inverse.
    static func repeated(in model: ModelDeclaration, _ context: some MacroExpansionContext)
        -> [(property: PropertyDeclaration, path: ExprSyntax)]
    {
        let place = model.place(in: context)
        let sides = model.relationships.compactMap { property -> (PropertyDeclaration, ExprSyntax, Side)? in
            guard let path = property.attribute("Relationship")?.argumentNode("inverse"),
                let name = path.lastComponent
            else { return nil }
            return (property, path, Side(place: place, model: property.target.lastName, property: name))
        }
        return kept.withLock { kept in
            if kept.count >= limit { kept = [:] }
            kept = kept.filter { $0.key.place != place || $0.key.model != model.name }
            return sides.compactMap { property, path, inverse in
                let own = Side(place: place, model: model.name, property: property.name)
                kept[own] = inverse
                return inverse != own && kept[inverse] == own ? (property, path) : nil
            }
        }
    }
}
