extension ExpressionTree.StructureFunction {
    /// The result for a structured value, as JSON text, and another value.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for text that is no JSON, and for JSON of another kind;
    ///   ``GranaryError/Code/invalidValue`` for a value that JSON cannot hold.
    func result(_ first: Value, _ second: Value) throws(GranaryError) -> Value {
        guard case .text(let text) = first else { return self.isCondition ? .bool(false) : .null }
        let whole = try JSONValue(structure: text)
        switch self {
        case .part(let path, let form):
            guard let part = try whole.part(path) else { return .null }
            return try form.value(of: part, at: path)
        case .setting(let path, let form):
            let part = try form.json(of: second)
            return .text(JSONWriter.text(of: try whole.setting(path, with: part)))
        case .count: return .integer(Int64(try whole.elements?.count ?? 0))
        case .element(let position):
            guard let elements = try whole.elements, elements.indices.contains(position) else { return .null }
            return try ExpressionTree.StructuredForm.structure.value(of: elements[position], at: [])
        case .contains(let form):
            for element in try whole.elements ?? [] {
                let value = try form.value(of: element, at: [])
                if ExpressionTree.Comparison.equal.holds(value, second) { return .bool(true) }
            }
            return .bool(false)
        case .itself, .quantified: return .null
        }
    }

    private var isCondition: Bool { if case .contains = self { true } else { false } }
}

extension JSONValue {
    /// The JSON of a stored structured value.
    init(structure text: String) throws(GranaryError) {
        do {
            self = try JSONReader.value(of: text)
        } catch {
            throw GranaryError(
                .malformed, "The structured value is no JSON (\(error)). Correct the row.", cause: error)
        }
    }

    /// The elements of a list; `nil` for `null`.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for another kind of JSON.
    var elements: [JSONValue]? {
        get throws(GranaryError) {
            switch self {
            case .array(let elements): return elements
            case .null: return nil
            default: throw .otherJSON([], than: "a list")
            }
        }
    }

    /// The part at the end of a path; `nil` where there is none, and for `null`.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` where the path goes through something else than an object.
    func part(_ path: [String]) throws(GranaryError) -> JSONValue? {
        var part = self
        for (position, name) in path.enumerated() {
            if case .null = part { return nil }
            guard case .object(let members) = part else {
                throw .otherJSON(path.prefix(position), than: "a structure")
            }
            // Of several members of one name decoding takes the first, too.
            guard let member = members.first(where: { $0.name == name }) else { return nil }
            part = member.value
        }
        return part
    }

    /// The same JSON with another part at the end of a path, or without it; itself where the path ends early.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` where the path goes through something else than an object.
    func setting(
        _ path: [String], from step: Int = 0, with part: JSONValue?
    ) throws(GranaryError) -> JSONValue {
        if case .null = self { return self }
        guard path.indices.contains(step) else { return part ?? .null }
        guard case .object(var members) = self else {
            throw .otherJSON(path.prefix(step), than: "a structure")
        }
        let name = path[step]
        let position = members.firstIndex { $0.name == name }
        var new = part
        if step < path.count - 1 {
            guard let position else { return self }
            new = try members[position].value.setting(path, from: step + 1, with: part)
        }
        switch (position, new) {
        case (let position?, let new?): members[position] = JSONMember(name, new)
        case (let position?, nil): members.remove(at: position)
        case (nil, let new?):
            // In the order of their names, as encoding writes them.
            let next = members.firstIndex { Bytewise.precedes(name, $0.name) } ?? members.endIndex
            members.insert(JSONMember(name, new), at: next)
        case (nil, nil): break
        }
        return .object(members)
    }
}

extension GranaryError {
    /// The error for JSON of another kind than a query reads.
    static func otherJSON(_ path: some Sequence<String>, than wanted: String) -> GranaryError {
        let way = path.joined(separator: ".")
        return GranaryError(
            .malformed,
            "The structured value has JSON of another kind\(way.isEmpty ? "" : " at “\(way)”") than the query reads, which is \(wanted). Correct the row, or what the structure declares."
        )
    }
}
