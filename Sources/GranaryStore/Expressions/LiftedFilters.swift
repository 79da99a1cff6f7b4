/// The filters of models that a query lifts, by their names.
public struct LiftedFilters: Sendable, Hashable, Codable {
    /// Whether every filter is lifted.
    public private(set) var areAll: Bool
    /// The names of the filters, sorted; empty if all are lifted.
    public private(set) var names: [String]

    /// No filter.
    public static let none = LiftedFilters(areAll: false, names: [])
    /// Every filter.
    public static let all = LiftedFilters(areAll: true, names: [])

    private init(areAll: Bool, names: [String]) {
        self.areAll = areAll
        self.names = names
    }

    /// Some filters.
    public init(_ names: some Sequence<String>) {
        self.init(areAll: false, names: Set(names).sorted())
    }

    /// Whether a filter is lifted.
    public func contains(_ name: String) -> Bool { areAll || names.contains(name) }

    /// These filters and others.
    public func union(_ others: LiftedFilters) -> LiftedFilters {
        areAll || others.areAll ? .all : LiftedFilters(names + others.names)
    }
}
