extension SchemaDraft {
    /// The tables of pairs, by name.
    var linkDrafts: [LinkDraft] {
        links.values.filter(\.isFirst).map(\.table).sorted { $0.name < $1.name }
    }

    /// Makes a link table for every relationship to many whose inverse is not a relationship to one.
    mutating func makeLinks() {
        for side in sides where declaration(side).isToMany && links[side] == nil {
            guard let destination = destinations[side] else { continue }
            let other = inverses[side]
            if let other, !declaration(other).isToMany { continue }
            if models[side.model].configuration != models[destination].configuration {
                reportCrossing(side, to: models[destination])
                continue
            }
            let first = other.map { isBefore($0, side) ? $0 : side } ?? side
            let second = first == side ? other : side
            let table = linkTable(first: first, second: second)
            links[first] = (table, true)
            if let second { links[second] = (table, false) }
        }
        for side in sides where declaration(side).pairsTable != nil && destinations[side] != nil {
            checkTableName(side)
        }
    }

    /// Refuses a name for a table that there is not, and two names for one table.
    private mutating func checkTableName(_ side: Side) {
        if links[side] == nil {
            // One across configurations is refused already.
            if declaration(side).isToMany, inverses[side].map({ declaration($0).isToMany }) ?? true { return }
            return report(
                """
                \(label(side)) names a table for its pairs, but has none: only a relationship of many to many \
                has. Leave the name out; a relationship to one has a `column:`.
                """
            )
        }
        let own = declaration(side).pairsTable ?? ""
        checkPrefix(of: own, "The table “\(own)” of \(label(side))")
        guard let other = inverses[side], let name = declaration(other).pairsTable, name != own,
            isBefore(side, other)
        else { return }
        report(
            """
            \(label(side)) and \(label(other)) name different tables for the same pairs; let one side name it.
            """
        )
    }

    private mutating func reportCrossing(_ side: Side, to destination: ModelDraft) {
        let other = inverses[side]
        guard other.map({ isBefore(side, $0) }) ?? true else { return }
        report(
            """
            \(label(side)) connects many to many across the configurations \
            “\(models[side.model].configuration)” and “\(destination.configuration)”; declare a model for \
            the connection, with a relationship to one to each side.
            """
        )
    }

    private func isBefore(_ left: Side, _ right: Side) -> Bool {
        (models[left.model].name, declaration(left).name) < (
            models[right.model].name, declaration(right).name
        )
    }

    private func linkTable(first: Side, second: Side?) -> LinkDraft {
        let end = destinations[first] ?? first.model
        let (owner, other) = (models[first.model], models[end])
        var prefixes = (owner.name.lowercasedFirst, other.name.lowercasedFirst)
        if owner.name == other.name {
            prefixes = (second.map { declaration($0).name } ?? prefixes.0, declaration(first).name)
        }
        var halves = (columns(of: owner, prefix: prefixes.0), columns(of: other, prefix: prefixes.1))
        if !NameRule.clashes((halves.0 + halves.1).map(\.name)).isEmpty {
            halves = (columns(of: owner, prefix: "first"), columns(of: other, prefix: "second"))
        }
        let named = declaration(first).pairsTable ?? second.flatMap { declaration($0).pairsTable }
        return LinkDraft(
            name: named ?? "\(owner.description.table)_\(declaration(first).name)", first: first.model,
            firstColumns: halves.0, second: end, secondColumns: halves.1)
    }

    private func columns(of model: ModelDraft, prefix: String) -> [Column] {
        model.keyAttributes.enumerated().map { index, part in
            Column(name: "\(prefix)_\(part.column)", type: part.type, isOptional: false, property: index)
        }
    }
}

extension String {
    /// The text with its first character in lower case.
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
