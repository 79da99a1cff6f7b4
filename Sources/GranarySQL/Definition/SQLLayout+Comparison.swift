package import Granary

extension SQLLayout {
    /// The configurations whose tables a store does not hold yet.
    package func configurations(missingIn identity: StoreIdentity) -> Set<String> {
        configurations.subtracting(identity.configurations)
    }

    /// The tables of some configurations.
    package func tables(of configurations: Set<String>) -> [TableDefinition] {
        tablesWithConfigurations.filter { configurations.contains($0.configuration) }.map(\.table)
    }

    /// What a store has otherwise than this layout, among the configurations that it holds already, and which tables of
    /// other configurations it holds for configurations that are not asked for.
    ///
    /// `recorded` reads which tables the store says it holds for a configuration. `compare` looks at the tables that are
    /// wanted and those that the store says it holds for the same configurations.
    package func difference(
        from identity: StoreIdentity, recorded: (_ configuration: String) throws -> [String],
        compare: (_ wanted: [TableDefinition], _ recorded: Set<String>) throws -> SchemaDifference
    ) throws -> SchemaDifference {
        func held(for names: Set<String>) throws -> Set<String> { Set(try names.flatMap(recorded)) }
        let present = Set(identity.configurations)
        var difference = try compare(tables(of: present), held(for: configurations))
        difference.note(taken: try takenTables(among: present, recorded: held))
        return difference
    }

    /// The tables of configurations that a store does not hold yet, where it holds a table of that name for a
    /// configuration that is not asked for.
    ///
    /// `present` are the configurations that the store holds; `recorded` tells which tables it says it holds for some
    /// of them.
    private func takenTables(
        among present: Set<String>, recorded: (Set<String>) throws -> Set<String>
    ) throws -> Set<String> {
        let missing = configurations.subtracting(present)
        if missing.isEmpty { return [] }
        return try recorded(present.subtracting(configurations)).intersection(tables(of: missing).map(\.name))
    }
}
