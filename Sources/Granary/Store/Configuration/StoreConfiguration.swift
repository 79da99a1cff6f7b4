/// Where and how the models of one named configuration are stored.
public struct StoreConfiguration: Sendable, Hashable {
    /// The name of the configuration, as models and schema use it.
    public var name: String
    /// The type of store.
    public var type: StoreType
    /// The directory that relative files are in; `nil` for the current directory.
    public var location: String?
    /// How long its content is worth keeping; without a location it also says where the store is.
    public var kind: StoreKind?
    /// The file, when it is not the default `<name>.<type>` in lower case.
    public var file: String?
    /// Whether the store is opened for reading only.
    public var isReadOnly = false
    /// What to do when the store is incompatible with the schema.
    public var onIncompatible: IncompatibleStorePolicy = .migrate
    /// The names of migration steps that may give data up, such as `drop Flight.delay`, as the refusal of a plan names them.
    public var consents: Set<String> = []
    /// Whether a copy of the store is kept beside it before a migration gives data up, where the backend can copy stores.
    public var keepsLostData = true
    /// The backend's own options.
    public var options: StoreOptions

    /// Makes a configuration.
    public init(
        name: String, type: StoreType, location: String? = nil, file: String? = nil,
        options: StoreOptions = StoreOptions()
    ) {
        self.name = name
        self.type = type
        self.location = location
        self.file = file
        self.options = options
    }
}

extension StoreConfiguration {
    /// Whether both are equal; file names are compared by their UTF-8 bytes, as file systems do.
    public static func == (left: StoreConfiguration, right: StoreConfiguration) -> Bool {
        left.name == right.name && left.type == right.type && left.isReadOnly == right.isReadOnly
            && left.onIncompatible == right.onIncompatible && left.consents == right.consents
            && left.options == right.options && left.keepsLostData == right.keepsLostData
            && left.kind == right.kind
            && isSame(left.location, right.location) && isSame(left.file, right.file)
    }

    /// Hashes a part of what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(type)
    }

    private static func isSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return Bytewise.equal(left, right)
    }
}

extension StoreConfiguration: CustomStringConvertible {
    /// Where and how the models are stored, for people; of the options the names only, since values may be secret.
    public var description: String {
        var parts = ["\(name): \(type.name)"]
        if let kind { parts.append(kind.rawValue) }
        if let location { parts.append("in \(ShownText.clean(location))") }
        if let file { parts.append("file \(ShownText.clean(file))") }
        if isReadOnly { parts.append("read-only") }
        if onIncompatible != .migrate { parts.append("if incompatible: \(onIncompatible.rawValue)") }
        if !consents.isEmpty { parts.append("consents: \(consents.sorted().joined(separator: "; "))") }
        if !keepsLostData { parts.append("keeps no lost data") }
        if !options.names.isEmpty { parts.append("\(options)") }
        return parts.joined(separator: ", ")
    }
}
