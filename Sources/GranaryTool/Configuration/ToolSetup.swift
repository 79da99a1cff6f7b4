import ArgumentParser
package import Granary

/// A configuration that has been read, with the program's additions.
package struct ToolSetup: Sendable {
    /// The program's models, if it has any.
    package let schema: Schema?
    /// The backends that the program registers.
    package let registry: StoreRegistry
    /// The sections that modules declare.
    let sections: [ConfigurationSection]
    /// The values of the configuration.
    package let configuration: StackConfiguration
    /// The configuration file, where there is one.
    let path: String?
    /// Where the values of a file come from; `nil` for a configuration that the program has made.
    let origins: ConfigurationOrigins?

    /// Reads a configuration: of a file that was named, else the program's.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with every problem; any error from making the schema.
    static func read<Program: ToolProgram>(
        _ program: Program.Type, file: String?, environment: String?
    ) async throws -> ToolSetup {
        var source =
            file.map { FileConfigurationSource(path: $0, arguments: []) as any ConfigurationSource }
            ?? Program.configuration
        if let environment {
            guard var file = source as? FileConfigurationSource else {
                throw GranaryError(
                    .configuration,
                    "The program's own configuration has no environments. Name a file that has overlays.")
            }
            file.environment = environment
            source = file
        }
        let schema = try Program.schema()
        let registry = try Program.registry()
        var request = ConfigurationRequest(schema: schema, registry: registry)
        request.sections = Program.sections
        let overridden = source as? FileConfigurationSource
        let read = try await overridden?.read(for: request)
        let values: StackConfiguration
        if let read {
            values = read.configuration
        } else {
            values = try await source.configuration(for: request)
        }
        // Files and values in code have been checked already, and a file may name places that code may not.
        if overridden == nil, !(source is StackConfiguration) {
            try values.validate(for: request)
        }
        var sections: [ConfigurationSection] = []
        // A program may name a section that its schema names too.
        for section in (schema?.sections ?? []) + Program.sections
        where !sections.contains(where: { $0.name == section.name }) {
            sections.append(section)
        }
        return ToolSetup(
            schema: schema, registry: registry, sections: sections, configuration: values,
            path: overridden?.path, origins: read?.origins)
    }

    /// Reads the configuration that options name.
    ///
    /// - Throws: as ``read(_:file:environment:)``.
    package static func read<Program: ToolProgram>(
        _ program: Program.Type, _ options: ConfigurationOptions
    ) async throws -> ToolSetup {
        try await read(program, file: options.config, environment: options.environment)
    }

    /// The stores that the configuration would open.
    func listing() throws -> ConfigurationListing {
        try ConfigurationListing(
            configuration, registry: registry, sections: sections, origins: origins)
    }
}

extension ToolAnswer {
    /// Makes an answer in two forms that counts as failed where there is something to complain about.
    package init(text: String, document: any Encodable & Sendable, complaint: String?) {
        self.init(
            text: text, document: document, ending: complaint == nil ? .done : .failed, complaint: complaint)
    }
}
