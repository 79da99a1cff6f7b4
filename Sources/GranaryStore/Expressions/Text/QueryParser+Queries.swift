extension QueryParser {
    /// Reads the whole text.
    mutating func query() throws -> QueryText {
        let query = try clauses()
        if token == .end { return query }
        if case .word(let word) = token, let meant = NearestMatch.of(word, in: Self.parts) {
            throw problem("“\(ShownText.clean(word))” begins no part of a query. Did you mean “\(meant)”?")
        }
        throw expected("an operator, the next part of the query, or the end")
    }

    /// Reads a model and the parts of a query about it.
    mutating func clauses() throws -> QueryText {
        let place = start
        let name = try requiredName("the name of a model")
        let model = try model(name, at: place)
        push(model)
        defer { pop() }
        var query = QueryText(model: name)
        var seen: Set<String> = []
        while case .word(let word) = token, Self.parts.contains(word) {
            if !seen.insert(word).inserted {
                throw problem("“\(word)” stands in the query twice; join the two.")
            }
            try advance()
            try part(word, of: &query)
        }
        return query
    }

    private static var parts: [String] {
        ["where", "sorted", "offset", "limit", "prefetching", "unfiltered", "skipping", "after"]
    }

    private mutating func part(_ word: String, of query: inout QueryText) throws {
        switch word {
        case "where": query.predicate = try value().tree.tree
        case "sorted":
            try require(word: "by")
            query.sort = try sortTerms().map { SortTerm($0.tree.tree, isDescending: $0.isDescending) }
        case "offset": query.offset = try integer("the number of objects to skip")
        case "limit": query.limit = try integer("the largest number of objects")
        case "prefetching": query.prefetch = try list { try $0.relationships() }
        case "unfiltered":
            guard case .text = token else {
                query.lifted = .all
                return
            }
            query.lifted = LiftedFilters(try list { try $0.requiredText("the name of a filter") })
        case "after": query.cursor = try requiredText("the text of a cursor")
        default:
            guard token == .word("unreadable") else { throw expected("“unreadable”") }
            try advance()
            query.skipsUnreadable = true
        }
    }

    /// Takes a text between quotation marks.
    mutating func requiredText(_ what: String) throws -> String {
        guard case .text(let text) = token else { throw expected("\(what), between quotation marks") }
        try advance()
        return text
    }

    /// Takes names with points between them.
    mutating func names(_ what: String) throws -> [String] {
        let place = start
        var names = [try requiredName(what)]
        while try take(".") {
            try requireShort(names, at: place)
            names.append(try requiredName("a name"))
        }
        return names
    }

    /// Throws for a path that takes no further name.
    func requireShort(_ names: [String], at place: Int) throws {
        if names.count < QueryText.mostNames { return }
        throw problem("a path has more than \(QueryText.mostNames) names.", at: place)
    }

    private mutating func relationships() throws -> [String] {
        let place = start
        let path = try names("the name of a relationship")
        var model = scopes.last ?? nil
        for name in path { model = try destination(of: name, from: model, isToMany: nil, at: place) }
        return path
    }

    // MARK: Queries in expressions

    /// Reads a query between brackets, behind its word, and what is asked of it.
    ///
    /// The operand is what is looked for among its values or objects; without one the result is a value.
    mutating func subquery(seeking operand: ParsedOperand?, at place: Int) throws -> ParsedOperand {
        try require("(")
        let inside = start
        let query = try asked(try clauses(), at: inside)
        try require(")")
        if operand?.names?.isEmpty == true { return try objects(of: query, at: place) }
        try require(".")
        let method = start
        let word = try requiredName("what is asked of the query")
        push(try model(query.model, at: inside))
        defer { pop() }
        try require("(")
        let value = token == .sign(")") ? nil : try self.value()
        try require(")")
        return try result(word, of: value, query, seeking: operand, at: method)
    }

    /// The query of a text as a part of an expression.
    private func asked(_ text: QueryText, at place: Int) throws -> Subquery {
        if text.cursor != nil || !text.prefetch.isEmpty || text.skipsUnreadable {
            throw problem(
                "a query in an expression has no “after”, “prefetching” or “skipping unreadable”; remove it.",
                at: place)
        }
        return Subquery(text)
    }

    private func objects(of query: Subquery, at place: Int) throws -> ParsedOperand {
        if token == .sign(".") {
            throw problem("an object itself is looked for among objects; remove what follows the query.")
        }
        var query = query
        query.result = .objects
        return try checked(ParsedOperand(MeasuredTree(.subquery(query, nil)), .bool, at: place))
    }

    /// The result that is asked of a query, with the value between the brackets.
    private func result(
        _ word: String, of value: ParsedOperand?, _ query: Subquery, seeking operand: ParsedOperand?,
        at place: Int
    ) throws -> ParsedOperand {
        var query = query
        var type: AttributeType? = .bool
        if let operand {
            guard word == "values", let value else {
                throw problem("expected “values(…)”, with the values to look among.", at: place)
            }
            query.result = .values(value.tree.tree)
            return try checked(
                ParsedOperand(MeasuredTree(.subquery(query, operand.tree.tree)), .bool, at: operand.start))
        }
        if word == "exists", value == nil {
            query.result = .existence
        } else if word == "count", value == nil {
            (query.result, type) = (.aggregate(.count), .integer)
        } else if word == "value", let value {
            (query.result, type) = (.aggregate(.calculated(value.tree.tree)), value.type)
        } else if let value, let column = AggregateRequest.Column(named: word, of: value.tree.tree) {
            (query.result, type) = (.aggregate(column), column.type(value.type))
        } else {
            let known = ["exists", "count", "value", "values"] + QueryWords.columns
            throw problem(
                "“\(ShownText.clean(word))(\(value == nil ? "" : "…"))” cannot be asked of a query.\(NearestMatch.question(word, in: known)) There are exists(), count(), and with a value between the brackets \((["value"] + QueryWords.columns).joined(separator: ", ")).",
                at: place)
        }
        return try checked(ParsedOperand(MeasuredTree(.subquery(query, nil)), type, at: place))
    }
}

extension Subquery {
    /// The query of a text, whose result is still to be named.
    fileprivate init(_ text: QueryText) {
        self.init(model: text.model, .existence)
        predicate = text.predicate
        sort = text.sort
        offset = text.offset
        limit = text.limit
        lifted = text.lifted
    }
}
