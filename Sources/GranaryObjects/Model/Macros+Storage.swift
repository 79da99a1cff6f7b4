/// Keeps an attribute and tracks its changes.
///
/// Only ``Model(table:configuration:unique:indexes:)`` writes it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(__))
public macro _GranaryAttribute(at position: Int) =
    #externalMacro(module: "GranaryPlugin", type: "AttributeStorage")

/// Keeps an attribute of the primary key.
///
/// Only ``Model(table:configuration:unique:indexes:)`` writes it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(__))
public macro _GranaryKey() = #externalMacro(module: "GranaryPlugin", type: "KeyStorage")

/// Keeps a relationship to one.
///
/// Only ``Model(table:configuration:unique:indexes:)`` writes it.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(__))
public macro _GranaryToOne(at position: Int) =
    #externalMacro(module: "GranaryPlugin", type: "ToOneStorage")

/// Keeps a relationship to many.
///
/// Only ``Model(table:configuration:unique:indexes:)`` writes it.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(_), prefixed(__))
public macro _GranaryToMany(at position: Int) =
    #externalMacro(module: "GranaryPlugin", type: "ToManyStorage")
