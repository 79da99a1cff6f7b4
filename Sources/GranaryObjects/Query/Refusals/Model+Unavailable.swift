/// Names that other frameworks give to what a query does; the compiler says what to write.
extension Model {
    /// Refuses an object without values.
    @available(
        *, unavailable,
        message:
            "Give the values of its properties: 'Film(title: title, year: year)'. Only optional ones, those with a default and a generated key may be left out."
    )
    public init() { while true {} }
    /// Refuses a condition by another name.
    @available(*, unavailable, renamed: "where(_:)", message: "Write '.where { … }'.")
    public static func filter(_ condition: (Fields) -> Condition<Self>) -> Query<Self> { all }
    /// Refuses an order of no query.
    @available(*, unavailable, message: "Write '.all.sorted { … }'.")
    public static func sorted<Value>(_ term: (Fields) -> Value) -> Query<Self> { all }
    /// Refuses a limit of no query.
    @available(*, unavailable, message: "Write '.all.limit(count)'.")
    public static func limit(_ count: Int) -> Query<Self> { all }
}
