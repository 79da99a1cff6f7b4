import FoundationEssentials

/// The values of properties that JSON leaves out and that nobody is to read: their defaults, or else empty ones.
struct EmptyMembers<Snapshot: ModelSnapshot>: AbsentMembers {
    private let declared: DeclaredMembers<Snapshot>
    /// The types of the attributes that are not optional and have no default.
    private let types: [String: AttributeType]

    /// Makes the values of those properties that are not among some names.
    init(without names: Set<String>) {
        declared = DeclaredMembers(without: names)
        let model = Snapshot.Object.modelDescription
        // A row without a key is the row of no object.
        let attributes = model.attributes.filter {
            !$0.isOptional && !names.contains($0.name) && !model.key.contains($0.name)
        }
        types = Dictionary(attributes.map { ($0.name, $0.type) }) { first, _ in first }
    }

    func has(_ name: String) -> Bool { declared.has(name) || types[name] != nil }

    func value<T>(_ name: String, as type: T.Type) throws -> T? {
        if declared.has(name) { return try declared.value(name, as: type) }
        guard let kind = types[name], let type = type as? any AttributeValue.Type, let value = kind.empty
        else { return nil }
        return try type.init(_storedValue: value) as? T
    }
}

extension AttributeType {
    /// A value that says nothing; `nil` for types without one.
    fileprivate var empty: Value? {
        switch self {
        case .bool: .bool(false)
        case .integer: .integer(0)
        case .real: .real(0)
        case .text: .text("")
        case .data: .data(Data())
        case .date: .date(0)
        case .uuid: .uuid(UUID.unassigned)
        case .decimal: .decimal(0)
        case .json: nil
        }
    }
}
