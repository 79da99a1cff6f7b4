/// Forms of other frameworks, which the plug-in refuses with a word on what to write.
///
/// Where no form fits, the compiler expands nothing, and says of the class that it has no initialisers.

/// Refuses a table without its label.
@_documentation(visibility: private)
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
    _ table: StaticString, configuration: StaticString? = nil, unique: [[StaticString]] = [],
    indexes: [[StaticString]] = [], renamedFrom: StaticString? = nil
) = #externalMacro(module: "GranaryPlugin", type: "Model")

/// Refuses names that are in no group.
@_documentation(visibility: private)
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
    table: StaticString? = nil, configuration: StaticString? = nil, unique: [StaticString],
    indexes: [[StaticString]] = [], renamedFrom: StaticString? = nil
) = #externalMacro(module: "GranaryPlugin", type: "Model")

/// Refuses names that are in no group.
@_documentation(visibility: private)
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
    indexes: [StaticString], renamedFrom: StaticString? = nil
) = #externalMacro(module: "GranaryPlugin", type: "Model")

/// Refuses labels of other frameworks.
@_documentation(visibility: private)
@attached(peer)
public macro Attribute(
    _ options: AttributeOption..., originalName: StaticString, hashModifier: StaticString? = nil
) = #externalMacro(module: "GranaryPlugin", type: "Marker")

/// Refuses labels of other frameworks.
@_documentation(visibility: private)
@attached(peer)
public macro Attribute(_ options: AttributeOption..., name: StaticString) =
    #externalMacro(module: "GranaryPlugin", type: "Marker")

/// Refuses labels of other frameworks.
@_documentation(visibility: private)
@attached(peer)
public macro Relationship(
    _ options: RelationshipOption..., deleteRule: DeleteRule, minimumModelCount: Int? = nil,
    maximumModelCount: Int? = nil, originalName: StaticString? = nil, inverse: AnyKeyPath? = nil,
    hashModifier: StaticString? = nil
) = #externalMacro(module: "GranaryPlugin", type: "Marker")
