import Granary

/// A copy of a result with sections, which a reader keeps up by the changes alone.
struct SectionedCopy<M: Model, Heading: Sendable & Equatable>: Sendable {
    /// The sections: the value and the objects.
    private(set) var sections: [(value: Heading, items: [M.Snapshot])]

    /// Copies a result.
    init(_ result: LiveSections<M, Heading>) { sections = result.map { ($0.value, Array($0)) } }

    /// Why the changes of a result do not lead to it; `nil` if they do.
    ///
    /// The copy is that of the result afterwards.
    mutating func follow(_ result: LiveSections<M, Heading>) -> String? {
        let new = SectionedCopy(result)
        defer { self = new }
        if result.changes.isEmpty, !result.hasOverflowed { return "a result came without a difference" }
        if let problem = apply(result.changes, result.sectionChanges) { return problem }
        if sections.map(\.value) != new.sections.map(\.value) { return "the section changes lead elsewhere" }
        if sections.map(\.items) != new.sections.map(\.items) { return "the changes lead elsewhere" }
        return nil
    }

    /// Makes the former result the new one: objects leave, then sections, sections enter, then objects.
    ///
    /// Returns the fault of the changes, if they cannot be made.
    private mutating func apply(
        _ changes: [SectionedChange<M.Snapshot>], _ sectionChanges: [SectionChange<Heading>]
    )
        -> String?
    {
        if let problem = leave(changes) ?? leave(sectionChanges) ?? enter(sectionChanges) ?? enter(changes) {
            return problem
        }
        for case .update(let place, _, let after) in changes {
            guard holds(place) else { return "no object to update at \(place)" }
            sections[place.section].items[place.item] = after
        }
        return nil
    }

    private func holds(_ place: SectionPlace) -> Bool {
        sections.indices.contains(place.section) && sections[place.section].items.indices.contains(place.item)
    }

    private mutating func leave(_ changes: [SectionedChange<M.Snapshot>]) -> String? {
        let places = changes.compactMap { change in
            switch change {
            case .delete(let place, _), .move(let place, _, _, _): place
            case .insert, .update: nil
            }
        }
        for place in places.sorted(by: { ($0.section, $0.item) > ($1.section, $1.item) }) {
            guard holds(place) else { return "no object leaves \(place)" }
            sections[place.section].items.remove(at: place.item)
        }
        return nil
    }

    private mutating func leave(_ changes: [SectionChange<Heading>]) -> String? {
        for case .delete(let position, let value) in changes.reversed() {
            guard sections.indices.contains(position), sections[position].value == value else {
                return "no section \(value) leaves at \(position)"
            }
            guard sections[position].items.isEmpty else { return "section \(value) leaves with objects" }
            sections.remove(at: position)
        }
        return nil
    }

    private mutating func enter(_ changes: [SectionChange<Heading>]) -> String? {
        for case .insert(let position, let value) in changes {
            guard position <= sections.count else { return "section \(value) enters behind the end" }
            sections.insert((value, []), at: position)
        }
        return nil
    }

    private mutating func enter(_ changes: [SectionedChange<M.Snapshot>]) -> String? {
        let entering = changes.compactMap { change -> (place: SectionPlace, item: M.Snapshot)? in
            switch change {
            case .insert(let place, let item), .move(_, let place, _, let item): (place, item)
            case .delete, .update: nil
            }
        }
        for (place, item) in entering.sorted(by: {
            ($0.place.section, $0.place.item) < ($1.place.section, $1.place.item)
        }) {
            guard sections.indices.contains(place.section),
                place.item <= sections[place.section].items.count
            else { return "no room at \(place)" }
            sections[place.section].items.insert(item, at: place.item)
        }
        return nil
    }
}
