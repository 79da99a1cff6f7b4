#if HTTP
    import Granary

    /// The conditions of a query, all of which hold: those that a server is asked for, and the rest.
    struct Conditions {
        let layout: RowLayout
        /// Those that the server is asked for.
        private(set) var asked: [ExpressionTree] = []
        /// Those that it is not asked for.
        private(set) var rest: [ExpressionTree]

        init(_ predicate: ExpressionTree?, _ layout: RowLayout) {
            self.layout = layout
            rest = predicate?.conjuncts ?? []
        }

        /// The value that a property is to have, which counts as asked for then; `nil` where the conditions do not say.
        mutating func take(equalityOf name: String) -> Value? {
            let isAsked = asked.lazy.compactMap(Self.equality).first { $0.name == name }
            if let isAsked { return isAsked.value }
            guard
                let condition = rest.first(where: { condition in
                    Self.equality(condition).map { $0.name == name && !$0.value.isNull } ?? false
                })
            else { return nil }
            ask(condition)
            return Self.equality(condition)?.value
        }

        /// Notes that the server is asked for a condition.
        mutating func ask(_ condition: ExpressionTree) {
            rest.removeAll { $0 == condition }
            asked.append(condition)
        }

        /// The property and the value of an equality.
        static func equality(_ condition: ExpressionTree) -> (name: String, value: Value)? {
            switch condition {
            case .compare(.equal, .attribute(let path, let name), .literal(let value)) where path.isEmpty,
                .compare(.equal, .literal(let value), .attribute(let path, let name)) where path.isEmpty:
                (name, value)
            case .refers(let path, let key) where path.count == 1 && key.count == 1: (path[0], key[0])
            case .holdsKey(let path, let keys) where path.count == 1 && keys.count == 1:
                keys[0].values.count == 1 ? (path[0], keys[0].values[0]) : nil
            // A property that is true is the whole condition.
            case .attribute(let path, let name) where path.isEmpty: (name, .bool(true))
            default: nil
            }
        }

        /// The property, the value and the comparison of a range, as seen from the property.
        static func range(
            _ comparison: ExpressionTree.Comparison, _ left: ExpressionTree, _ right: ExpressionTree
        ) -> (name: String, value: Value, comparison: ExpressionTree.Comparison)? {
            switch (left, right) {
            case (.attribute(let path, let name), .literal(let value)) where path.isEmpty:
                return (name, value, comparison)
            case (.literal(let value), .attribute(let path, let name)) where path.isEmpty:
                let turned: ExpressionTree.Comparison =
                    switch comparison {
                    case .less: .greater
                    case .lessOrEqual: .greaterOrEqual
                    case .greater: .less
                    case .greaterOrEqual: .lessOrEqual
                    case .equal: .equal
                    case .notEqual: .notEqual
                    }
                return (name, value, turned)
            default: return nil
            }
        }
    }
#endif
