/// Members of relationships to many that are being loaded, each with the owner it refers to.
///
/// Models use it through `_note(from:as:)`, so that the compiler specializes this code for each model. An object is
/// visited once, right after it was made, while it is in the processor's cache. Its reference then moves into its
/// owner's list without a retain, which would fetch the object from memory again.
@_documentation(visibility: private)
public final class FoundMembers {
    /// The owners; the place of each is the position of its list.
    @usableFromInline let owners: IdentityMap
    /// The position of the members' relationship to one that refers to the owners.
    @usableFromInline let position: Int
    @exclusivity(unchecked) @usableFromInline var found: ContiguousArray<(any Model)?> = []
    /// The place of each member's owner.
    @exclusivity(unchecked) @usableFromInline var places: ContiguousArray<UInt32> = []

    /// Begins without members.
    package init(of owners: IdentityMap, referredToAt position: Int) {
        self.owners = owners
        self.position = position
    }

    /// Makes or refreshes the objects of all remaining rows of a reader, and notes them; returns the number of rows.
    @inlinable public func add<M: Model>(_ type: M.Type, from reader: borrowing ObjectReader) throws -> Int {
        var count = 0
        while try reader.row.cursor.advance() {
            add(try reader.object(type))
            count += 1
        }
        return count
    }

    /// Notes a stored, unchanged object if it refers to one of the owners.
    @inlinable public func add<M: Model>(_ object: consuming M) {
        // `overlay` adds the unsaved objects afterwards, by their current references.
        guard object._objectState.phase == .stored, !object._objectState.isTouched,
            let bits = object._referenceBits(at: position), let place = owners.place(of: bits)
        else { return }
        places.append(place)
        found.append(object)
    }

    /// Moves the noted members into the lists of their owners; the lists are in the order of the owners.
    package func enter(_ lists: [ToManyMembers]) {
        var counts = [Int](repeating: 0, count: lists.count)
        for place in places { counts[Int(place)] += 1 }
        for (list, count) in zip(lists, counts) { list.models.reserveCapacity(list.models.count + count) }
        for index in found.indices {
            if let member = found[index].take() { lists[Int(places[index])].append(member) }
        }
        found = []
        places = []
    }
}
