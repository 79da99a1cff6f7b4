package import GranaryStore

extension SQLLayout {
    /// The configurations that a store does not hold yet.
    package func configurations(missingIn identity: StoreIdentity) -> Set<String> {
        configurations.subtracting(identity.configurations)
    }

    /// The tables of some configurations.
    package func tables(of configurations: Set<String>) -> [TableDefinition] {
        tablesWithConfigurations.filter { configurations.contains($0.configuration) }.map(\.table)
    }

    /// The differences of a store from this layout, for configurations that it holds already.
    ///
    /// A table that the store holds for a configuration that was not requested is a difference too. `recorded` reads
    /// the tables that the store has recorded for a configuration. `compare` compares the wanted tables with the
    /// recorded ones of the same configurations.
    package func difference(
        from identity: StoreIdentity, recorded: (_ configuration: String) throws -> [String],
        compare: (_ wanted: [TableDefinition], _ recorded: Set<String>) throws -> SchemaDifference
    ) throws -> SchemaDifference {
        func held(for names: Set<String>) throws -> Set<String> { Set(try names.flatMap(recorded)) }
        let present = Set(identity.configurations)
        var difference = try compare(tables(of: present), held(for: configurations))
        difference.add(taken: try takenTables(among: present, recorded: held))
        return difference
    }

    /// The tables of missing configurations whose names the store has in configurations that were not requested.
    ///
    /// `present` are the configurations that the store holds; `recorded` returns its recorded tables of some of them.
    private func takenTables(
        among present: Set<String>, recorded: (Set<String>) throws -> Set<String>
    ) throws -> Set<String> {
        let missing = configurations.subtracting(present)
        if missing.isEmpty { return [] }
        return try recorded(present.subtracting(configurations)).intersection(tables(of: missing).map(\.name))
    }
}
