/// The values for members that JSON leaves out.
package protocol AbsentMembers {
    /// Whether there is a value for a member.
    func has(_ name: String) -> Bool
    /// The value for a member; `nil` if there is none of the type.
    func value<T>(_ name: String, as type: T.Type) throws -> T?
}
