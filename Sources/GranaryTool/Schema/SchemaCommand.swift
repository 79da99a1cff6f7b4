import ArgumentParser

/// Groups the commands for schemas.
struct SchemaCommand<Program: ToolProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "schema",
            abstract: "Shows, compares, records and draws schemas.",
            discussion: """
                A schema is named by the file it is recorded in (NAME.json), or by the \
                store that holds it. Without a name it is that of the program's models, \
                or, where the tool has none, of all stores.
                """,
            subcommands: [
                SchemaShowCommand<Program>.self, SchemaDiffCommand<Program>.self,
                SchemaDiagramCommand<Program>.self, SchemaRecordCommand<Program>.self,
                SchemaCheckCommand<Program>.self,
            ])
    }
}
