import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct GranaryPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        ModelMacro.self, MarkerMacro.self, AttributeStorageMacro.self, KeyStorageMacro.self,
        ToOneStorageMacro.self, ToManyStorageMacro.self,
    ]
}
