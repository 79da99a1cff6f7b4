import ArgumentParser
import Granary

/// Draws a schema.
struct SchemaDiagramCommand<Program: ToolProgram>: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "diagram",
            abstract: "Draws models and relationships, in Mermaid or SVG.",
            discussion: """
                Mermaid is text that many viewers of Markdown draw; SVG is a picture. \
                Relationships between configurations are dotted.
                """)
    }

    @Argument(
        help: "A recorded schema (NAME.json) or a store.", completion: .file(extensions: ["json"]))
    var schema: String?

    @Option(help: "The form: mermaid or svg.")
    var format = DiagramFormat.mermaid

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func answer(on screen: Screen) async throws -> ToolAnswer {
        let found = try await NamedSchema.find(schema, of: Program.self, options, screen)
        let graph = SchemaGraph(found.schema)
        let text =
            switch format {
            case .mermaid: MermaidDiagram(graph).text
            case .svg: SVGDiagram(graph, title: found.name).text
            }
        return ToolAnswer(
            text: text,
            document: DiagramDocument(
                name: found.name, fingerprint: found.schema.fingerprint, format: format.rawValue,
                diagram: text))
    }
}

/// The forms of diagrams.
enum DiagramFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case mermaid
    case svg
}

/// The document that `schema diagram --json` prints.
struct DiagramDocument: Codable, Sendable, Equatable {
    var name: String
    var fingerprint: String
    var format: String
    var diagram: String
}
