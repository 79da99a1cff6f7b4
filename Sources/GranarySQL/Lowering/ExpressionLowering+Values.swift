package import GranaryStore

extension ExpressionLowering {
    /// The SQL of an expression's value; `nil` if the engine cannot compute it exactly.
    package func value(_ tree: ExpressionTree, in scope: QueryScope) -> LoweredValue? {
        guard let value = inner?.parts(of: tree, in: scope), value.sql.length <= Self.longest else {
            return nil
        }
        return value
    }

    /// The most bytes of a value's SQL; longer ones are left to the core.
    ///
    /// Some conditions and parts of dates name a value twice, so the text doubles with each level of choices by such
    /// conditions.
    static var longest: Int { 50_000 }

    private func parts(of tree: ExpressionTree, in scope: QueryScope) -> LoweredValue? {
        switch tree {
        case .literal(let value):
            guard let type = value.storableType else { return nil }
            return LoweredValue(
                sql: "\(bind: value)", type: type, isOptional: false, isSimple: true, constant: value)
        case .attribute(let path, let name): return attribute(name, at: path, in: scope)
        case .datePart(let part, let inner): return datePart(part, inner, in: scope)
        case .function(let function, let operands):
            return self.function(function, operands, tree, in: scope)
        case .countOf(let path, let name, let inner): return count(path, name, inner, in: scope)
        case .ofMembers(let function, let path, let name, let operands):
            return memberValue(function, path, name, operands, in: scope)
        case .outer(let model, let inner): return scope.outer(model).flatMap { value(inner, in: $0) }
        case .arithmetic(let operation, let left, let right):
            return arithmetic(operation, left, right, tree, in: scope)
        default:
            // A condition as a value is never nil.
            return condition(tree, in: scope).map {
                LoweredValue(sql: dialect.booleanValue(of: $0), type: .bool, isOptional: false)
            }
        }
    }

    private func attribute(_ name: String, at path: [String], in scope: QueryScope) -> LoweredValue? {
        if let value = keyPart(name, at: path, in: scope) { return value }
        guard let end = scope.end(of: path), let position = end.entity.attributePosition(name) else {
            return nil
        }
        let attribute = end.entity.attributes[position]
        return LoweredValue(
            sql: end.column(position), type: attribute.type,
            isOptional: attribute.isOptional || !end.isCertain, isSimple: true)
    }

    /// A key part of the target, read from the referring columns, which need no join and have an index.
    ///
    /// Only if the engine checks the reference: a dangling one would have to read as `nil`.
    private func keyPart(_ name: String, at path: [String], in scope: QueryScope) -> LoweredValue? {
        guard let last = path.last, let owner = scope.end(of: path.dropLast()),
            let relationship = owner.entity.relationship(last), layout.isEnforced(relationship),
            case let destination = relationship.destination,
            let position = destination.attributePosition(name),
            let part = destination.keyColumns.firstIndex(of: position), part < relationship.columns.count
        else { return nil }
        let column = relationship.columns[relationship.columns.startIndex + part]
        return LoweredValue(
            sql: owner.column(column), type: destination.attributes[position].type,
            isOptional: relationship.isOptional || !owner.isCertain, isSimple: true)
    }

    /// Arithmetic with floating-point numbers, and that of integers that cannot leave 64 bits; other results are lowered
    /// with a test whether they fail (``checkedValue(_:in:)``).
    private func arithmetic(
        _ operation: ExpressionTree.Arithmetic, _ left: ExpressionTree, _ right: ExpressionTree,
        _ tree: ExpressionTree, in scope: QueryScope
    ) -> LoweredValue? {
        // An engine that does not know infinity as `nil` is asked for a quotient twice, so the text of quotients of
        // quotients doubles with each level.
        if operation == .divide, left.quotients + right.quotients >= Self.mostQuotients { return nil }
        guard let left = value(left, in: scope), let right = value(right, in: scope) else { return nil }
        let types = [left.type, right.type]
        if types == [.integer, .integer] {
            if canFail(tree, in: scope) { return nil }
            return LoweredValue(
                sql: "(\(left.sql) \(verbatim: operation.sign) \(right.sql))", type: .integer,
                isOptional: left.isOptional || right.isOptional)
        }
        guard types.contains(.real), types.allSatisfy({ $0 == .real || $0 == .integer }),
            let sql = dialect.arithmetic(operation, left.sql, right.sql)
        else { return nil }
        return LoweredValue(sql: sql, type: .real, isOptional: true)
    }

    /// Up to this many quotients may be in the operands of another one.
    private static var mostQuotients: Int { 3 }

    private func datePart(
        _ part: ExpressionTree.DatePart, _ inner: ExpressionTree, in scope: QueryScope
    ) -> LoweredValue? {
        guard let date = value(inner, in: scope), date.type == .date,
            let sql = dialect.datePart(part, of: date.sql)
        else { return nil }
        return LoweredValue(sql: sql, type: .integer, isOptional: date.isOptional)
    }
}

extension ExpressionTree {
    /// The number of quotients in an expression.
    fileprivate var quotients: Int {
        let isQuotient = if case .arithmetic(.divide, _, _) = self { true } else { false }
        return parts.reduce(isQuotient ? 1 : 0) { $0 + $1.quotients }
    }
}

extension Value {
    /// The type of a value that a store could hold; `nil` for null, and for values that the core refuses in a query.
    package var storableType: AttributeType? {
        guard isStorable, case .value(let type) = ExpressionKind(of: self) else { return nil }
        // Columns of these engines hold fewer decimal numbers than a query may compare with.
        if case .decimal(let value) = self, (try? DecimalEncoding.encode(value)) == nil { return nil }
        return type
    }
}
