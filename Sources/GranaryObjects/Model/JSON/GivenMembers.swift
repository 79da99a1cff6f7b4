/// The properties of a snapshot, for those that JSON leaves out: none is written and read again.
struct GivenMembers: AbsentMembers {
    private let members: [String: Any]

    init(_ snapshot: some ModelSnapshot) throws { members = try JSONValue.members(of: snapshot) }

    func has(_ name: String) -> Bool { members[name] != nil }
    func value<T>(_ name: String, as type: T.Type) -> T? { members[name].flatMap { $0 as? T } }
}
