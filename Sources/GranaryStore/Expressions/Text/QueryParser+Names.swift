extension QueryParser {
    /// The description of a model; `nil` where names are not checked.
    func model(_ name: String, at place: Int) throws -> ModelDescription? {
        guard let models else { return nil }
        if let model = models.model(name) { return model }
        let hint = NearestMatch.question(name, in: models.names)
        let reason =
            models.mayLackSome
            ? " Only models that relationships lead to are known here; give the schema to the query for others."
            : ""
        throw problem("there is no model “\(ShownText.clean(name))”.\(hint)\(reason)", at: place)
    }

    /// The model at the end of a relationship, which leads to one or to many objects, or to either.
    func destination(
        of name: String, from model: ModelDescription?, isToMany: Bool?, at place: Int
    ) throws -> ModelDescription? {
        guard let models, let model else { return nil }
        guard let found = model.relationships.first(where: { $0.name == name }) else {
            if let attribute = model.attributes.first(where: { $0.name == name }) {
                throw problem(
                    attribute.type == .json
                        ? "\(model.name).\(name) is a structured attribute; write “\(QueryWords.name(name))[part as text]” for a part of it, with the kind that the part has."
                        : "\(model.name).\(name) is an attribute where a relationship is needed.", at: place)
            }
            throw unknown("relationship", name, model, among: model.relationships.map(\.name), at: place)
        }
        if let isToMany, found.isToMany != isToMany {
            throw problem(
                isToMany
                    ? "\(model.name).\(name) is a relationship to one, whose values are asked for by their path."
                    : "\(model.name).\(name) is a relationship to many; ask it by any, all, none, count, first or an aggregate.",
                at: place)
        }
        return models.destination(of: found)
    }

    /// The model at the end of a path of relationships to one, from the object that expressions are about.
    func destination(of path: [String], at place: Int) throws -> ModelDescription? {
        var model = scopes.last ?? nil
        for name in path { model = try destination(of: name, from: model, isToMany: false, at: place) }
        return model
    }

    /// The operand with its names taken as those of an attribute.
    func resolved(_ operand: ParsedOperand) throws -> ParsedOperand {
        guard let names = operand.names else { return operand }
        guard let name = names.last else {
            throw problem(
                "“self” is the object itself, of which only “self is …” and “self in query(…)” can be asked.",
                at: operand.start)
        }
        let tree = MeasuredTree.leaf(.attribute(path: Array(names.dropLast()), name: name))
        guard let model = try destination(of: names.dropLast(), at: operand.start) else {
            return ParsedOperand(tree, at: operand.start)
        }
        guard let attribute = model.attributes.first(where: { $0.name == name }) else {
            if let found = model.relationships.first(where: { $0.name == name }) {
                throw problem(
                    "\(model.name).\(name) is a relationship where an attribute is needed\(found.isToMany ? "" : "; for its object write “\(QueryWords.path(names)) is …”").",
                    at: operand.start)
            }
            let known = model.attributes.map(\.name)
            throw unknown("attribute", name, model, among: known, at: operand.start)
        }
        return ParsedOperand(tree, attribute.type, at: operand.start)
    }

    /// The path of a relationship that is asked for its object, or of the object itself.
    func reference(_ operand: ParsedOperand) throws -> [String] {
        guard let names = operand.names else {
            throw problem(
                "only a relationship, or “self”, can be followed by “is”; compare values by “=”.",
                at: operand.start)
        }
        _ = try destination(of: names, at: operand.start)
        return names
    }

    private func unknown(
        _ what: String, _ name: String, _ model: ModelDescription, among known: [String], at place: Int
    ) -> GranaryError {
        problem(
            "\(model.name) has no \(what) “\(ShownText.clean(name))”.\(NearestMatch.question(name, in: known))",
            at: place)
    }
}
