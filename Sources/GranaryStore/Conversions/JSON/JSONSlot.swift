/// A place in JSON that is being written; containers fill it one after the other.
final class JSONSlot {
    private enum Content {
        case nothing
        case value(JSONValue)
        case array([JSONSlot])
        case object([(name: String, slot: JSONSlot)])
    }

    private var content = Content.nothing

    init() {}

    /// Whether nothing was written.
    var isEmpty: Bool { if case .nothing = content { true } else { false } }

    /// Writes a value.
    func write(_ value: JSONValue) { content = .value(value) }

    /// Makes it an array, unless it is one.
    func beginArray() {
        if case .array = content { return }
        content = .array([])
    }

    /// Makes it an object, unless it is one.
    func beginObject() {
        if case .object = content { return }
        content = .object([])
    }

    /// How many elements there are.
    var count: Int { if case .array(let slots) = content { slots.count } else { 0 } }

    /// A new last element of the array.
    func append() -> JSONSlot {
        let slot = JSONSlot()
        guard case .array(var slots) = content else { return slot }
        // With two owners of the elements, each addition would copy them all.
        content = .nothing
        slots.append(slot)
        content = .array(slots)
        return slot
    }

    /// The last member of a name, for a container to continue; a new one if there is none.
    ///
    /// Complexity: O(members).
    func container(_ name: String) -> JSONSlot {
        if case .object(let members) = content,
            let present = members.last(where: { Bytewise.equal($0.name, name) })
        {
            return present.slot
        }
        return member(name)
    }

    /// A new member of the object.
    func member(_ name: String) -> JSONSlot {
        let slot = JSONSlot()
        guard case .object(var members) = content else { return slot }
        content = .nothing
        members.append((name, slot))
        content = .object(members)
        return slot
    }

    /// The value with the members of objects in the order of their names.
    ///
    /// A slot that nothing was written to is an empty object; of several members of one name, the last one written
    /// stays.
    var value: JSONValue {
        switch content {
        case .nothing: return .object([])
        case .value(let value): return value
        case .array(let slots): return .array(slots.map(\.value))
        case .object(let members):
            var sorted: [JSONMember] = []
            sorted.reserveCapacity(members.count)
            // Sorting keeps equal names in their order.
            for member in members.sorted(by: { Bytewise.precedes($0.name, $1.name) }) {
                if let last = sorted.last, Bytewise.equal(last.name, member.name) { sorted.removeLast() }
                sorted.append(JSONMember(member.name, member.slot.value))
            }
            return .object(sorted)
        }
    }
}
