import SwiftDiagnostics

/// The message about a wrong model: the fault, and the code to write instead.
struct ModelMessage: DiagnosticMessage, FixItMessage {
    let message: String
    /// A stable name, for tools.
    let identifier: String

    /// The message about a superclass, by the macro where it sees one and in the code that finds the others.
    static let inherits =
        "a model cannot inherit from another class: write its properties out, or relate the models"

    var diagnosticID: MessageID { MessageID(domain: "Granary", id: identifier) }
    var fixItID: MessageID { diagnosticID }
    var severity: DiagnosticSeverity { .error }
}
