extension SchemaDraft {
    /// Finds the destination of every relationship.
    mutating func findDestinations() {
        for side in sides {
            let relationship = declaration(side)
            let type = relationship.destination?()
            if let type, let index = models.firstIndex(where: { $0.type.map { $0 == type } ?? false }) {
                destinations[side] = index
            } else if let index = models.firstIndex(where: { $0.name == relationship.destinationName }),
                type == nil || models[index].type == nil
            {
                destinations[side] = index
            } else {
                reported.insert(side)
                // A Swift type is never mistyped; only a name without one may be.
                let hint = type == nil ? hint(for: relationship.destinationName, in: models.map(\.name)) : ""
                report(
                    """
                    \(label(side)) leads to \(relationship.destinationName), which is not in the schema; \
                    add the model to one of the configurations.\(hint)
                    """
                )
            }
        }
    }

    /// Connects every relationship that names its inverse with that inverse.
    mutating func pairNamedInverses() {
        for side in sides {
            guard let name = declaration(side).inverse else { continue }
            guard let destination = destinations[side] else { continue }
            if let fault = pair(side, with: name, of: destination) {
                reported.insert(side)
                report(fault)
            }
        }
    }

    /// Connects a relationship with its named inverse, or reports why it cannot.
    private mutating func pair(_ side: Side, with name: String, of destination: Int) -> String? {
        let model = models[destination]
        let known = model.description.relationships
        guard let position = known.firstIndex(where: { $0.name == name }) else {
            let hint = hint(for: name, in: known.map(\.name))
            return
                """
                \(label(side)) names the inverse \(model.name).\(name), which is not a relationship of \
                \(model.name).\(hint)
                """
        }
        let other = Side(model: destination, relationship: position)
        let names = "\(label(side)) names the inverse \(label(other))"
        if other == side {
            return
                """
                \(label(side)) is its own inverse, which is not supported; declare two relationships, each \
                the inverse of the other.
                """
        }
        reported.insert(other)
        guard let back = destinations[other] else { return nil }
        if back != side.model {
            return
                """
                \(names), but that leads to \(models[back].name), not to \(models[side.model].name); name \
                one that leads back.
                """
        }
        if let named = declaration(other).inverse, named != declaration(side).name {
            return
                """
                \(names), but that names “\(named)” as its own inverse; make both name each other, or let \
                one side name it.
                """
        }
        if let taken = inverses[other], taken != side {
            return
                """
                \(names), but that is the inverse of \(label(taken)) already; a relationship has one \
                inverse.
                """
        }
        inverses[side] = other
        inverses[other] = side
        return nil
    }

    /// Finds the inverses of relationships to many if neither side names one.
    ///
    /// Two relationships can be a pair if they lead to each other's models and at least one is to many; two to-many
    /// relationships of the same model cannot. If exactly one pair is possible on both sides, it is taken. If none is
    /// possible, the relationship has no inverse. Otherwise the model must name the inverse.
    mutating func inferInverses() {
        let free = sides.filter { inverses[$0] == nil && !reported.contains($0) }
        for side in free where declaration(side).isToMany && inverses[side] == nil {
            let candidates = free.filter { mayBePair(side, $0) }
            guard let other = candidates.first else { continue }
            let rivals = free.filter { mayBePair(other, $0) }
            if candidates.count == 1 && rivals.count == 1 {
                inverses[side] = other
                inverses[other] = side
            } else {
                let choices = candidates.map(label).joined(separator: ", ")
                report(
                    """
                    The inverse of \(label(side)) is ambiguous; name it with `@Relationship(inverse:)`. It \
                    may be: \(choices).
                    """
                )
            }
        }
    }

    private func mayBePair(_ side: Side, _ other: Side) -> Bool {
        guard side != other, destinations[side] == other.model, destinations[other] == side.model else {
            return false
        }
        let isToMany = (declaration(side).isToMany, declaration(other).isToMany)
        return side.model == other.model ? isToMany.0 != isToMany.1 : isToMany.0 || isToMany.1
    }
}
