import GranaryMacros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plug-in behind `@Model` and `@Embedded`.
///
/// The compiler looks for macros among the types of this module, so each has a subclass here. The code itself is a
/// library: tests of a plug-in are built for the machine that compiles, and with them everything that any test uses
/// would be built a second time.
@main
struct GranaryPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        Model.self, Marker.self, AttributeStorage.self, KeyStorage.self, ToOneStorage.self,
        ToManyStorage.self, Embedded.self,
    ]
}

final class Model: ModelMacro {}
final class Marker: MarkerMacro {}
final class AttributeStorage: AttributeStorageMacro {}
final class KeyStorage: KeyStorageMacro {}
final class ToOneStorage: ToOneStorageMacro {}
final class ToManyStorage: ToManyStorageMacro {}
final class Embedded: EmbeddedMacro {}
