import Granary

extension AccountStores {
    /// Where credentials are kept that the program names no place for: in the directory that the section of accounts
    /// names, else beside the store of the users, in the standard place, or in memory, as that store is.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` without a standard place.
    func secrets(by settings: StackSettings) throws -> any SecretStore {
        let section = settings.sections[ConfigurationSection.accounts.name]
        if let directory = section?.options["secrets"] { return FileSecrets(directory: directory) }
        guard let users = shared.first(where: { $0.name == names.users }),
            let backend = try? registry.backend(for: users.type), backend.capabilities.contains(.persistent)
        else { return MemorySecrets() }
        if backend.capabilities.contains(.files) {
            return FileSecrets(directory: PathRule.join(users.location ?? ".", "secrets"))
        }
        let standard = try StandardPlaces().directory(for: .durable, named: [names.schema, "secrets"])
        return standard.map(FileSecrets.init) ?? MemorySecrets()
    }
}
