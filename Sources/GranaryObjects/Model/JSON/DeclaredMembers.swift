/// The defaults that the properties of a model are declared with, for those that JSON leaves out.
struct DeclaredMembers<Snapshot: ModelSnapshot>: AbsentMembers {
    private let literals: [String: (type: AttributeType, value: Value)]
    /// What is no literal; each is made once.
    private let others: [String: Any]

    /// Makes the defaults of those properties that are not among some names.
    init(without names: Set<String>) {
        let model = Snapshot.Object.modelDescription
        var (literals, others): ([String: (type: AttributeType, value: Value)], [String: Any]) = ([:], [:])
        for attribute in model.attributes where !names.contains(attribute.name) {
            if model.key == [attribute.name], Snapshot.Object.Key.generation != .byProgram {
                others[attribute.name] = Snapshot.Object.Key.unassigned
            } else if let value = attribute.defaultValue {
                literals[attribute.name] = (attribute.type, value)
            } else if let value = Snapshot._declaredDefault(of: attribute.name) {
                others[attribute.name] = value
            }
        }
        self.literals = literals
        self.others = others
    }

    func has(_ name: String) -> Bool { literals[name] != nil || others[name] != nil }

    func value<T>(_ name: String, as type: T.Type) throws -> T? {
        guard let literal = literals[name] else { return others[name].flatMap { $0 as? T } }
        if literal.type == .json, case .text(let json) = literal.value {
            guard let type = type as? any Decodable.Type else { return nil }
            return try StructuredValue.decode(type, from: json) as? T
        }
        guard let type = type as? any AttributeValue.Type else { return nil }
        return try type.init(_storedValue: literal.value) as? T
    }
}
