import Granary

extension SQLLayout {
    /// The names of the configurations that the tables belong to.
    package var configurations: Set<String> { Set(entities.map(\.configuration)) }

    /// Each table with the configuration that it belongs to.
    package var tablesWithConfigurations: [(table: TableDefinition, configuration: String)] {
        zip(tables, entities.map(\.configuration) + links.map(\.firstEntity.configuration))
            .map { ($0, $1) }
    }

    /// The tables of configurations that a store does not hold yet, where it holds a table of that name for a
    /// configuration that is not asked for.
    ///
    /// `present` are the configurations that the store holds; `recorded` tells which tables it says it holds for some
    /// of them, and what it throws is thrown.
    package func takenTables(
        among present: Set<String>, recorded: (Set<String>) throws -> Set<String>
    ) rethrows -> Set<String> {
        let missing = configurations.subtracting(present)
        if missing.isEmpty { return [] }
        let names = tablesWithConfigurations.filter { missing.contains($0.configuration) }.map(\.table.name)
        return try recorded(present.subtracting(configurations)).intersection(names)
    }
}
