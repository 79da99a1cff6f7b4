/// One difference between the objects of a result with sections and the next one.
///
/// Objects that leave have their place in the former result, those that enter their place in the new one.
public enum SectionedChange<Item: Sendable>: Sendable {
    /// An object left the result.
    case delete(at: SectionPlace, Item)
    /// An object entered the result.
    case insert(at: SectionPlace, Item)
    /// An object has another place among those that stayed.
    case move(from: SectionPlace, to: SectionPlace, before: Item, after: Item)
    /// An object has other values, at a place of the new result.
    case update(at: SectionPlace, before: Item, after: Item)

    init(_ change: ResultChange<Item>, from former: SectionLayout, to new: SectionLayout) {
        self =
            switch change {
            case .delete(let position, let item): .delete(at: former.place(of: position), item)
            case .insert(let position, let item): .insert(at: new.place(of: position), item)
            case .move(let from, let to, let before, let after):
                .move(from: former.place(of: from), to: new.place(of: to), before: before, after: after)
            case .update(let position, let before, let after):
                .update(at: new.place(of: position), before: before, after: after)
            }
    }
}

extension SectionedChange: Equatable where Item: Equatable {}
