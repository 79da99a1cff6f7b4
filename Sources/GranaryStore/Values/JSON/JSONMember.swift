/// One member of a JSON object.
package struct JSONMember: Sendable, Equatable {
    /// The name.
    package let name: String
    /// The value.
    package let value: JSONValue

    /// Makes a member.
    package init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }

    /// Whether both are written alike.
    package static func == (left: JSONMember, right: JSONMember) -> Bool {
        Bytewise.equal(left.name, right.name) && left.value == right.value
    }
}
