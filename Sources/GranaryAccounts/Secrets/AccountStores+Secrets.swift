package import Granary

extension AccountStores {
    /// Where credentials are kept if the program names no place for them: in the directory that the section of
    /// accounts names, else next to the store of the users, in the standard place, or in memory, as that store is.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` without a standard place.
    func secrets(by settings: StackSettings) throws -> any SecretStore {
        let section = settings.sections[ConfigurationSection.accounts.name]
        if let directory = section?.options["secrets"] { return FileSecrets(directory: directory) }
        guard let users = shared.first(where: { $0.name == names.users }),
            let backend = try? registry.backend(for: users.type), backend.capabilities.contains(.persistent)
        else { return MemorySecrets() }
        return try FileSecrets.usual(beside: users, of: names.schema, registry) ?? MemorySecrets()
    }
}

extension FileSecrets {
    /// The files of credentials that belong to a store of users at its place, where the program names none; `nil` where
    /// that is not known, as without the name of the schema for a store that has no files.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` without a standard place.
    package static func usual(
        beside users: StoreConfiguration, of schema: String?, _ registry: StoreRegistry
    ) throws -> FileSecrets? {
        if try registry.backend(for: users.type).capabilities.contains(.files) {
            return FileSecrets(directory: PathRule.join(users.location ?? ".", "secrets"))
        }
        guard let schema else { return nil }
        return try StandardPlaces().directory(for: .durable, named: [schema, "secrets"]).map(FileSecrets.init)
    }
}
