/// Makes a `final class` a model: its objects can be stored, tracked, related and queried.
///
/// Every stored property with a type annotation becomes an attribute; marked
/// ``Relationship(_:inverse:onDelete:column:renamedFrom:)`` it becomes a relationship, and marked ``Transient()`` it is
/// left alone. The macro generates the ``Model`` conformance, the nested types `Key`, `Fields` and `Snapshot`, and a
/// memberwise initialiser unless the class declares an initialiser.
///
/// ```swift
/// @Model final class Airline {
///     @Attribute(.primaryKey) var code: String
///     var name: String
///     @Relationship(inverse: \Flight.airline, onDelete: .cascade) var flights: ToMany<Flight>
/// }
/// ```
///
/// - Parameters:
///   - table: The name of the table in a store; the class's name unless given.
///   - configuration: The named configuration the model asks for, when the schema does not place it.
///   - unique: Groups of properties whose values together may not occur twice, by name. The macro checks the names.
///   - indexes: Groups of properties for which the store keeps an index, by name. The macro checks the names.
///   - renamedFrom: The name the class had in an earlier version, so that its objects are kept when a store is
///     migrated.
@attached(
    member,
    names: named(Key), named(Fields), named(fields), named(Snapshot), named(snapshot), named(objectKey),
    named(modelDescription), named(init), named(encode), named(_objectState), named(_assignKey),
    named(_overwrite), named(_key), named(_keyBits), named(_restore), named(_propertyName),
    named(_reference), named(_setReference), named(_referenceBits), named(_bringsOthers),
    named(_identifyTargets), named(_members), named(_setMembers))
@attached(memberAttribute)
@attached(extension, conformances: DescribedModel, Model, Sendable)
public macro Model(
    table: StaticString? = nil, configuration: StaticString? = nil, unique: [[StaticString]] = [],
    indexes: [[StaticString]] = [], renamedFrom: StaticString? = nil
) = #externalMacro(module: "GranaryPlugin", type: "Model")

/// Adds options to an attribute of a model; plain attributes do not need it.
///
/// - Parameters:
///   - options: Whether it is the primary key, unique, indexed; and the rules that its values keep.
///   - column: The name of the column, key or field in a store; the property's name unless given.
///   - default: The default of the generated initialiser; a literal is also recorded in the schema for rows that were
///     stored before the attribute was declared.
///   - renamedFrom: The name the attribute had in an earlier version of the model, so that its values are kept when a
///     store is migrated.
@attached(peer)
public macro Attribute(
    _ options: AttributeOption..., column: StaticString? = nil, default: (any Sendable)? = nil,
    renamedFrom: StaticString? = nil
) = #externalMacro(module: "GranaryPlugin", type: "Marker")

/// Makes a property a relationship: to one when its type is `Target?`, to many when it is `ToMany<Target>`.
///
/// - Parameters:
///   - options: Whether a save refuses objects without it; whether a save deletes what was removed from it; the table of
///     its pairs.
///   - inverse: The inverse property of the destination, such as `\Flight.airline`. One of the two sides names it; the
///     schema infers the other.
///   - onDelete: The effect of deleting the object on the objects it is related to; ``DeleteRule/nullify`` unless
///     given.
///   - column: The column of a relationship to one; the property's name unless given. For a compound key it is the
///     prefix of the columns.
///   - renamedFrom: The name of the property in an earlier version of the model; its pairs stay when a store is
///     migrated.
@attached(peer)
public macro Relationship(
    _ options: RelationshipOption..., inverse: AnyKeyPath? = nil, onDelete: DeleteRule? = nil,
    column: StaticString? = nil,
    renamedFrom: StaticString? = nil
) = #externalMacro(module: "GranaryPlugin", type: "Marker")

/// Makes the stored properties of a structure known to queries, where a model has an attribute of its type.
///
/// ```swift
/// @Embedded struct Address {
///     var city: String
///     var zip: String?
/// }
///
/// @Model final class Customer {
///     var id: Int
///     var address: Address
/// }
/// ```
///
/// Its parts are expressions: `Customer.where { $0.address.city == "Oslo" }`. The structure is stored in one column, as
/// JSON, like every `Codable` type; the macro makes it `Codable`, `Equatable` and `Sendable`. Each stored property needs a
/// type annotation, and its type is one that an attribute may have. The names in the JSON are those of the properties, or
/// those that a nested `enum CodingKeys` gives them. A public structure whose properties are public too gets a public
/// memberwise initializer, unless it declares one.
@attached(member, names: named(Fields), named(fields), named(init))
@attached(extension, conformances: Embedded)
public macro Embedded() = #externalMacro(module: "GranaryPlugin", type: "Embedded")

/// Excludes a property of a model from storage; the property needs an initial value.
@attached(peer)
public macro Transient() = #externalMacro(module: "GranaryPlugin", type: "Marker")
