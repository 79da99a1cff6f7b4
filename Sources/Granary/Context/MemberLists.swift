/// Lists of members that are being loaded, by the keys of their owners.
///
/// Models use it through ``Model/distribute(_:to:)``, so that this code is compiled with each of them.
public struct MemberLists {
    /// The owners; their places are the positions of their lists.
    @usableFromInline let owners: IdentityMap
    @usableFromInline let lists: [ToManyMembers]
    /// The position of the members' relationship to one that refers to the owners.
    @usableFromInline let position: Int

    /// Makes the lists of some owners, in the order of the owners.
    package init(_ owners: IdentityMap, _ lists: [ToManyMembers], referredToAt position: Int) {
        self.owners = owners
        self.lists = lists
        self.position = position
    }

    /// Adds each stored object without changes to the list of the owner it refers to.
    @inlinable public func add<M: Model>(_ objects: [M]) {
        reserve(objects.count)
        for object in objects where object.objectState.phase == .stored && !object.objectState.isTouched {
            guard let bits = object.referenceBits(at: position), let owner = owners.place(of: bits) else {
                continue
            }
            lists[Int(owner)].append(object)
        }
    }
    /// Makes room in each list for its share and a little more, so that long lists need not grow step by step.
    @usableFromInline func reserve(_ count: Int) {
        guard !lists.isEmpty, case let share = count / lists.count, share >= 8 else { return }
        for list in lists { list.models.reserveCapacity(share + share / 4) }
    }
}
