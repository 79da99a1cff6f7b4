import SwiftDiagnostics

/// What the macro says about a wrong model: what is wrong, and what to write instead.
struct ModelMessage: DiagnosticMessage, FixItMessage {
    let message: String
    /// A stable name, for tools.
    let identifier: String

    var diagnosticID: MessageID { MessageID(domain: "Granary", id: identifier) }
    var fixItID: MessageID { diagnosticID }
    var severity: DiagnosticSeverity { .error }
}
