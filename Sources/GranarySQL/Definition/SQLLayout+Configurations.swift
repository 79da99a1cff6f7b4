import GranaryStore

extension SQLLayout {
    /// The names of the configurations that the tables belong to.
    package var configurations: Set<String> { Set(entities.map(\.configuration)) }

    /// Each table with the configuration that it belongs to.
    package var tablesWithConfigurations: [(table: TableDefinition, configuration: String)] {
        zip(tables, entities.map(\.configuration) + links.map(\.firstEntity.configuration))
            .map { ($0, $1) }
    }
}
