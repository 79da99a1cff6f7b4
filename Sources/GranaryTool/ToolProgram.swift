public import ArgumentParser
public import Granary

/// The program behind the command-line tool: its models, its backends, and the places of its stores.
///
/// ```swift
/// enum Library: ToolProgram {
///     static let name = "library-stores"
///     static let backends: [Backend] = [.sqlite]
///     static func schema() throws -> Schema? { try Schema("Library", models: [Book.self]).following(migrations) }
/// }
/// ```
public protocol ToolProgram: Sendable {
    /// The name of the command, as shown in the help and as typed.
    static var name: String { get }
    /// The text that `--version` prints; there is no such flag for an empty one.
    static var version: String { get }
    /// The backends that configurations may name.
    static var backends: [Backend] { get }
    /// Where the stores are when the command line names no configuration file.
    static var configuration: any ConfigurationSource { get }
    /// The sections that configurations may have for modules beside those that the schema names.
    static var sections: [ConfigurationSection] { get }
    /// Commands of modules, beside those that every tool has.
    static var commands: [any ParsableCommand.Type] { get }
    /// The models, with the migrations that lead to them; `nil` for a tool that knows none.
    ///
    /// - Throws: any error from making a schema; the command ends with it.
    static func schema() throws -> Schema?
}

extension ToolProgram {
    /// No version.
    public static var version: String { "" }
    /// No sections.
    public static var sections: [ConfigurationSection] { [] }
    /// No commands.
    public static var commands: [any ParsableCommand.Type] { [] }
    /// The file `granary.yaml` in the current directory, with its overlay and the environment variables.
    public static var configuration: any ConfigurationSource {
        FileConfigurationSource(path: "granary.yaml", arguments: [])
    }
}

extension ToolProgram {
    /// The registry of the backends.
    static func registry() throws -> StoreRegistry { try StoreRegistry(backends: backends) }

    /// The models, for a command that is nothing without them.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` where there are none, with how to come by them.
    package static func requiredSchema(for command: String, instead: String) throws -> Schema {
        if let schema = try schema() { return schema }
        throw GranaryError(
            .unsupported,
            "\(name) knows no models, which “\(command)” needs. Add the product GranaryTool to your program, declare a ToolProgram with its schema, and run StoreTool of it; \(instead)"
        )
    }
}
