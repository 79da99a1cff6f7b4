/// Reads a stack's configuration from layers: the value of the layer with the highest precedence wins.
struct ConfigurationReading {
    /// The layers, the highest precedence first.
    let layers: [ConfigurationLayer]
    /// The store types that may be used.
    let registry: StoreRegistry
    /// The sections of modules that there may be.
    let sections: [String: ConfigurationSection]
    /// The environment variables that secrets are looked up in.
    let variables: [String: String]
    /// The directory of the configuration file.
    let directory: String

    /// Where the values come from.
    var origins = ConfigurationOrigins()
    /// The faults of single values.
    var problems: [ConfigurationProblem] = []

    /// Reads everything; records faulty values in `problems` and leaves them out.
    mutating func read(_ schema: Schema?) -> StackConfiguration {
        let settings = readSettings()
        let named = readLocation(["location"])
        let location = named ?? (directory.isEmpty ? nil : directory)
        let stores = storeNames(schema).compactMap { readStore($0) }.map { store in
            var store = store
            // A store with a kind is at the standard place instead of next to the file, unless a location is named.
            store.location = store.location ?? (store.kind == nil ? location : named)
            return store
        }
        return StackConfiguration(location, placed: stores, settings)
    }

    /// The configurations that a file names a store for, or that another layer gives a type.
    func storeNames(_ schema: Schema?) -> [String] {
        let files = layers.flatMap { $0.root?.node(at: ["stores"])?.names ?? [] }
        let others = (schema?.configurations ?? []).filter { first(["stores", $0, "type"]) != nil }
        return Set(files + others).sorted()
    }

    private mutating func readSettings() -> StackSettings {
        var settings = StackSettings()
        settings.workers = integer(["stack", "workers"]) ?? settings.workers
        settings.generalActions = integer(["stack", "generalActions"]) ?? settings.generalActions
        settings.automaticMerge = bool(["stack", "automaticMerge"]) ?? settings.automaticMerge
        settings.strictLoading = bool(["stack", "strictLoading"]) ?? settings.strictLoading
        settings.mainContextIsReadOnly =
            bool(["stack", "mainContextIsReadOnly"]) ?? settings.mainContextIsReadOnly
        settings.restsAfter =
            duration(["stack", "restsAfter"], StackSettings.allowedRests) ?? settings.restsAfter
        settings.sections = readSections()
        return settings
    }

    /// A directory; relative to the file that names it, else to the current directory.
    mutating func readLocation(_ key: [String]) -> String? {
        value(key).flatMap { resolve($0.text, at: key, in: layers[$0.layer]) }
    }

    /// The directory that a text in a layer names; `nil`, with a problem, for a text that names none.
    mutating func resolve(_ text: String, at key: [String], in layer: ConfigurationLayer) -> String? {
        if let fault = PathRule.fault(directory: text) {
            problems.append(origins.problem(key, "The location \(fault)."))
            return nil
        }
        guard case .file = layer.kind else {
            if PathRule.leadsUp(text) {
                problems.append(origins.problem(key, "The location \(PathRule.upwards)."))
                return nil
            }
            return text
        }
        return PathRule.normal(PathRule.join(directory, text))
    }

    // MARK: Values

    /// The first layer that has a text for a key, without recording its origin.
    func first(_ key: [String]) -> (text: String, layer: Int)? {
        for (index, layer) in layers.enumerated() {
            if let text = layer.text(key) { return (text, index) }
        }
        return nil
    }

    /// The text of a key in the layer of highest precedence; records its origin.
    mutating func value(_ key: [String]) -> (text: String, layer: Int)? {
        for layer in layers where layer.isUnclear(key) {
            let name = layer.encodedName(key)
            problems.append(
                ConfigurationProblem(
                    origin: name, keyPath: key.joined(separator: "."),
                    text: "One value without a comma is needed; write `\(name)=VALUE`."))
            return nil
        }
        guard let found = first(key) else { return nil }
        origins[key] = layers[found.layer].origin(key)
        return found
    }

    mutating func bool(_ key: [String]) -> Bool? {
        isFlag(key) ? true : parsed(key, .bool, OptionText.bool)
    }

    /// Whether an argument without a value sets a key to true; records its origin.
    mutating func isFlag(_ key: [String]) -> Bool {
        guard let layer = layers.first(where: { $0.isFlag(key) }) else { return false }
        origins[key] = layer.origin(key)
        return true
    }

    private mutating func integer(_ key: [String]) -> Int? {
        parsed(key, .integer(StackSettings.allowedWorkers), OptionText.integer)
    }

    /// A time within a range of milliseconds.
    private mutating func duration(_ key: [String], _ range: ClosedRange<Int>) -> Duration? {
        parsed(key, .duration(range), OptionText.milliseconds).map { .milliseconds($0) }
    }

    mutating func parsed<T>(_ key: [String], _ kind: StoreOption.Kind, _ read: (String) -> T?) -> T? {
        guard let (text, _) = value(key) else { return nil }
        if let fault = kind.fault(text) {
            problems.append(origins.problem(key, "“\(text)” \(fault)"))
            return nil
        }
        return read(text)
    }
}
