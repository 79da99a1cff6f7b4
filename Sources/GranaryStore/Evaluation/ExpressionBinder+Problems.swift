internal import FoundationEssentials

extension ExpressionBinder {
    /// A constant that a store could hold.
    ///
    /// - Throws: ``GranaryError/Code/query`` for NaN, for text with U+0000 and for dates outside the years 1 to 9999,
    ///   except for the two that stand for all before and all after them.
    func checked(_ value: Value) throws -> Value {
        guard let reason = value.obstacleToStoring else { return value }
        throw problem("A constant in the query is \(reason), which no store can hold.")
    }

    /// The error for an expression, about the properties that some of its parts name.
    package func problem(_ message: String, about trees: ExpressionTree...) -> GranaryError {
        let properties = trees.compactMap { tree -> String? in
            if case .attribute(let path, let name) = tree {
                (path + [name]).joined(separator: ".")
            } else {
                nil
            }
        }
        return GranaryError(.query, message, context: .init(entity: entity.name, properties: properties))
    }

    /// The error for a property of an entity.
    func problem(_ message: String, at owner: Entity, _ property: String) -> GranaryError {
        GranaryError(.query, message, context: .init(entity: owner.name, properties: [property]))
    }

    func unknownAttribute(_ name: String, of owner: Entity) -> GranaryError {
        if owner.relationship(name) != nil {
            return problem(
                "\(owner.name).\(name) is a relationship where an attribute is needed.", at: owner, name)
        }
        return unknown("attribute", name, of: owner, among: owner.attributes.map(\.name))
    }

    func unknownRelationship(_ name: String, of owner: Entity) -> GranaryError {
        if owner.attributePosition(name) != nil {
            return problem(
                "\(owner.name).\(name) is an attribute where a relationship is needed.", at: owner, name)
        }
        return unknown("relationship", name, of: owner, among: owner.relationships.map(\.name))
    }

    private func unknown(_ what: String, _ name: String, of owner: Entity, among known: [String])
        -> GranaryError
    {
        var message = "\(owner.name) has no \(what) “\(name)”."
        if let near = NearestMatch.of(name, in: known) { message += " Did you mean “\(near)”?" }
        return problem(message, at: owner, name)
    }

    /// An expression in words, without stored values.
    package func describe(_ tree: ExpressionTree) -> String {
        switch tree {
        case .attribute(let path, let name): "“\((path + [name]).joined(separator: "."))”"
        case .literal: "a constant"
        case .function(.structure(.part(let path, _)), let operands):
            if case .attribute(let way, let name)? = operands.first {
                "“\((way + [name] + path).joined(separator: "."))”"
            } else {
                "“\(path.joined(separator: "."))” of an element"
            }
        case .countOf(let path, let relationship, _):
            "the count of “\((path + [relationship]).joined(separator: "."))”"
        case .ofMembers(let function, let path, let relationship, _):
            "the \(function.name) of “\((path + [relationship]).joined(separator: "."))”"
        case .aggregate(let column): describe(column)
        case .outer(_, let inner): describe(inner)
        case .subquery(let query, _): "the result of a query of \(query.model)"
        default: "an expression"
        }
    }

    private func describe(_ column: AggregateRequest.Column) -> String {
        func of(_ what: String) -> String { "the \(what) of \(column.expression.map(describe) ?? "a group")" }
        return switch column {
        case .group: "a group expression"
        case .count: "the number of objects of a group"
        case .countOf: of("number of values")
        case .countDistinct: of("number of distinct values")
        case .sum: of("sum")
        case .average: of("mean")
        case .minimum: of("minimum")
        case .maximum: of("maximum")
        case .calculated(let tree): describe(tree)
        }
    }
}

extension Value {
    /// Whether an engine can compare the value with a column of its type; true for null.
    package var isStorable: Bool { obstacleToStoring == nil }

    /// Why no stored value can be compared with this one, in words; `nil` if one can.
    fileprivate var obstacleToStoring: String? {
        switch self {
        case .real(let number) where number.isNaN: "NaN"
        case .decimal(let number) where number.isNaN: "NaN"
        case .text(let text) where Bytewise.holdsNull(text): "text with U+0000"
        case .date(let moment) where !StoredDate.comparedRange.contains(moment):
            "a date outside the years 1 to 9999"
        default: nil
        }
    }
}
