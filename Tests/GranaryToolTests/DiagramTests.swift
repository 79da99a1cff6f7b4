import Foundation
import Granary
import GranaryTestSupport
import Testing

@testable import GranaryTool

/// Schemas as diagrams.
@Suite struct DiagramTests {
    private func graph(_ models: [ModelDescription]) throws -> SchemaGraph {
        let schema = try Schema("Drawn", descriptions: models.map { ($0, nil) })
        return SchemaGraph(StoredSchema(schema, schema.configurations))
    }

    @Test func mermaidHasModelsAttributesAndRelationships() async throws {
        let drawn = try await run(FirstProgram.self, "schema", "diagram")
        #expect(
            drawn.output == """
                erDiagram
                    Author["Author"] {
                        integer id PK
                        text name UK
                    }
                    Book["Book"] {
                        integer id PK
                        text title
                        integer year "optional"
                    }
                    Book }o--o| Author : "author / books"

                """)
    }

    @Test func svgHasTheSame() async throws {
        let drawn = try await run(FirstProgram.self, "schema", "diagram", "--format", "svg")
        #expect(drawn.exitCode == 0)
        #expect(drawn.output.hasPrefix("<svg ") && drawn.output.hasSuffix("</svg>\n"))
        for part in ["<title>Library</title>", ">Author<", ">title  text<", ">author / books<", ">0..1<"] {
            #expect(drawn.output.contains(part), "\(part)")
        }
        let json = try document(
            DiagramDocument.self,
            try await run(FirstProgram.self, "schema", "diagram", "--format", "svg", "--json"))
        #expect(json.format == "svg" && json.diagram + "\n" == drawn.output)
    }

    @Test func everyKindOfRelationshipIsDrawnOnce() throws {
        let id = AttributeDescription("id", .integer)
        let graph = try graph([
            ModelDescription(
                name: "A", configuration: "One", attributes: [id],
                relationships: [
                    .init("bs", to: "B", isToMany: true, inverse: "as"),
                    .init("parent", to: "A", isToMany: false, inverse: "parts"),
                    .init("parts", to: "A", isToMany: true),
                    .init("c", to: "C", isToMany: false),
                ], key: ["id"]),
            ModelDescription(
                name: "B", configuration: "One", attributes: [id],
                relationships: [.init("as", to: "A", isToMany: true)], key: ["id"]),
            ModelDescription(name: "C", configuration: "Two", attributes: [id], key: ["id"]),
        ])
        #expect(graph.boxes.map(\.name) == ["A", "B", "C"])
        #expect(graph.lines.map(\.label).sorted() == ["bs / as", "c", "parent / parts"])
        #expect(graph.lines.map { $0.label == "c" } == graph.lines.map(\.crosses))
        let pairs = graph.lines.first { $0.label == "bs / as" }
        #expect(pairs?.fromEnd == .many && pairs?.toEnd == .many)
        #expect(MermaidDiagram(graph).text.contains("A }o..o| C"))
    }

    @Test func namesCannotBreakADiagram() throws {
        let id = AttributeDescription("id", .integer)
        let odd = AttributeDescription("größe", .text, isOptional: true)
        let graph = try graph([
            ModelDescription(name: "Straße", attributes: [id, odd], key: ["id"]),
            ModelDescription(name: "Style", attributes: [id], key: ["id"]),
        ])
        let mermaid = MermaidDiagram(graph).text
        #expect(mermaid.contains("box_0[\"Straße\"]") || mermaid.contains("box_1[\"Straße\"]"))
        #expect(mermaid.contains("[\"Style\"]") && !mermaid.contains("    Style["))
        #expect(mermaid.contains("text gr__e \"optional\"") && !mermaid.contains("größe"))
        let svg = SVGDiagram(graph, title: "<&\"\u{1}").text
        #expect(svg.contains("<title>&lt;&amp;&quot;?</title>") && svg.contains("Straße"))
    }

    @Test func boxesDoNotOverlap() throws {
        let id = AttributeDescription("id", .integer)
        let names = (0..<12).map { "Model\($0)" }
        let graph = try graph(
            names.enumerated().map { position, name in
                ModelDescription(
                    name: name, attributes: [id],
                    relationships: [.init("next", to: names[(position + 5) % 12], isToMany: false)],
                    key: ["id"])
            })
        let layout = DiagramLayout(graph)
        for (first, one) in layout.frames.enumerated() {
            #expect(one.x >= 0 && one.x + one.width <= layout.width && one.y + one.height <= layout.height)
            for other in layout.frames[(first + 1)...] {
                let isApart =
                    one.x + one.width < other.x || other.x + other.width < one.x
                    || one.y + one.height < other.y || other.y + other.height < one.y
                #expect(isApart)
            }
        }
    }

    @Test func anEmptySchemaIsDrawnToo() {
        let graph = SchemaGraph(StoredSchema())
        #expect(MermaidDiagram(graph).text == "erDiagram")
        #expect(SVGDiagram(graph, title: "").text.hasSuffix("</svg>"))
    }
}
