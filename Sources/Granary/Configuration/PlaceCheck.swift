/// Finds stores of files whose places exclude each other: at one path but of different types, or one inside another.
struct PlaceCheck {
    let registry: StoreRegistry
    let origins: ConfigurationOrigins

    /// The conflicts of some stores, among themselves and with those that are present.
    func problems(
        _ stores: [StoreConfiguration], beside present: [StoreConfiguration]
    ) -> [ConfigurationProblem] {
        let others = present.compactMap(located)
        var seen: [Located] = []
        var problems: [ConfigurationProblem] = []
        for store in stores.compactMap(located) {
            if let text = (others + seen).lazy.compactMap({ Self.fault(of: store, beside: $0) }).first {
                problems.append(origins.problem(["stores", store.store.name, "location"], text))
            }
            seen.append(store)
        }
        return problems
    }

    /// The conflict of a store's place with that of another one, as a sentence; `nil` if both are allowed.
    static func fault(
        of store: (store: StoreConfiguration, path: String),
        beside other: (store: StoreConfiguration, path: String)
    ) -> String? {
        let (name, its) = (other.store.name, store.path)
        if Value.text(its) == .text(other.path) {
            if store.store.type == other.store.type { return nil }
            return
                "The store of “\(name)”, of the type \(other.store.type), has the same path “\(its)”, and one of the type \(store.store.type) cannot share it; name another file or location."
        }
        if its.begins(with: other.path + "/") {
            return "The path “\(its)” lies inside the store of “\(name)”; name another location."
        }
        if other.path.begins(with: its + "/") {
            return "The store of “\(name)” lies inside the path “\(its)” of this one; name another location."
        }
        return nil
    }

    private typealias Located = (store: StoreConfiguration, path: String)

    /// A store with its path; `nil` for one without a file, or with an invalid place.
    private func located(_ store: StoreConfiguration) -> Located? {
        guard let backend = try? registry.backend(for: store.type), backend.capabilities.contains(.files),
            let path = try? backend.location(of: store)
        else { return nil }
        return (store, path)
    }
}
