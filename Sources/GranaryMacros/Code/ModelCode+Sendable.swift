import SwiftSyntax

extension ModelCode {
    /// What the compiler says where an object leaves the code that has its context.
    static let notSendable =
        "An object belongs to one context, and cannot leave it: send its 'snapshot' or its 'objectID', or values made of it."

    /// The conformance to `Sendable` that there is not.
    static func unavailableSendable(_ type: some TypeSyntaxProtocol) -> ExtensionDeclSyntax {
        var extended = ExtensionDeclSyntax.text("\(type.trimmed): @unchecked Swift.Sendable")
        extended.attributes = AttributeListSyntax([
            .attribute(.text("available(*, unavailable, message: \(literal(notSendable)))"))
        ])
        return extended
    }
}
