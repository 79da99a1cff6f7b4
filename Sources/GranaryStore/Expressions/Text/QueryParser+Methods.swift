/// The functions that stand behind a value.
extension QueryParser {
    private typealias Tree = ExpressionTree
    private typealias Rest = ArraySlice<ParsedArgument>

    /// Reads a method of an operand, with its brackets.
    mutating func method(_ name: String, of operand: ParsedOperand, at place: Int) throws -> ParsedOperand {
        try require("(")
        if operand.names?.isEmpty == false, QueryWords.members.contains(name),
            token != .sign(")") || !QueryWords.aggregates.contains(name)
        {
            return try members(name, of: operand)
        }
        let arguments = try arguments()
        try require(")")
        let value = try resolved(operand)
        var rest = arguments[...]
        guard let found = try called(name, value, &rest) else { throw unknownMethod(name, at: place) }
        if let extra = rest.first { throw problem("“\(name)” has an argument too many.", at: extra.start) }
        return found
    }

    private func called(_ name: String, _ value: ParsedOperand, _ rest: inout Rest) throws -> ParsedOperand? {
        if rest.isEmpty, let found = try aggregate(name, of: value) { return found }
        return try text(name, value, &rest) ?? date(name, value, &rest) ?? number(name, value, &rest)
            ?? structure(name, value, &rest)
    }

    private func unknownMethod(_ name: String, at place: Int) -> GranaryError {
        problem(
            "“\(ShownText.clean(name))” is no function of a value.\(NearestMatch.question(name, in: QueryWords.methods)) The guide lists them under “Queries as text”.",
            at: place)
    }

    private func function(
        _ function: ExpressionTree.Function, _ operands: [ParsedOperand], _ type: AttributeType?
    ) throws -> ParsedOperand {
        try made(
            .function(function, operands.map(\.tree.tree)), over: operands.map(\.tree), type,
            at: operands.first?.start ?? start)
    }

    /// An aggregate over the rows of a group.
    private func aggregate(_ name: String, of value: ParsedOperand) throws -> ParsedOperand? {
        guard let column = AggregateRequest.Column(named: name, of: value.tree.tree) else { return nil }
        return try made(.aggregate(column), over: [value.tree], column.type(value.type), at: value.start)
    }

    // MARK: Numbers and choices

    private func number(_ name: String, _ value: ParsedOperand, _ rest: inout Rest) throws -> ParsedOperand? {
        switch name {
        case "absolute": return try function(.number(.absolute), [value], value.type)
        case "rounded":
            let (places, rule) = try rounding(&rest, hasPlaces: true)
            return try function(.number(.rounded(places: places, rule)), [value], value.type)
        case "smaller", "larger":
            let (first, second) = alike(value, try operand(&rest))
            return try function(.number(name == "smaller" ? .smaller : .larger), [first, second], first.type)
        case "squareRoot": return try function(.number(.squareRoot), [value], .real)
        case "power": return try function(.number(.elementary(.power)), [value, try operand(&rest)], .real)
        case "real": return try function(.number(.real), [value], .real)
        case "decimal":
            let (places, rule) = try rounding(&rest, hasPlaces: true)
            return try function(.number(.decimal(places: places, rule)), [value], .decimal)
        case "integer":
            return try function(
                .number(.integer(try rounding(&rest, hasPlaces: false).rule)), [value], .integer)
        case "or":
            return try function(.choice(.coalesce), [value] + (try others(&rest, beside: value)), value.type)
        case "nilIf":
            let (first, second) = alike(value, try operand(&rest))
            return try function(.choice(.nilIf), [first, second], first.type)
        default:
            guard let elementary = Tree.ElementaryFunction(rawValue: name) else { return nil }
            return try function(.number(.elementary(elementary)), [value], .real)
        }
    }

    /// All further arguments as expressions.
    private func others(_ rest: inout Rest, beside value: ParsedOperand) throws -> [ParsedOperand] {
        var operands: [ParsedOperand] = []
        while !rest.isEmpty { operands.append(try operand(&rest).beside(value.type)) }
        return operands
    }

    /// Decimal places and a rule, both of which may be left out.
    private func rounding(_ rest: inout Rest, hasPlaces: Bool) throws -> (
        places: Int, rule: ExpressionTree.RoundingRule
    ) {
        let places = hasPlaces ? try integer(&rest, label: "places") ?? 0 : 0
        if rest.isEmpty { return (places, .toNearestOrAwayFromZero) }
        return (places, try word(&rest, label: "rule", "a rule of rounding"))
    }

    // MARK: Texts

