import Granary

extension AccountStores {
    /// Where credentials are kept that the program names no place for: beside the store of the users, in the standard
    /// place, or in memory, as that store is.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` without a standard place.
    func secrets() throws -> any SecretStore {
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
