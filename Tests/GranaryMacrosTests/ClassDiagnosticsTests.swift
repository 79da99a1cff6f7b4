import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import Testing

@testable import GranaryMacros

@Suite struct ClassDiagnosticsTests {
    @Test func structure() {
        expectMistake(
            "@Model ▶struct Flight { var id: UUID }",
            "@Model makes a final class a model; objects have an identity, which only classes have",
            fix: ("struct", "final class"))
    }

    @Test(arguments: ["enum", "actor"]) func otherKinds(_ keyword: String) {
        expectMistake(
            "@Model ▶\(keyword) Flight {}",
            "@Model makes a final class a model; objects have an identity, which only classes have")
    }

    @Test func notFinal() {
        expectMistake(
            "@Model ▶class Flight { var id: UUID }",
            "a model must be 'final': a subclass would inherit the generated code",
            fix: ("class", "final class")
        )
    }

    @Test func open() {
        expectMistake(
            "@Model ▶open class Flight { public var id: UUID }",
            "a model must be 'final': a subclass would inherit the generated code",
            fix: ("open", "public final")
        )
    }

    @Test func generic() {
        expectMistake(
            "@Model final class Box▶<T> { var id: UUID }",
            "a model cannot be generic: a store keeps one table for it")
    }

    @Test func isolated() {
        expectMistake(
            "▶@MainActor @Model final class Flight { var id: UUID }",
            "a model cannot belong to an actor: its objects are used where their context is")
    }

    @Test(arguments: ["Sendable", "@unchecked Sendable"]) func sendable(_ conformance: String) {
        expectMistake(
            "@Model final class Flight: ▶\(conformance) { var id: UUID }",
            "a model cannot be 'Sendable': its objects belong to one context; send its ObjectID or Snapshot")
    }

    @Test func groupsAndTablesAreWrittenOut() {
        expectMistake(
            "@Model(unique: ▶[\"id\", \"name\"]) final class Flight { var id: UUID; var name: String }",
            "write a list of groups: 'unique: [[\"id\", \"name\"]]' for one group of all",
            fix: ("[\"id\", \"name\"]", "[[\"id\", \"name\"]]"))
        expectMistake(
            "@Model(▶\"flights\") final class Flight { var id: UUID }",
            "name the table with its label: 'table: \"flights\"'")
    }

    @Test(arguments: ["Codable", "Decodable", "Encodable"]) func codedByItself(_ name: String) {
        expectMistake(
            "@Model final class Flight: ▶\(name) { var id: UUID }",
            "what is coded is the snapshot of an object; remove '\(name)' and code 'snapshot', or write 'init(from:)' and 'encode(to:)' in the class"
        )
        expectNoMistake(
            """
            @Model final class Flight: \(name) {
                var id: UUID
                init(from decoder: any Decoder) throws { id = UUID() }
                func encode(to encoder: any Encoder) throws {}
            }
            """)
    }

    @Test func inAFunction() {
        expectMistake(
            "func make() { @Model final class ▶Flight { var id: UUID } }",
            "a model cannot be declared in a function, where types get no conformances; move it out")
    }

    @Test func inheritsAModel() {
        let source =
            "@Model final class Aircraft { var id: UUID }\n@Model final class Glider: ▶Aircraft { var id: UUID }"
        expectMistake(
            source,
            "a model cannot inherit from another class: write its properties out, or relate the models")
        expectNoMistake("enum Old { @Model final class Glider: Aircraft { var id: UUID } }")
    }

    @Test func inheritsObject() {
        expectMistake(
            "@Model final class Flight: ▶NSObject { var id: UUID }",
            "a model cannot inherit from another class: write its properties out, or relate the models")
    }

    @Test func overrides() {
        expectMistake(
            "@Model final class Flight: Journey { var id: UUID; ▶override func go() {} }",
            "a model cannot inherit from another class: write its properties out, or relate the models")
    }

    @Test func callsOfASuperclass() {
        expectMistake(
            "@Model final class Flight: Journey { var id: UUID; func go() { ▶super.go() } }",
            "a model cannot inherit from another class: write its properties out, or relate the models")
    }

