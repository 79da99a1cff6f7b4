extension ConfigurationReading {
    /// Reads one store; reports a missing type and returns `nil`.
    mutating func readStore(_ name: String) -> StoreConfiguration? {
        let key = ["stores", name]
        for layer in layers.reversed() where layer.root?.node(at: key) != nil {
            origins[key] = layer.origin(key)
        }
        guard let (type, _) = value(key + ["type"]) else {
            let types = registry.types.map(\.name).joined(separator: ", ")
            problems.append(
                origins.problem(key, "The store has no type; add `type:` with one of: \(types)."))
            return nil
        }
        var store = StoreConfiguration(name: name, type: StoreType(type))
        store.location = readLocation(key + ["location"])
        store.isReadOnly = bool(key + ["readOnly"]) ?? false
        store.mustExist = bool(key + ["mustExist"]) ?? false
        store.followsOthers = bool(key + ["followsOthers"]) ?? false
        store.isPerAccount = bool(key + ["perAccount"]) ?? false
        store.kind = parsed(key + ["kind"], .choice(StoreKind.allCases.map(\.rawValue)), StoreKind.init)
        let policies = IncompatibleStorePolicy.allCases.map(\.rawValue)
        store.onIncompatible =
            parsed(key + ["onIncompatible"], .choice(policies), IncompatibleStorePolicy.init) ?? .migrate
        store.consents = readConsents(key + ["consents"])
        store.keepsLostData = bool(key + ["keepsLostData"]) ?? true
        let applicable = layersOfType(type, of: name)
        store.file = readFile(key + ["file"], in: applicable)
        store.options = readOptions(of: store, in: applicable)
        return store
    }

    /// The names of steps, with semicolons between them.
    private mutating func readConsents(_ key: [String]) -> Set<String> {
        guard let (text, _) = value(key) else { return [] }
        let names = text.parts(between: ";").map { name in
            let rest = name.unicodeScalars.drop { $0 == " " }
            return String(String.UnicodeScalarView(rest.reversed().drop { $0 == " " }.reversed()))
        }
        return Set(names.filter { !$0.isEmpty })
    }

    /// The layers whose file and options apply to the effective type.
    ///
    /// When a layer changes a store's type, the file and options of the layers below it no longer apply.
    private func layersOfType(_ type: String, of name: String) -> Set<Int> {
        var applicable: Set<Int> = []
        var inEffect: String?
        for (index, layer) in layers.enumerated().reversed() {
            inEffect = layer.text(["stores", name, "type"]) ?? inEffect
            if inEffect == nil || inEffect == type { applicable.insert(index) }
        }
        return applicable
    }

    private mutating func readFile(_ key: [String], in applicable: Set<Int>) -> String? {
        guard let (text, layer) = value(key) else { return nil }
        if applicable.contains(layer) { return text }
        origins[key] = nil
        return nil
    }

    private mutating func readOptions(of store: StoreConfiguration, in applicable: Set<Int>) -> StoreOptions {
        let key = ["stores", store.name, "options"]
        let described = (try? registry.backend(for: store.type))?.options ?? []
        var options = StoreOptions()
        for name in optionNames(of: store.name) {
            for index in layers.indices where applicable.contains(index) {
                guard isGiven(key + [name], in: layers[index]) else { continue }
                origins[key + [name]] = layers[index].origin(key + [name])
                let option = described.first { $0.name == name }
                let text = readOption(key + [name], isSecret: option?.isSecret ?? false, in: layers[index])
                options[name] =
                    option?.kind == .directory
                    ? text.flatMap { resolve($0, at: key + [name], in: layers[index]) } : text
                break
            }
        }
        return options
    }

    /// Every option that a file names for a store, or that some registered backend has.
    private func optionNames(of store: String) -> [String] {
        let files = layers.flatMap { $0.root?.node(at: ["stores", store, "options"])?.names ?? [] }
        return Set(files + registry.optionNames).sorted()
    }

    func isGiven(_ key: [String], in layer: ConfigurationLayer) -> Bool {
        if layer.root != nil { return layer.root?.node(at: key) != nil }
        return [key, key + ["env"], key + ["file"]].contains { layer.text($0) != nil || layer.isUnclear($0) }
    }

    mutating func readOption(
        _ key: [String], isSecret: Bool, in layer: ConfigurationLayer
    ) -> String? {
        if isSecret { return readSecret(key, in: layer) }
        if let text = layer.text(key) { return text }
        let text =
            layer.isUnclear(key)
            ? "One value without a comma is needed; write `\(layer.encodedName(key))=VALUE`."
            : "A single value is needed; only secrets are given by reference."
        problems.append(origins.problem(key, text))
        return nil
    }

    /// A secret is given by reference, except in the environment, whose values may be the secret itself.
    private mutating func readSecret(_ key: [String], in layer: ConfigurationLayer) -> String? {
        if case .environment = layer.kind, let secret = layer.text(key) { return secret }
        guard let reference = reference(key, in: layer) else {
            problems.append(origins.problem(key, "This option is a secret; \(SecretReference.remedy)."))
            return nil
        }
        var directory = ""
        if case .file = layer.kind { directory = self.directory }
        switch reference.resolve(variables: variables, directory: directory) {
        case .secret(let secret): return secret
        case .fault(let fault):
            problems.append(origins.problem(key, fault))
            return nil
        }
    }

    private func reference(_ key: [String], in layer: ConfigurationLayer) -> SecretReference? {
        if let node = layer.root?.node(at: key), case .map(let entries) = node.content {
            return SecretReference(entries)
        }
        if let text = layer.text(key) { return SecretReference(text) }
        if let name = layer.text(key + ["env"]) { return .environment(name) }
        return layer.text(key + ["file"]).map(SecretReference.file)
    }
}

extension StoreRegistry {
    /// The names of the options of every registered backend.
    var optionNames: [String] {
        let names = types.flatMap { (try? backend(for: $0))?.options.map(\.name) ?? [] }
        return Set(names).sorted()
    }
}
