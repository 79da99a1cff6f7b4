/// Collects the modules of ``Modules/init(_:)``.
@resultBuilder public enum ModulesBuilder {
    /// Joins the lines.
    @_documentation(visibility: private)
    public static func buildBlock(_ entries: [ModuleEntry]...) -> [ModuleEntry] { entries.flatMap { $0 } }
    /// Takes a module, which is essential and listed as its own type.
    @_documentation(visibility: private)
    public static func buildExpression<M: Module>(_ module: M) -> [ModuleEntry] { [ModuleEntry(module)] }
    /// Takes a module with a word about when it starts.
    @_documentation(visibility: private)
    public static func buildExpression(_ entry: ModuleEntry) -> [ModuleEntry] { [entry] }
    /// Supports `if` without `else`.
    @_documentation(visibility: private)
    public static func buildOptional(_ entries: [ModuleEntry]?) -> [ModuleEntry] { entries ?? [] }
    /// Supports the first branch of `if` … `else`.
    @_documentation(visibility: private)
    public static func buildEither(first entries: [ModuleEntry]) -> [ModuleEntry] { entries }
    /// Supports the second branch of `if` … `else`.
    @_documentation(visibility: private)
    public static func buildEither(second entries: [ModuleEntry]) -> [ModuleEntry] { entries }
    /// Supports `for`.
    @_documentation(visibility: private)
    public static func buildArray(_ entries: [[ModuleEntry]]) -> [ModuleEntry] { entries.flatMap { $0 } }
}
