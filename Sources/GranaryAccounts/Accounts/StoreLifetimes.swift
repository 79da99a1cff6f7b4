import Granary

/// Which stores keep what is in them, and what must not lean on one that may vanish.
struct StoreLifetimes: Sendable {
    let registry: StoreRegistry

    /// Whether a store keeps its content until somebody deletes it; `nil` for a type that is not registered.
    func isDurable(_ store: StoreConfiguration) -> Bool? {
        guard let backend = try? registry.backend(for: store.type) else { return nil }
        return backend.capabilities.contains(.persistent) && (store.kind ?? .durable) == .durable
    }

    /// A fault for each store that may vanish although durable ones need what is in it, or lose something with it.
    ///
    /// Any other reference to what is gone reads as `nil`.
    func faults(of values: StackConfiguration, for schema: Schema) -> [ConfigurationFault] {
        let durable = Set(values.stores.filter { isDurable($0) == true }.map(\.name))
        let relationships = schema.entities.flatMap(\.relationships)
        return values.stores.filter { isDurable($0) == false }.compactMap { store in
            let reasons = relationships.compactMap { Self.reason($0, store.name, besides: durable) }
            if reasons.isEmpty { return nil }
            return ConfigurationFault(
                ["stores", store.name, store.kind == nil ? "type" : "kind"],
                "The content of this store may vanish, but \(reasons.joined(separator: ", and ")). Make the store durable, or these relationships optional and with the rule nullify."
            )
        }
    }

    /// What a relationship makes depend on a store that may vanish; `nil` for nothing.
    private static func reason(
        _ relationship: Relationship, _ vanishing: String, besides durable: Set<String>
    ) -> String? {
        let (owner, destination) = (relationship.owner, relationship.destination)
        if destination.configuration == vanishing, durable.contains(owner.configuration) {
            if !relationship.isToMany, !relationship.isOptional {
                return "\(relationship.label), in the durable “\(owner.configuration)”, is required"
            }
            if relationship.deleteRule == .deny {
                return
                    "\(relationship.label), in the durable “\(owner.configuration)”, denies a deletion because of what is here"
            }
        }
        if owner.configuration == vanishing, durable.contains(destination.configuration),
            relationship.deleteRule == .cascade
        {
            return
                "\(relationship.label) deletes objects of the durable “\(destination.configuration)” (cascade)"
        }
        return nil
    }
}
