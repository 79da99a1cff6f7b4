extension QueryWriter {
    /// The pieces of a function.
    mutating func pieces(_ function: ExpressionTree.Function, _ operands: [ExpressionTree]) -> [Piece] {
        guard function.takes(operands.count) else { return [.words(wrongCount(function.name))] }
        switch function {
        case .number(let number): return pieces(number, operands)
        case .choice(.coalesce): return call(operands[0], "or", between(", ", operands.dropFirst()))
        case .choice(.nilIf): return call(operands[0], "nilIf", [.tree(operands[1], .none)])
        case .choice(.choose): return choice(operands)
        case .text(let text): return pieces(text, operands)
        case .date(let date): return pieces(date, operands)
        case .structure(let structure): return pieces(structure, operands)
        case .search(let search): return pieces(search, operands)
        }
    }

    private func pieces(_ function: ExpressionTree.SearchFunction, _ operands: [ExpressionTree]) -> [Piece] {
        let (first, search) = (operands[0], operands[1])
        switch function {
        case .matches: return call(first, "matches", [.tree(search, .none)])
        case .rank: return call(first, "rank", [.words("of: "), .tree(search, .none)])
        case .highlighted:
            return call(
                first, "highlighting",
                [
                    .tree(search, .none), .words(", from: "), .tree(operands[2], .none), .words(", to: "),
                    .tree(operands[3], .none),
                ])
        }
    }

    private func choice(_ operands: [ExpressionTree]) -> [Piece] {
        var pieces: [Piece] = [.words("choose(")]
        for position in stride(from: 0, to: operands.count - 1, by: 2) {
            pieces += [
                .tree(operands[position], .none), .words(" then "), .tree(operands[position + 1], .none),
                .words(", "),
            ]
        }
        return pieces + [.words("else "), .tree(operands[operands.count - 1], .none), .words(")")]
    }

    private func pieces(_ function: ExpressionTree.NumberFunction, _ operands: [ExpressionTree]) -> [Piece] {
        let first = operands[0]
        switch function {
        // A minus right before digits, also those that a longer operand begins with, would be a part of the number.
        case .negated: return [.words("- "), .tree(first, .operand)]
        case .absolute: return call(first, "absolute")
        case .rounded(let places, let rule):
            return call(first, "rounded", [.words("places: \(places), rule: \(rule.rawValue)")])
        case .smaller: return call(first, "smaller", [.tree(operands[1], .none)])
        case .larger: return call(first, "larger", [.tree(operands[1], .none)])
        case .squareRoot: return call(first, "squareRoot")
        case .elementary(.power): return call(first, "power", [.tree(operands[1], .none)])
        case .elementary(let elementary): return call(first, elementary.rawValue)
        case .real: return call(first, "real")
        case .decimal(let places, let rule):
            return call(first, "decimal", [.words("places: \(places), rule: \(rule.rawValue)")])
        case .integer(let rule): return call(first, "integer", [.words("rule: \(rule.rawValue)")])
        }
    }

    private func pieces(_ function: ExpressionTree.TextFunction, _ operands: [ExpressionTree]) -> [Piece] {
        let first = operands[0]
        switch function {
        case .scalarCount: return call(first, "scalarCount")
        case .byteCount: return call(first, "byteCount")
        case .uppercased: return call(first, "uppercased")
        case .lowercased: return call(first, "lowercased")
        case .trimmed: return call(first, "trimmed")
        case .part:
            let count: [Piece] = operands.count == 3 ? [.words(", count: "), .tree(operands[2], .none)] : []
            return call(first, "part", [.words("from: "), .tree(operands[1], .none)] + count)
        case .position: return call(first, "position", [.words("of: "), .tree(operands[1], .none)])
        case .replacing:
            return call(
                first, "replacing",
                [.tree(operands[1], .none), .words(", with: "), .tree(operands[2], .none)])
        case .joined: return call(first, "appending", between(", ", operands.dropFirst()))
        case .written: return call(first, "text")
        case .read(let type): return call(first, "\(type.rawValue)Value")
        }
    }

    private func pieces(_ function: ExpressionTree.DateFunction, _ operands: [ExpressionTree]) -> [Piece] {
        guard let first = operands.first else { return [.words("now()")] }
        switch function {
        case .plus(let unit):
            return call(first, "adding", [.tree(operands[1], .none), .words(", \(unit.rawValue)")])
        case .difference(let unit):
            return call(
                first, "difference",
                [.words("from: "), .tree(operands[1], .none), .words(", in: \(unit.rawValue)")])
        case .beginning(let unit, let offset):
            let zone = offset == 0 ? "" : ", secondsFromGMT: \(offset)"
            return call(first, "beginning", [.words("of: \(unit.rawValue)\(zone)")])
        case .part(let part, let offset):
            return call(first, part.rawValue, [.words("secondsFromGMT: \(offset)")])
        case .now: return [.words("now()")]
        }
    }

    private func pieces(_ function: ExpressionTree.StructureFunction, _ operands: [ExpressionTree]) -> [Piece]
    {
        guard let first = operands.first else { return [.words("element()")] }
        switch function {
        case .itself: return [.words("element()")]
        case .part(let path, let form): return [.tree(first, .operand), .words("[\(words(path, form))]")]
        case .setting(let path, let form):
            return call(first, "setting", [.words("\(words(path, form)), to: "), .tree(operands[1], .none)])
        case .count: return call(first, "elementCount")
        case .element(let position): return [.tree(first, .operand), .words("[\(position)]")]
        case .contains(let form):
            return call(
                first, "containsElement", [.tree(operands[1], .none), .words(" as \(form.rawValue)")])
        case .quantified(let quantifier):
            return call(first, quantifier.elementName, [.tree(operands[1], .none)])
        }
    }

    private func words(_ path: [String], _ form: ExpressionTree.StructuredForm) -> String {
        path.isEmpty ? "as \(form.rawValue)" : "\(QueryWords.path(path)) as \(form.rawValue)"
    }
}

extension ExpressionTree.Function {
    /// Whether the function can be written with so many operands.
    fileprivate func takes(_ count: Int) -> Bool {
        switch self {
        case .number(.smaller), .number(.larger), .number(.elementary(.power)), .choice(.nilIf),
            .text(.position), .date(.plus), .date(.difference), .structure(.setting), .structure(.contains),
            .structure(.quantified), .search(.matches), .search(.rank):
            count == 2
        case .search(.highlighted): count == 4
        case .text(.part): count == 2 || count == 3
        case .text(.replacing): count == 3
        case .choice(.coalesce), .text(.joined): count > 0
        case .choice(.choose): count % 2 == 1
        case .date(.now), .structure(.itself): count == 0
        default: count == 1
        }
    }
}
