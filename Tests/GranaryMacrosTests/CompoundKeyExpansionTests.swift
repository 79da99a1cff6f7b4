import Testing

/// What the macro makes of a model with a compound key.
@Suite struct CompoundKeyExpansionTests {
    @Test func compoundKey() {
        expectExpansion(
            """
            @Model final class Leg {
                @Attribute(.primaryKey) var day: Date
                @Attribute(.primaryKey) var carrier: String
                var state: State = .planned

                init(day: Date) {
                    self.day = day
                    carrier = ""
                }
            }
            """,
            #"""
            final class Leg {
                var day: Date {
                    @storageRestrictions(initializes: _day)
                    init(initialValue) { _day = Granary._StoredAttribute.normalized(initialValue) }
                    get { _day }
                    set {
                        if Granary._StoredAttribute.isSame(_day, newValue) { return }
                        guard _mayChangeKey() else { return }
                        _day = Granary._StoredAttribute.normalized(newValue)
                    }
                }

                private var _day: Date
                var carrier: String {
                    @storageRestrictions(initializes: _carrier)
                    init(initialValue) { _carrier = initialValue }
                    get { _carrier }
                    set {
                        if Granary._StoredAttribute.isSame(_carrier, newValue) { return }
                        guard _mayChangeKey() else { return }
                        _carrier = newValue
                    }
                }

                private var _carrier: String
                var state: State {
                    @storageRestrictions(initializes: _state)
                    init(initialValue) { _state = Granary._StoredAttribute.initial(initialValue) }
                    get { _state }
                    set {
                        if Granary._StoredAttribute.isSame(_state, newValue) { return }
                        _willChange(2)
                        _state = Granary._StoredAttribute.normalized(newValue)
                    }
                }

                private var _state: State = .planned

                init(day: Date) {
                    self.day = day
                    carrier = ""
                }

                @exclusivity(unchecked) var _objectState = Granary.ObjectState()

                /// The primary key; text in it is compared by its bytes.
                struct Key: Granary.ModelKey {
                    var day: Date
                    var carrier: String
                    init(day: Date, carrier: String) {
                        self.day = day
                        self.carrier = carrier
                    }
                    var keyBits: Granary.KeyBits {
                        var hash = Granary._KeyHash()
                        hash.add(part: self.day)
                        hash.add(part: self.carrier)
                        return hash.bits
                    }
                    var objectKey: Granary.ObjectKey { .compound([self.day._keyValue, self.carrier._keyValue]) }
                    init?(objectKey: Granary.ObjectKey) {
                        guard case .compound(let parts) = objectKey, parts.count == 2,
                            let part0 = Date(_keyValue: parts[0]),
                            let part1 = String(_keyValue: parts[1])
                        else { return nil }
                        self.init(day: part0, carrier: part1)
                    }
                    static func _decode(_ row: borrowing Granary.Row, at column: inout Swift.Int) throws -> Self? {
                        let part0 = try row.keyPart(Date.self, at: &column)
                        let part1 = try row.keyPart(String.self, at: &column)
                        guard let part0, let part1 else { return nil }
                        return Self(day: part0, carrier: part1)
                    }
                    func _encode(into writer: any Granary.ColumnWriter, at column: inout Swift.Int) {
                        self.day._writeKeyPart(into: writer, at: column)
                        column &+= 1
                        self.carrier._writeKeyPart(into: writer, at: column)
                        column &+= 1
                    }
                    static var _columnTypes: [Granary.AttributeType] {
                        [Date.attributeType, String.attributeType]
                    }
                    static var _columnCount: Swift.Int { 2 }
                    static var generation: Granary._KeyGeneration { .byProgram }
                    static var unassigned: Self {
                        Self(day: ._unassignedKeyPart, carrier: ._unassignedKeyPart)
                    }
                    static func == (left: Self, right: Self) -> Swift.Bool {
                        left.day._isStoredLike(right.day) && left.carrier._isStoredLike(right.carrier)
                    }
                    func hash(into hasher: inout Swift.Hasher) {
                        hasher.combine(keyBits)
                    }
                }

                var objectKey: Key { Key(day: _day, carrier: _carrier) }

                func _assignKey(_ key: Key) {
                    _day = key.day
                    _carrier = key.carrier
                }

                init(_from row: borrowing Granary.Row) throws {
                    _day = try row.decode(Date.self, at: 0)
                    _carrier = try row.decode(String.self, at: 1)
                    _state = try row.decode(State.self, at: 2)
                }

                func _overwrite(from row: borrowing Granary.Row) throws {
                    let attribute0 = try row.decode(Date.self, at: 0)
                    let attribute1 = try row.decode(String.self, at: 1)
                    let attribute2 = try row.decode(State.self, at: 2)
                    _day = attribute0
                    _carrier = attribute1
                    _state = attribute2
                }

                static func _key(in row: borrowing Granary.Row) throws -> Key {
                    Key(day: try row.decode(Date.self, at: 0), carrier: try row.decode(String.self, at: 1))
                }

                static func _keyBits(in row: borrowing Granary.Row) throws -> Granary.KeyBits {
                    try _key(in: row).keyBits
                }

                func encode(_ properties: Granary.PropertySet, of entity: Granary.Entity, into writer: any Granary.ColumnWriter) throws {
                    var property = 0
                    do {
                        if properties.contains(0) {
                            property = 0
                            try Granary._StoredAttribute.encode(_day, into: writer, at: 0)
                        }
                        if properties.contains(1) {
                            property = 1
                            try Granary._StoredAttribute.encode(_carrier, into: writer, at: 1)
                        }
                        if properties.contains(2) {
                            property = 2
                            try Granary._StoredAttribute.encode(_state, into: writer, at: 2)
                        }
                    } catch {
                        throw Granary._StoredAttribute.failure(error, of: entity, property: property)
                    }
                }

                /// The stored properties as a value, with relationships to one as keys.
                struct Snapshot: Granary.ModelSnapshot, @unchecked Swift.Sendable {
                    var day: Date
                    var carrier: String
                    var state: State
                    init(day: Date, carrier: String, state: State = .planned) {
                        self.day = day
                        self.carrier = carrier
                        self.state = state
                    }
                    var objectID: Granary.ObjectID<Leg> {
                        Granary.ObjectID(Leg.Key(day: self.day, carrier: self.carrier))
                    }
                    func encode(_ properties: Granary.PropertySet, of entity: Granary.Entity, into writer: any Granary.ColumnWriter) throws {
                        var property = 0
                        do {
                            if properties.contains(0) {
                                property = 0
                                try Granary._StoredAttribute.encode(self.day, into: writer, at: 0)
                            }
                            if properties.contains(1) {
                                property = 1
                                try Granary._StoredAttribute.encode(self.carrier, into: writer, at: 1)
                            }
                            if properties.contains(2) {
                                property = 2
                                try Granary._StoredAttribute.encode(self.state, into: writer, at: 2)
                            }
                        } catch {
                            throw Granary._StoredAttribute.failure(error, of: entity, property: property)
                        }
                    }
                    func differences(from other: Self) -> Granary.PropertySet {
                        var properties = Granary.PropertySet()
                        if !Granary._StoredAttribute.isSame(self.day, other.day) { properties.insert(0) }
                        if !Granary._StoredAttribute.isSame(self.carrier, other.carrier) { properties.insert(1) }
                        if !Granary._StoredAttribute.isSame(self.state, other.state) { properties.insert(2) }
                        return properties
                    }
                    private enum CodingKeys: Swift.String, Swift.CodingKey {
                        case day
                        case carrier
                        case state
                    }
                    init(from decoder: any Swift.Decoder) throws {
                        let values = try decoder.container(keyedBy: CodingKeys.self)
                        self.day = try Granary._StoredAttribute.decode(Date.self, from: values, forKey: .day)
                        self.carrier = try Granary._StoredAttribute.decode(String.self, from: values, forKey: .carrier)
                        self.state = try Granary._StoredAttribute.decode(State.self, from: values, forKey: .state)
                    }
                    func encode(to encoder: any Swift.Encoder) throws {
                        var values = encoder.container(keyedBy: CodingKeys.self)
                        try Granary._StoredAttribute.encode(self.day, into: &values, forKey: .day)
                        try Granary._StoredAttribute.encode(self.carrier, into: &values, forKey: .carrier)
                        try Granary._StoredAttribute.encode(self.state, into: &values, forKey: .state)
                    }
                }

                var snapshot: Snapshot {
                    Snapshot(day: _day, carrier: _carrier, state: _state)
                }

                /// Makes a new object with the values of a snapshot.
                init(_ snapshot: Snapshot) {
                    self.day = snapshot.day
                    self.carrier = snapshot.carrier
                    self.state = snapshot.state
                }

                func _restore(_ properties: Granary.PropertySet, from snapshot: Snapshot) {
                    if properties.contains(0) { _day = snapshot.day }
                    if properties.contains(1) { _carrier = snapshot.carrier }
                    if properties.contains(2) { _state = snapshot.state }
                }

                func _reference(at position: Swift.Int) -> Granary.AnyReference {
                    .empty
                }

                func _setReference(_ reference: Granary.AnyReference, at position: Swift.Int) {}

                func _referenceBits(at position: Swift.Int) -> Granary.KeyBits? {
                    nil
                }

                func _bringsOthers(to entry: Granary.ObjectEntry) -> Swift.Bool {
                    return false
                }

                func _identifyTargets(in entry: Granary.ObjectEntry) {}

                func _members(at position: Swift.Int) -> Granary.ToManyMembers? {
                    nil
                }

                func _setMembers(_ members: Granary.ToManyMembers?, at position: Swift.Int) {}

                /// The properties as predicates and orders name them.
                struct Fields: Granary.ModelFields {
                    let day = Granary._Field.attribute("day", of: Leg.self, as: Date.self)
                    let carrier = Granary._Field.attribute("carrier", of: Leg.self, as: String.self)
                    let state = Granary._Field.attribute("state", of: Leg.self, as: State.self)
                    init() {}
                }

                static let fields = Fields()

                static func _propertyName(at path: Swift.PartialKeyPath<Leg>) -> Swift.String? {
                    switch path {
                    case \Leg.day: "day"
                    case \Leg.carrier: "carrier"
                    case \Leg.state: "state"
                    default: nil
                    }
                }

                static let modelDescription: Granary.ModelDescription = Granary.ModelDescription(
                    name: "Leg",
                    attributes: [
                        Granary.AttributeDescription("day", Granary._StoredAttribute.type(of: Date.self)),
                        Granary.AttributeDescription("carrier", Granary._StoredAttribute.type(of: String.self)),
                        Granary.AttributeDescription("state", Granary._StoredAttribute.type(of: State.self), defaultValue: try? Granary._StoredAttribute.value(.planned as State)),
                    ],
                    key: ["day", "carrier"]
                )
            }

            nonisolated extension Leg: Granary.DescribedModel, Granary.Model {}
            """#)
    }
}
