extension Schema {
    /// The same schema with a section of configuration files, which a module declares; its values are in the settings
    /// of the stack, by the name of the section.
    ///
    /// - Throws: ``GranaryError/Code/schema`` for a name that Granary or another module uses, and for a name that does
    ///   not have ASCII letters and digits only.
    public func reading(_ section: ConfigurationSection) throws -> Schema {
        if sections.contains(where: { $0.name == section.name }) {
            throw problem("Two modules have the section “\(section.name)”; name each section once.")
        }
        if let fault = section.fault { throw problem(fault) }
        return with(sections: sections + [section])
    }

    private func problem(_ text: String) -> GranaryError {
        GranaryError(.schema, "The schema “\(name)” cannot read a section of configuration files. \(text)")
    }

    /// The same schema with other parts that are not its models; those left out stay.
    package func with(
        migrations: [any SchemaMigration]? = nil, backfills: [any SchemaBackfill]? = nil,
        captures: [any SaveCapture]? = nil, hooks: [any SchemaHook]? = nil,
        sections: [ConfigurationSection]? = nil, isReadableByOlderVersions: Bool? = nil
    ) -> Schema {
        Schema(
            name: name, entities: entities, configurations: configurations, links: links,
            fingerprint: fingerprint, migrations: migrations ?? self.migrations,
            backfills: backfills ?? self.backfills, captures: captures ?? self.captures,
            hooks: hooks ?? self.hooks, sections: sections ?? self.sections,
            isReadableByOlderVersions: isReadableByOlderVersions ?? self.isReadableByOlderVersions)
    }
}
