/// Checks the configuration of one store against the backend of its type.
struct StoreCheck {
    let registry: StoreRegistry
    let origins: ConfigurationOrigins

    /// All faults of a store's configuration.
    func problems(_ store: StoreConfiguration) -> [ConfigurationProblem] {
        pathProblems(store) + typeProblems(store)
    }

    private func pathProblems(_ store: StoreConfiguration) -> [ConfigurationProblem] {
        var problems: [ConfigurationProblem] = []
        if let fault = PathRule.fault(file: store.fileName) {
            problems.append(origins.problem(["stores", store.name, "file"], "The file name \(fault)."))
        }
        if let location = store.location {
            let fault =
                PathRule.fault(directory: location) ?? (PathRule.leadsUp(location) ? PathRule.upwards : nil)
            let own = ["stores", store.name, "location"]
            if let fault { problems.append(origins.problem(own, "The location \(fault).")) }
        }
        return problems
    }

    private func typeProblems(_ store: StoreConfiguration) -> [ConfigurationProblem] {
        do {
            let backend = try registry.backend(for: store.type)
            return kindProblems(store, backend) + fileProblems(store, backend)
                + watchingProblems(store, backend) + existenceProblems(store, backend)
                + optionProblems(store, backend) + accountProblems(store)
        } catch {
            let text = (error as? GranaryError)?.message ?? "\(error)"
            return [origins.problem(["stores", store.name, "type"], text, code: .unknownStoreType)]
        }
    }

    /// A problem for a kind that stores of the type cannot have.
    private func kindProblems(
        _ store: StoreConfiguration, _ backend: any StoreBackend.Type
    ) -> [ConfigurationProblem] {
        guard let kind = store.kind else { return [] }
        let isKept = backend.capabilities.contains(.persistent)
        if isKept == (kind != .memory) { return [] }
        let text =
            isKept
            ? "Stores of the type \(store.type) keep their content; name another kind, or another type."
            : "Stores of the type \(store.type) are of the kind memory; name it, or another type."
        return [origins.problem(["stores", store.name, "kind"], text)]
    }

    /// A problem for stores of accounts that the backend cannot keep apart, with the longest place that there may be.
    private func accountProblems(_ store: StoreConfiguration) -> [ConfigurationProblem] {
        guard store.isPerAccount else { return [] }
        do {
            let longest = String(repeating: "z", count: StoreConfiguration.longestPlace)
            _ = try store.inPlace(longest, registry)
            return []
        } catch {
            let text = (error as? GranaryError)?.message ?? "\(error)"
            return [origins.problem(["stores", store.name, "perAccount"], text)]
        }
    }

    private func watchingProblems(
        _ store: StoreConfiguration, _ backend: any StoreBackend.Type
    ) -> [ConfigurationProblem] {
        if !store.followsOthers || backend.capabilities.contains(.foreignSaves) { return [] }
        let text =
            "Stores of the type \(store.type) do not tell what others save; leave it out or choose another type."
        return [origins.problem(["stores", store.name, "followsOthers"], text)]
    }

    /// A problem for a store that must exist, although it may well not.
    private func existenceProblems(
        _ store: StoreConfiguration, _ backend: any StoreBackend.Type
    ) -> [ConfigurationProblem] {
        guard store.mustExist else { return [] }
        let text: String
        if !backend.capabilities.contains(.persistent) {
            text =
                "Stores of the type \(store.type) are new at each start; leave it out or choose another type."
        } else if store.isPerAccount {
            text = "A new account gets a new store; leave out this or `perAccount`."
        } else if let kind = store.kind, kind != .durable {
            text =
                "Stores of the kind \(kind.rawValue) may be removed at any time; leave it out or name another kind."
        } else {
            return []
        }
        return [origins.problem(["stores", store.name, "mustExist"], text)]
    }

    private func fileProblems(
        _ store: StoreConfiguration, _ backend: any StoreBackend.Type
    ) -> [ConfigurationProblem] {
        guard store.file != nil, !backend.capabilities.contains(.persistent), !hasPlace(store, backend) else {
            return []
        }
        return [
            origins.problem(
                ["stores", store.name, "file"],
                "Stores of the type \(store.type) have no file; leave it out or choose another type.")
        ]
    }

    /// Whether a store has a place that it can share with another, even if it keeps nothing there.
    private func hasPlace(_ store: StoreConfiguration, _ backend: any StoreBackend.Type) -> Bool {
        do { return try backend.location(of: store) != nil } catch { return true }
    }

    private func optionProblems(
        _ store: StoreConfiguration, _ backend: any StoreBackend.Type
    ) -> [ConfigurationProblem] {
        store.options.names.compactMap { name in
            let key = ["stores", store.name, "options", name]
            guard let option = backend.options.first(where: { $0.name == name }) else {
                return origins.problem(key, unknownOption(name, backend))
            }
            guard let text = store.options[name], let fault = option.kind.fault(text) else { return nil }
            return origins.problem(key, option.isSecret ? "The secret \(fault)" : "“\(text)” \(fault)")
        }
    }

    private func unknownOption(_ name: String, _ backend: any StoreBackend.Type) -> String {
        let known = backend.options.map(\.name).sorted()
        let list = known.isEmpty ? "there are none" : known.joined(separator: ", ")
        let hint = NearestMatch.question(name, in: known)
        return "Stores of the type \(backend.type) have no option of this name (\(list)).\(hint)"
    }
}
