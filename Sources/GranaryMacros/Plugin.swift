import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct GranaryPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = []
}
