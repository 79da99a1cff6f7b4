import Testing

@Suite struct ExpansionTests {
    @Test func model() {
        expectExpansion(
            #"""
            @Model(table: "flights") public final class Flight {
                public var id: UUID
                public var departure: Date
                @Attribute(.indexed, column: "late") var delay: Int? = nil
                @Relationship public var airline: Airline?
                @Relationship(inverse: \Person.flights, onDelete: .nullify) public var crew: ToMany<Person>
                @Transient var note = ""
            }
            """#,
            #"""
            public final class Flight {
                public var id: UUID {
                    @storageRestrictions(initializes: _id)
                    init(initialValue) { _id = initialValue }
                    get { _id }
                    set {
                        if Granary._StoredAttribute.isSame(_id, newValue) { return }
                        guard _mayChangeKey() else { return }
                        _id = newValue
                    }
                }

                private var _id: UUID = .unassigned
                public var departure: Date {
                    @storageRestrictions(initializes: _departure)
                    init(initialValue) { _departure = Granary._StoredAttribute.normalized(initialValue) }
                    get { _departure }
                    set {
                        if Granary._StoredAttribute.isSame(_departure, newValue) { return }
                        _willChange(1)
                        _departure = Granary._StoredAttribute.normalized(newValue)
                    }
                }

                private var _departure: Date
                var delay: Int? {
                    @storageRestrictions(initializes: _delay)
                    init(initialValue) { _delay = initialValue }
                    get { _delay }
                    set {
                        if Granary._StoredAttribute.isSame(_delay, newValue) { return }
                        _willChange(2)
                        _delay = newValue
                    }
                }

                private var _delay: Int? = nil
                public var airline: Airline? {
                    get { _toOne(_airline, at: 0) }
                    set { _setToOne(newValue, at: 0) }
                }

                private var _airline: Granary._Reference<Airline> = .empty
                public var crew: ToMany<Person> {
                    get { Granary.ToMany(_owner: self, position: 0) }
                }

                private var _crew: Granary.ToManyMembers? = nil
                var note = ""

                @exclusivity(unchecked) public var _objectState = Granary.ObjectState()

                /// The primary key.
                public typealias Key = UUID

                public var objectKey: Key { _id }

                public func _assignKey(_ key: Key) { _id = key }

                init(
                    id: UUID = .unassigned,
                    departure: Date,
                    delay: Int? = nil,
                    airline: Airline? = nil
                ) {
                    self.id = id
                    self.departure = departure
                    self.delay = delay
                    _airline = Granary._Reference(object: airline)
                }

                public init(_from row: borrowing Granary.Row) throws {
                    _id = try row.decode(UUID.self, at: 0)
                    _departure = try row.decode(Date.self, at: 1)
                    _delay = try row.decode(Int?.self, at: 2)
                    var column = 3
                    _airline = try row.reference(to: Airline.self, at: &column)
                }

                public func _overwrite(from row: borrowing Granary.Row) throws {
                    let attribute0 = try row.decode(UUID.self, at: 0)
                    let attribute1 = try row.decode(Date.self, at: 1)
                    let attribute2 = try row.decode(Int?.self, at: 2)
                    var column = 3
                    let reference0 = try row.reference(to: Airline.self, at: &column)
                    _id = attribute0
                    _departure = attribute1
                    _delay = attribute2
                    _airline = reference0
                }

                public static func _key(in row: borrowing Granary.Row) throws -> Key {
                    try row.decode(UUID.self, at: 0)
                }

                public static func _keyBits(in row: borrowing Granary.Row) throws -> Granary.KeyBits {
                    try _key(in: row).keyBits
                }

                public func encode(_ properties: Granary.PropertySet, of entity: Granary.Entity, into writer: any Granary.ColumnWriter) throws {
                    var property = 0
                    do {
                        if properties.contains(0) {
                            property = 0
                            try Granary._StoredAttribute.encode(_id, into: writer, at: 0)
                        }
                        if properties.contains(1) {
                            property = 1
                            try Granary._StoredAttribute.encode(_departure, into: writer, at: 1)
                        }
                        if properties.contains(2) {
                            property = 2
                            try Granary._StoredAttribute.encode(_delay, into: writer, at: 2)
                        }
                    } catch {
                        throw Granary._StoredAttribute.failure(error, of: entity, property: property)
                    }
                    var column = 3
                    if properties.contains(3) {
                        _airline._encode(into: writer, at: &column)
                    } else {
                        column &+= Airline.Key._columnCount
                    }
                }

                /// The stored properties as a value, with relationships to one as keys.
                public struct Snapshot: Granary.ModelSnapshot, @unchecked Swift.Sendable {
                    public var id: UUID
                    public var departure: Date
                    var delay: Int?
                    public var airline: Airline.Key?
                    init(
                        id: UUID = .unassigned,
                        departure: Date,
                        delay: Int? = nil,
                        airline: Airline.Key? = nil
                    ) {
                        self.id = id
                        self.departure = departure
                        self.delay = delay
                        self.airline = airline
                    }
                    public var objectID: Granary.ObjectID<Flight> {
                        Granary.ObjectID(self.id)
                    }
                    public func encode(_ properties: Granary.PropertySet, of entity: Granary.Entity, into writer: any Granary.ColumnWriter) throws {
                        var property = 0
                        do {
                            if properties.contains(0) {
                                property = 0
                                try Granary._StoredAttribute.encode(self.id, into: writer, at: 0)
                            }
                            if properties.contains(1) {
                                property = 1
                                try Granary._StoredAttribute.encode(self.departure, into: writer, at: 1)
                            }
                            if properties.contains(2) {
                                property = 2
                                try Granary._StoredAttribute.encode(self.delay, into: writer, at: 2)
                            }
                        } catch {
                            throw Granary._StoredAttribute.failure(error, of: entity, property: property)
                        }
                        var column = 3
                        if properties.contains(3) {
                            Granary._Reference<Airline>(self.airline)._encode(into: writer, at: &column)
                        } else {
                            column &+= Airline.Key._columnCount
                        }
                    }
                    public func differences(from other: Self) -> Granary.PropertySet {
                        var properties = Granary.PropertySet()
                        if !Granary._StoredAttribute.isSame(self.id, other.id) { properties.insert(0) }
                        if !Granary._StoredAttribute.isSame(self.departure, other.departure) { properties.insert(1) }
                        if !Granary._StoredAttribute.isSame(self.delay, other.delay) { properties.insert(2) }
                        if self.airline?.keyBits != other.airline?.keyBits { properties.insert(3) }
                        return properties
                    }
                }

                public var snapshot: Snapshot {
                    Snapshot(id: _id, departure: _departure, delay: _delay, airline: _airline.key)
                }

                /// Makes a new object with the values of a snapshot.
                public init(_ snapshot: Snapshot) {
                    self.id = snapshot.id
                    self.departure = snapshot.departure
                    self.delay = snapshot.delay
                    _airline = Granary._Reference(snapshot.airline)
                }

                public func _restore(_ properties: Granary.PropertySet, from snapshot: Snapshot) {
                    if properties.contains(0) { _id = snapshot.id }
                    if properties.contains(1) { _departure = snapshot.departure }
                    if properties.contains(2) { _delay = snapshot.delay }
                    if properties.contains(3) { _airline = Granary._Reference(snapshot.airline) }
                }

                public func _reference(at position: Swift.Int) -> Granary.AnyReference {
                    switch position {
                    case 0: _airline.erased
                    default: .empty
                    }
                }

                public func _setReference(_ reference: Granary.AnyReference, at position: Swift.Int) {
                    switch position {
                    case 0: _airline = Granary._Reference(reference)
                    default: break
                    }
                }

                public func _referenceBits(at position: Swift.Int) -> Granary.KeyBits? {
                    switch position {
                    case 0: _airline.key?.keyBits
                    default: nil
                    }
                }

                public func _bringsOthers(to entry: Granary.ObjectEntry) -> Swift.Bool {
                    if _airline.leadsOutside(entry) { return true }
                    if _crew != nil { return true }
                    return false
                }

                public func _identifyTargets(in entry: Granary.ObjectEntry) {
                    _airline = _airline.identified(in: entry)
                }

                public func _members(at position: Swift.Int) -> Granary.ToManyMembers? {
                    switch position {
                    case 0: _crew
                    default: nil
                    }
                }

                public func _setMembers(_ members: Granary.ToManyMembers?, at position: Swift.Int) {
                    switch position {
                    case 0: _crew = members
                    default: break
                    }
                }

                /// The properties as predicates and orders name them.
                public struct Fields: Granary.ModelFields {
                    public let id = Granary._Field.attribute("id", of: Flight.self, as: UUID.self)
                    public let departure = Granary._Field.attribute("departure", of: Flight.self, as: Date.self)
                    let delay = Granary._Field.attribute("delay", of: Flight.self, as: Int?.self)
                    public let airline = Granary._Field.toOne("airline", of: Flight.self, to: Airline.self)
                    public let crew = Granary._Field.toMany("crew", of: Flight.self, to: Person.self)
                    public init() {}
                }

                public static let fields = Fields()

                public static func _propertyName(at path: Swift.PartialKeyPath<Flight>) -> Swift.String? {
                    switch path {
                    case \Flight.id: "id"
                    case \Flight.departure: "departure"
                    case \Flight.delay: "delay"
                    case \Flight.airline: "airline"
                    case \Flight.crew: "crew"
                    default: nil
                    }
                }

                public static let modelDescription: Granary.ModelDescription = Granary.ModelDescription(
                    name: "Flight",
                    table: "flights",
                    attributes: [
                        Granary.AttributeDescription("id", Granary._StoredAttribute.type(of: UUID.self)),
                        Granary.AttributeDescription("departure", Granary._StoredAttribute.type(of: Date.self)),
                        Granary.AttributeDescription("delay", Granary._StoredAttribute.type(of: Int?.self), column: "late", isIndexed: true),
                    ],
                    relationships: [
                        Granary.RelationshipDescription("airline", to: "Airline", { Airline.self }, isToMany: false),
                        Granary.RelationshipDescription("crew", to: "Person", { Person.self }, isToMany: true, inverse: Granary.RelationshipDescription.inverse("flights", \Person.flights, of: Flight.self), deleteRule: .nullify),
                    ],
                    key: ["id"]
                )
            }

            nonisolated extension Flight: Granary.DescribedModel, Granary.Model {}
            """#)
    }

    @Test func indexWithoutCase() {
        let code = expanded(
            "@Model final class Slot { var id: Int; @Attribute(.indexed(.caseInsensitive)) var name: String }"
        )
        #expect(
            code.contains(
                "\"name\", Granary._StoredAttribute.type(of: String.self), hasFoldedIndex: true)"))
        let both = expanded(
            "@Model final class Slot { var id: Int; @Attribute(.indexed, .indexed(.caseInsensitive)) var name: String }"
        )
        #expect(both.contains("isIndexed: true, hasFoldedIndex: true)"))
    }

    @Test func aConvenienceInitializerCallsTheGeneratedOne() {
        let code = expanded(
            "@Model final class Slot { var id: Int; var name: String; convenience init(_ n: Int) { self.init(id: n, name: \"\") } }"
        )
        let own = expanded(
            "@Model final class Slot { var id: Int; var name: String; init(_ n: Int) { id = n; name = \"\" } }"
        )
        // Snapshots have one too.
        func count(_ code: String) -> Int { code.split(separator: "self.name = name").count }
        #expect(count(code) == count(own) + 1)
    }

    @Test func storageOfAPropertyNamedLikeAHiddenMember() {
        let code = expanded("@Model final class Slot { var id: Int; var key: String; var other: String }")
        #expect(code.contains("private var __key: String") && code.contains("(initializes: __key)"))
        #expect(code.contains("private var _other: String"))
    }
}
