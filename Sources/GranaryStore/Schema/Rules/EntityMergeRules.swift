/// The merge rules of an entity's attributes, resolved once with the schema.
package struct EntityMergeRules: Sendable {
    /// The attributes that have rules.
    package let properties: PropertySet
    private let rules: [Int: MergeRule]
    private let stamps: [Int: Int]

    /// Resolves the rules of a model's attributes; `nil` if there are none.
    ///
    /// An attribute by which another is merged has the rule `maximum` unless it has another one.
    init?(_ model: ModelDescription) {
        var rules: [Int: MergeRule] = [:]
        var stamps: [Int: Int] = [:]
        for (position, attribute) in model.attributes.enumerated() {
            guard let rule = attribute.merge else { continue }
            rules[position] = rule
            if case .latest(let name) = rule.kind {
                stamps[position] = model.attributes.firstIndex { $0.name == name }
            }
        }
        if rules.isEmpty { return nil }
        for stamp in stamps.values where rules[stamp] == nil { rules[stamp] = .maximum }
        var properties = PropertySet()
        for position in rules.keys { properties.insert(position) }
        self.properties = properties
        self.rules = rules
        self.stamps = stamps
    }

    /// The rule of an attribute, by its position.
    package func rule(of position: Int) -> MergeRule? { rules[position] }

    /// The position of the attribute that decides which side is later.
    package func stamp(of position: Int) -> Int? { stamps[position] }
}
