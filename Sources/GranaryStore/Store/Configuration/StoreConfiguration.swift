/// Where and how the models of one named configuration are stored.
public struct StoreConfiguration: Sendable, Hashable {
    /// The name of the configuration, as models and schema use it.
    public var name: String
    /// The type of store.
    public var type: StoreType
    /// The directory that relative files are in; `nil` for the current directory.
    public var location: String?
    /// How long the content must be kept; without a location, this also determines the place of the store.
    public var kind: StoreKind?
    /// The file, when it is not the default `<name>.<type>` in lower case.
    public var file: String?
    /// Whether the store is opened for reading only.
    public var isReadOnly = false
    /// Whether the store has to be there: opening a stack makes no new one, but fails as ``GranaryError/Code/notFound``.
    ///
    /// For data that a program cannot do without, so that a wrong location or a lost file is no empty store. The first
    /// start leaves it out, or a deployment makes the store.
    public var mustExist = false
    /// Whether contexts and live queries follow the saves of other processes, and of other stacks of this one, in the
    /// store.
    ///
    /// Every process that saves in it sets this, since some stores notify others of a save only then.
    public var followsOthers = false
    /// Whether every account has its own store, so that this describes many of them.
    ///
    /// A stack that is opened plainly has no account and refuses such a configuration.
    public var isPerAccount = false
    /// The place of the store among those of all accounts; `nil` for one that is not of an account.
    package var accountPlace: String?
    /// How many bytes the store's engine may use for caches; `nil` for what its options say.
    package var cacheLimit: Int?
    /// The treatment of a store that is incompatible with the schema.
    public var onIncompatible: IncompatibleStorePolicy = .migrate
    /// The names of migration steps that may lose data, such as `drop Flight.delay`, as the error of a refused plan
    /// names them.
    public var consents: Set<String> = []
    /// Whether a migration that loses data first keeps a copy of the store, if the backend can copy stores.
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

    /// Makes a configuration of a store whose content is kept as long as a kind says.
    ///
    /// Without a location the store is at the standard place of its kind. `nil` is as without a kind.
    public init(
        name: String, type: StoreType, kind: StoreKind?, location: String? = nil, file: String? = nil,
        options: StoreOptions = StoreOptions()
    ) {
        self.init(name: name, type: type, location: location, file: file, options: options)
        self.kind = kind
    }
}

extension StoreConfiguration {
    /// Whether both are equal; file names are compared by their UTF-8 bytes, as file systems do.
    public static func == (left: StoreConfiguration, right: StoreConfiguration) -> Bool {
        left.name == right.name && left.type == right.type && left.isReadOnly == right.isReadOnly
            && left.onIncompatible == right.onIncompatible && left.consents == right.consents
            && left.options == right.options && left.keepsLostData == right.keepsLostData
            && left.kind == right.kind && left.followsOthers == right.followsOthers
            && left.isPerAccount == right.isPerAccount && left.mustExist == right.mustExist
            && isSame(left.location, right.location) && isSame(left.file, right.file)
    }

    /// Hashes a part of the values that `==` compares.
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
    /// A description for people; it has only the names of options, since values may be secret.
    public var description: String {
        var parts = ["\(name): \(type.name)"]
        if let kind { parts.append(kind.rawValue) }
        if let location { parts.append("in \(ShownText.clean(location))") }
        if let file { parts.append("file \(ShownText.clean(file))") }
        if isPerAccount { parts.append("per account") }
        if isReadOnly { parts.append("read-only") }
        if mustExist { parts.append("must exist") }
        if followsOthers { parts.append("follows others") }
        if onIncompatible != .migrate { parts.append("if incompatible: \(onIncompatible.rawValue)") }
        if !consents.isEmpty { parts.append("consents: \(consents.sorted().joined(separator: "; "))") }
        if !keepsLostData { parts.append("keeps no lost data") }
        if !options.names.isEmpty { parts.append("\(options)") }
        return parts.joined(separator: ", ")
    }
}
