import Granary

/// An error as the tool reports it.
package struct ToolFailure: Codable, Sendable {
    /// The known details of the error.
    package struct Details: Codable, Sendable, Equatable {
        /// The code of the error.
        package var code: String
        /// What is wrong, and the remedy.
        package var message: String
        var store: String?
        var path: String?
        var key: String?
        var model: String?
        var properties: [String]?
    }

    /// What is known of the error.
    package var error: Details

    /// Takes what is known of any error.
    package init(_ error: any Error) {
        guard let error = error as? GranaryError else {
            self.error = Details(code: "unknown", message: "\(error)")
            return
        }
        let context = error.context
        self.error = Details(
            code: error.code.rawValue, message: error.message, store: context.store, path: context.path,
            key: context.keyPath, model: context.entity,
            properties: context.properties.isEmpty ? nil : context.properties)
    }

    /// How a command ends with it.
    package var ending: ToolEnding {
        error.code == GranaryError.Code.incompatible.rawValue ? .refused : .failed
    }

    /// The error for programs.
    var json: String { (try? JSONText.of(self)) ?? "" }

    /// A complaint for people.
    static func line(_ message: String) -> String { "Error: \(Screen.clean(message))\n" }
}