    @Test func classesInsideMayInherit() {
        expectNoMistake(
            "@Model final class Flight { var id: UUID; final class Part: Thing { override func go() { super.go() } } }"
        )
    }

    @Test func protocolsAreFine() {
        expectNoMistake("@Model public final class Flight: Journey, CustomStringConvertible { var id: UUID }")
    }

    @Test(arguments: ["Key", "Fields", "Snapshot"]) func reservedClassName(_ name: String) {
        expectMistake(
            "@Model final class ▶\(name) { var id: UUID }",
            "a model cannot be named '\(name)': the macro makes a type of that name in every model")
    }

    @Test func misplacedMarks() {
        expectMistake(
            "final class Flight { ▶@Attribute(.unique) var name: String }",
            "@Attribute belongs on a stored property of a class with @Model")
        expectMistake(
            "@Model final class Flight { var id: UUID; ▶@Transient func name() {} }",
            "@Transient belongs on a stored property of a class with @Model")
    }

    @Test func insideAGenericType() {
        let message =
            "a model cannot be nested in 'Outer', which is generic: a store keeps one table for it; move it out"
        expectMistake("struct Outer<T> { @Model final class ▶Leg { var id: Int } }", message)
        expectMistake("enum Outer<T> { struct Inner { @Model final class ▶Leg { var id: Int } } }", message)
        expectNoMistake("enum Outer { @Model final class Leg { var id: Int } }")
    }

    @Test(arguments: ["Swift", "Granary"]) func namesOfModules(_ name: String) {
        expectMistake(
            "@Model final class ▶\(name) { var id: Int }",
            "a model cannot be named '\(name)': the code that the macro makes names the module '\(name)'")
    }

    @Test func groups() {
        let head = "@Model(unique:"
        let body =
            "final class Leg { var id: Int; var day: Date; var carrier: String; @Relationship var stops: ToMany<Stop> }"
        expectNoMistake(#"\#(head) [["day", "carrier"], ["carrier"]]) \#(body)"#)
        expectMistake(
            #"\#(head) [["day", ▶"carier"]]) \#(body)"#,
            "'Leg' has no stored property 'carier'; did you mean 'carrier'?",
            fix: (#""carier""#, #""carrier""#))
        expectMistake(
            #"\#(head) [["day", ▶"somethingElse"]]) \#(body)"#, "'Leg' has no stored property 'somethingElse'"
        )
        expectMistake(#"\#(head) [["day", ▶"day"]]) \#(body)"#, "'day' is in the group twice")
        expectMistake(#"\#(head) [▶[]]) \#(body)"#, "a group needs at least one property")
        expectMistake(
            #"\#(head) [["day", ▶"stops"]]) \#(body)"#,
            "'stops' is a relationship to many, which has no column")
        expectMistake(
            #"\#(head) ▶groups) \#(body)"#, #"write the groups as literals: unique: [["first", "second"]]"#)
        expectMistake(#"\#(head) [▶group]) \#(body)"#, #"write each group as literals: ["first", "second"]"#)
        expectMistake(#"\#(head) [["day", ▶name]]) \#(body)"#, "name the property by a string literal")
    }

    /// What is wrong with a model, without expanding it: that would take long for a wide one.
    private func messages(_ source: String) -> [String] {
        guard let node = Parser.parse(source: source).statements.first?.item.as(ClassDeclSyntax.self),
            let attribute = node.attributes.first?.as(AttributeSyntax.self)
        else { return ["no class"] }
        return ModelCheck(ModelDeclaration(node, attribute: attribute)).diagnostics.map(\.message)
    }

    @Test func tooManyProperties() {
        let properties = { (count: Int) in
            (0..<count).map { "    var p\($0): Int" }.joined(separator: "\n")
        }
        #expect(messages("@Model final class Wide {\n    var id: Int\n\(properties(127))\n}") == [])
        #expect(
            messages("@Model final class Wide {\n    var id: Int\n\(properties(128))\n}") == [
                "'Wide' has more than 128 attributes and relationships to one; "
                    + "group some in a Codable struct, or split the model"
            ])
    }
}
