/// The values that a configuration gives the keys of a ``ConfigurationSection``, as texts.
///
/// A module reads them through the accessors of ``StoreOptions``. Values may be secrets, and descriptions have none.
public struct SectionValues: Sendable, Hashable {
    /// The values of the keys of the section itself.
    public var options: StoreOptions
    /// The values of each name of a group, by the name of the group and the name that the user chose.
    public var groups: [String: [String: StoreOptions]]

    /// Makes values.
    public init(_ options: StoreOptions = StoreOptions(), groups: [String: [String: StoreOptions]] = [:]) {
        self.options = options
        self.groups = groups
    }
}
