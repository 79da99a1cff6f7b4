/// One difference between the objects of a result with sections and the next one.
///
/// Objects that leave have their place in the former result, those that enter their place in the new one.
public enum SectionedChange<Item: Sendable>: Sendable {
    /// An object left the result.
    case delete(at: SectionPlace, Item)
    /// An object entered the result.
    case insert(at: SectionPlace, Item)
    /// An object has another section, or another place among those that stayed.
    case move(from: SectionPlace, to: SectionPlace, before: Item, after: Item)
    /// An object has other values and the same section, at a place of the new result.
    case update(at: SectionPlace, before: Item, after: Item)

    /// Finds the places of one of the changes between two results, whose staying objects `staying` knows.
    init(
        _ change: ResultChange<Item>, from former: SectionLayout, to new: SectionLayout,
        _ staying: StayingPositions
    ) {
        switch change {
        case .delete(let position, let item): self = .delete(at: former.place(of: position), item)
        case .insert(let position, let item): self = .insert(at: new.place(of: position), item)
        case .move(let from, let to, let before, let after):
            self = .move(from: former.place(of: from), to: new.place(of: to), before: before, after: after)
        case .update(let position, let before, let after):
            let (from, to) = (former.place(of: staying.former(of: position)), new.place(of: position))
            // The last of one section that becomes the first of the next keeps its place in the list without sections.
            self =
                former.key(of: from) == new.key(of: to)
                ? .update(at: to, before: before, after: after)
                : .move(from: from, to: to, before: before, after: after)
        }
    }
}

extension SectionedChange: Equatable where Item: Equatable {}
