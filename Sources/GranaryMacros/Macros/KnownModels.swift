import SwiftSyntax
import SwiftSyntaxMacros
import Synchronization

/// The models that this process has expanded, so that one that inherits from another can be told of it.
///
/// A macro sees one class at a time, and not whether a name after the colon is that of a class.
enum KnownModels {
    private struct Name: Hashable {
        /// The declarations around the model.
        let place: String
        let model: String
    }

    private static let kept = Mutex<Set<Name>>([])
    /// A process that lives on, such as that of an editor, forgets the models of before.
    private static let limit = 2_000

    /// Notes a model, and returns what it inherits that is a model beside it.
    static func superclass(of model: ModelDeclaration, _ context: some MacroExpansionContext) -> TypeSyntax? {
        let place = model.place(in: context)
        return kept.withLock { kept in
            if kept.count >= limit { kept = [] }
            kept.insert(Name(place: place, model: model.name))
            return (model.node.inheritanceClause?.inheritedTypes ?? []).map(\.type).first {
                $0.is(IdentifierTypeSyntax.self) && kept.contains(Name(place: place, model: $0.lastName))
            }
        }
    }
}

extension ModelDeclaration {
    /// The declarations around the model; for one that only its file sees, the file too.
    func place(in context: some MacroExpansionContext) -> String {
        let around = context.lexicalContext.drop {
            $0.asProtocol((any NamedDeclSyntax).self)?.name.text == name
        }
        let names = around.map { surrounding in
            surrounding.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
                ?? surrounding.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
        }
        let isHidden = ([Syntax(node)] + context.lexicalContext).contains {
            $0.asProtocol((any WithModifiersSyntax).self).map { Access($0.modifiers) == .file } ?? false
        }
        let file = isHidden ? context.location(of: node)?.file.trimmedDescription : nil
        return ([file ?? ""] + names).joined(separator: "/")
    }
}
