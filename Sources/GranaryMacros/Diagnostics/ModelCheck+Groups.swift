import SwiftSyntax
import SwiftSyntaxBuilder

/// The groups of properties in `unique:` and `indexes:`.
extension ModelCheck {
    mutating func checkGroups(_ model: ModelDeclaration) {
        if let table = model.attribute.optionNodes.first {
            refuse(table, "label", "name the table with its label: 'table: \(table.trimmed)'")
        }
        for label in ["unique", "indexes"] {
            guard let argument = model.attribute.argumentNode(label) else { continue }
            if argument.isListOfNames {
                let fixed: ExprSyntax = "[\(argument.trimmed)]"
                refuse(
                    argument, "group",
                    "write a list of groups: '\(label): \(fixed)' for one group of all",
                    fix: .replace(argument, with: fixed, "write '\(fixed)'"))
                continue
            }
            guard let groups = argument.as(ArrayExprSyntax.self) else {
                refuse(argument, "group", "write the groups as literals: \(label): [[\"first\", \"second\"]]")
                continue
            }
            for group in groups.elements { checkGroup(group.expression, label, of: model) }
        }
    }

    private mutating func checkGroup(_ group: ExprSyntax, _ label: String, of model: ModelDeclaration) {
        guard let names = group.as(ArrayExprSyntax.self) else {
            return refuse(group, "group", "write each group as literals: [\"first\", \"second\"]")
        }
        if names.elements.isEmpty { refuse(group, "group", "a group needs at least one property") }
        var seen: Set<String> = []
        for element in names.elements {
            guard let name = element.expression.literalText else {
                refuse(element.expression, "group", "name the property by a string literal")
                continue
            }
            if !seen.insert(name).inserted {
                refuse(element.expression, "group", "'\(name)' is in the group twice")
            }
            checkName(name, element.expression, of: model)
        }
    }

    private mutating func checkName(_ name: String, _ node: ExprSyntax, of model: ModelDeclaration) {
        let known = (model.attributes + model.toOne).map(\.name)
        if known.contains(name) { return }
        if model.toMany.contains(where: { $0.name == name }) {
            return refuse(node, "group", "'\(name)' is a relationship to many, which has no column")
        }
        guard let nearest = known.min(by: { $0.distance(to: name) < $1.distance(to: name) }),
            nearest.distance(to: name) <= 2
        else { return refuse(node, "group", "'\(model.name)' has no stored property '\(name)'") }
        let fixed = StringLiteralExprSyntax(
            openingQuote: .stringQuoteToken(),
            segments: [.stringSegment(StringSegmentSyntax(content: .stringSegment(nearest)))],
            closingQuote: .stringQuoteToken())
        refuse(
            node, "group", "'\(model.name)' has no stored property '\(name)'; did you mean '\(nearest)'?",
            fix: .replace(node, with: ExprSyntax(fixed), "write '\(nearest)'"))
    }
}

extension ExprSyntax {
    /// Whether it lists names where groups of names belong.
    var isListOfNames: Bool {
        guard let list = self.as(ArrayExprSyntax.self) else { return false }
        return !list.elements.isEmpty
            && list.elements.allSatisfy { $0.expression.is(StringLiteralExprSyntax.self) }
    }
}

extension String {
    /// How many letters must be inserted, removed or replaced to make one text of the other.
    func distance(to other: String) -> Int {
        let letters = Array(other)
        var row = Array(0...letters.count)
        for (line, letter) in enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in letters.indices {
                let cost = letter == letters[column] ? 0 : 1
                let next = Swift.min(diagonal + cost, row[column] + 1, row[column + 1] + 1)
                diagonal = row[column + 1]
                row[column + 1] = next
            }
        }
        return row[letters.count]
    }
}