    private func text(_ name: String, _ value: ParsedOperand, _ rest: inout Rest) throws -> ParsedOperand? {
        if let comparison = Tree.TextComparison(textName: name) {
            let other = try operand(&rest)
            return try made(
                .text(comparison, value.tree.tree, other.tree.tree, try options(&rest)),
                over: [value.tree, other.tree], .bool, at: value.start)
        }
        switch name {
        case "like":
            let argument = try next(&rest, "a pattern")
            guard let pattern = argument.pattern else {
                throw problem("expected a pattern, such as [\"a\", anyRun].", at: argument.start)
            }
            return try made(
                .matches(value.tree.tree, pattern, try options(&rest)), over: [value.tree], .bool,
                at: value.start)
        case "scalarCount": return try function(.text(.scalarCount), [value], .integer)
        case "byteCount": return try function(.text(.byteCount), [value], .integer)
        case "uppercased": return try function(.text(.uppercased), [value], .text)
        case "lowercased": return try function(.text(.lowercased), [value], .text)
        case "trimmed": return try function(.text(.trimmed), [value], .text)
        case "text": return try function(.text(.written), [value], .text)
        case "part":
            var operands = [value, try operand(&rest, label: "from")]
            if !rest.isEmpty { operands.append(try operand(&rest, label: "count")) }
            return try function(.text(.part), operands, .text)
        case "position":
            return try function(.text(.position), [value, try operand(&rest, label: "of")], .integer)
        case "replacing":
            let old = try operand(&rest)
            return try function(.text(.replacing), [value, old, try operand(&rest, label: "with")], .text)
        case "matches":
            return try function(.search(.matches), [value, try operand(&rest)], .bool)
        case "rank":
            return try function(.search(.rank), [value, try operand(&rest, label: "of")], .real)
        case "highlighting":
            let search = try operand(&rest)
            let start = try operand(&rest, label: "from")
            return try function(
                .search(.highlighted), [value, search, start, try operand(&rest, label: "to")], .text)
        case "appending":
            return try function(.text(.joined), [value] + (try others(&rest, beside: value)), .text)
        default:
            guard let type = AttributeType.allCases.first(where: { "\($0.rawValue)Value" == name }) else {
                return nil
            }
            return try function(.text(.read(type)), [value], type)
        }
    }

    /// What a comparison of texts ignores.
    private func options(_ rest: inout Rest) throws -> TextOptions {
        var options: TextOptions = []
        while !rest.isEmpty {
            let option: TextOption = try word(&rest, "a difference that a comparison of texts ignores")
            options.insert(option.options)
        }
        return options
    }

    // MARK: Dates

    private func date(_ name: String, _ value: ParsedOperand, _ rest: inout Rest) throws -> ParsedOperand? {
        if let part = Tree.DatePart(rawValue: name) {
            if let offset = try integer(&rest, label: "secondsFromGMT") {
                return try function(.date(.part(part, offset: offset)), [value], .integer)
            }
            return try made(.datePart(part, value.tree.tree), over: [value.tree], .integer, at: value.start)
        }
        switch name {
        case "adding":
            let count = try operand(&rest)
            return try function(.date(.plus(try word(&rest, "a unit of time"))), [value, count], .date)
        case "difference":
            let other = try operand(&rest, label: "from")
            return try function(
                .date(.difference(try word(&rest, label: "in", "a unit of time"))), [value, other], .integer)
        case "beginning":
            let unit: ExpressionTree.DateUnit = try word(&rest, label: "of", "a unit of time")
            let offset = try integer(&rest, label: "secondsFromGMT") ?? 0
            return try function(.date(.beginning(unit, offset: offset)), [value], .date)
        default: return nil
        }
    }

    // MARK: Structured values

    private func structure(_ name: String, _ value: ParsedOperand, _ rest: inout Rest) throws
        -> ParsedOperand?
    {
        if let quantifier = Tree.Quantifier(elementName: name) {
            return try function(.structure(.quantified(quantifier)), [value, try operand(&rest)], .bool)
        }
        switch name {
        case "elementCount": return try function(.structure(.count), [value], .integer)
        case "containsElement":
            let argument = try next(&rest, "an element")
            guard let wanted = argument.operand, argument.label == nil else {
                throw problem("expected an element and its kind, such as “1 as integer”.", at: argument.start)
            }
            let form = try form(of: argument)
            return try function(
                .structure(.contains(form)), [value, try resolved(wanted).beside(form.type)], .bool)
        case "setting":
            let argument = try next(&rest, "the path of a part, “as” and its kind")
            let path = argument.operand == nil ? [] : argument.operand?.names
            guard let path, argument.label == nil else {
                throw problem("expected the path of a part, “as” and its kind.", at: argument.start)
            }
            let form = try form(of: argument)
            let new = try operand(&rest, label: "to").beside(form.type)
            return try function(.structure(.setting(path, form)), [value, new], .json)
        default: return nil
        }
    }
}
