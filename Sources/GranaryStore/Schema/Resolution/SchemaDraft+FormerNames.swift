extension SchemaDraft {
    /// Checks that no two models, and no two properties of a model, claim the same former name: the part that a store
    /// has under it can become only one of them.
    mutating func checkFormerNames() {
        let names = models.compactMap { model in
            model.description.renamedFrom.map { (former: $0, name: model.name) }
        }
        for (former, same) in Self.repeated(names) {
            report(
                "The models \(same.joined(separator: " and ")) were both “\(former)”; let one keep renamedFrom, and fill the other one by a Migration with code."
            )
        }
        for model in models {
            let attributes = model.description.attributes.map { (former: $0.renamedFrom, name: $0.name) }
            let relationships = model.description.relationships.map {
                (former: $0.renamedFrom, name: $0.name)
            }
            let names = (attributes + relationships).compactMap { property in
                property.former.map { (former: $0, name: property.name) }
            }
            for (former, same) in Self.repeated(names) {
                report(
                    "\(same.map { "\(model.name).\($0)" }.joined(separator: " and ")) were both “\(former)”; let one keep renamedFrom, and fill the other one by a Migration with code."
                )
            }
        }
    }

    private static func repeated(_ names: [(former: String, name: String)]) -> [(String, [String])] {
        Dictionary(grouping: names) { $0.former }.filter { $0.value.count > 1 }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value.map(\.name)) }
    }
}
