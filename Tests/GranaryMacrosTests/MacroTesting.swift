import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import GranaryMacros

/// The macros by the names programs use.
let macros: [String: MacroSpec] = [
    "Model": MacroSpec(type: ModelMacro.self, conformances: ["Granary.Model"]),
    "Embedded": MacroSpec(type: EmbeddedMacro.self, conformances: ["Granary.Embedded"]),
    "Attribute": MacroSpec(type: MarkerMacro.self),
    "Relationship": MacroSpec(type: MarkerMacro.self),
    "Transient": MacroSpec(type: MarkerMacro.self),
    "_GranaryAttribute": MacroSpec(type: AttributeStorageMacro.self),
    "_GranaryKey": MacroSpec(type: KeyStorageMacro.self),
    "_GranaryToOne": MacroSpec(type: ToOneStorageMacro.self),
    "_GranaryToMany": MacroSpec(type: ToManyStorageMacro.self),
]

/// `@Model` where only its mistakes matter: what it makes is left out, since expanding that again and laying it out takes
/// most of the time of an expansion.
private enum ModelMistakes: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        _ = try ModelMacro.expansion(
            of: node, providingMembersOf: declaration, conformingTo: protocols, in: context)
        return []
    }
}

extension ModelMistakes: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        try ModelMacro.expansion(
            of: node, attachedTo: declaration, providingExtensionsOf: type, conformingTo: protocols,
            in: context)
    }
}

/// The macros that find mistakes.
private let mistakes = macros.merging(["Model": MacroSpec(type: ModelMistakes.self)]) { $1 }

/// Checks what the macros make of a source.
func expectExpansion(
    _ source: String, _ expanded: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) {
    assertMacroExpansion(
        source, expandedSource: expanded, macroSpecs: macros,
        failureHandler: { failure in
            Issue.record(
                Comment(rawValue: failure.message),
                sourceLocation: Testing.SourceLocation(
                    fileID: failure.location.fileID, filePath: failure.location.filePath,
                    line: failure.location.line, column: failure.location.column))
        }, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Checks that the macros find one mistake, where the source has the mark ▶, and what they offer to write instead.
///
/// `fix` is the part of the source that the correction replaces, and what it becomes; `nil` when none is offered.
func expectMistake(
    _ marked: String, _ message: String, fix: (String, String)? = nil,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    let found = Expansion(marked.replacing("▶", with: ""), mistakes)
    guard let mistake = found.diagnostics.first, found.diagnostics.count == 1 else {
        Issue.record("found \(found.diagnostics.map(\.message))", sourceLocation: sourceLocation)
        return
    }
    #expect(mistake.message == message, sourceLocation: sourceLocation)
    #expect(found.marked(at: mistake) == marked, sourceLocation: sourceLocation)
    guard let (old, new) = fix else {
        #expect(mistake.fixIts.isEmpty, sourceLocation: sourceLocation)
        return
    }
    #expect(found.fixed == found.source.replacing(old, with: new), sourceLocation: sourceLocation)
}

/// Checks that the macros find nothing to complain about.
func expectNoMistake(_ source: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let messages = Expansion(source, mistakes).diagnostics.map(\.message)
    #expect(messages == [], sourceLocation: sourceLocation)
}

/// The messages of all mistakes that the macros find.
func expectMistakes(_ source: String) -> [String] { Expansion(source, mistakes).diagnostics.map(\.message) }

/// What the macros make of a source that is right.
func expanded(_ source: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) -> String {
    let expansion = Expansion(source, macros)
    #expect(expansion.diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
    return expansion.expanded
}

/// A source with its macros expanded.
private struct Expansion {
    let source: String
    /// The source with what the macros make of it.
    let expanded: String
    private let context: BasicMacroExpansionContext

    init(_ source: String, _ macros: [String: MacroSpec]) {
        self.source = source
        let tree = Parser.parse(source: source)
        let context = BasicMacroExpansionContext(
            sourceFiles: [tree: .init(moduleName: "TestModule", fullFilePath: "test.swift")])
        self.context = context
        let made = tree.expand(macroSpecs: macros) { node in
            BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
        }
        expanded = made.description
    }

    var diagnostics: [Diagnostic] { context.diagnostics }

    /// The source with the mark at the place of a diagnostic.
    func marked(at diagnostic: Diagnostic) -> String {
        replacing(diagnostic.node, from: diagnostic.position, to: diagnostic.position, with: "▶")
    }

    /// The source with the first correction applied.
    var fixed: String? {
        guard case .replace(let old, let new)? = diagnostics.first?.fixIts.first?.changes.first else {
            return nil
        }
        return replacing(old, from: old.position, to: old.endPosition, with: new.description)
    }

    private func replacing(
        _ node: Syntax, from start: AbsolutePosition, to end: AbsolutePosition, with text: String
    ) -> String {
        let places = [start, end].compactMap { place in
            context.location(for: place, anchoredAt: node, fileName: "test.swift").offset
        }
        let bytes = Array(source.utf8)
        return String(decoding: bytes[..<places[0]] + Array(text.utf8) + bytes[places[1]...], as: UTF8.self)
    }
}
