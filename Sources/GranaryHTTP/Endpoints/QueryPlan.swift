#if HTTP
    import Granary
    import GranarySync

    /// How a query becomes a request: what the server is asked, and what is left to the store.
    struct QueryPlan: Sendable {
        /// The path of the list, filled in.
        let path: String
        let parameters: [(name: String, value: String)]
        /// What the server is asked for, where that is more than what was wanted.
        let covers: RemoteRequest?

        /// Makes the plan of a query of one endpoint; `nil` where its path asks for what the query does not say.
        ///
        /// - Throws: ``GranaryError/Code/unsupported`` for a query that cannot be asked, where no more may be asked for.
        init?(_ request: RemoteRequest, _ writer: RowWriter) throws {
            let endpoint = writer.endpoint
            var conditions = Conditions(request.predicate, writer.layout)
            guard
                let path = try Place.filled(
                    endpoint.list,
                    { name in
                        guard let value = conditions.take(equalityOf: name) else { return nil }
                        return [try writer.text(value, conditions.layout[name] ?? .text(name))]
                    })
            else { return nil }
            var parameters: [(name: String, value: String)] = []
            for condition in conditions.rest {
                guard let parameter = try Self.parameter(condition, writer) else { continue }
                parameters.append(parameter)
                conditions.ask(condition)
            }
            let order = Self.order(request, writer)
            let style = endpoint.query
            if let order { parameters.append(order) }
            var covers = request
            covers.predicate = .all(conditions.asked)
            let counts = request.limit != nil || request.offset > 0
            // The parameters of pages count rows too.
            let hasPages = if case .offset = endpoint.paging.kind { true } else { false }
            let isExact =
                conditions.rest.isEmpty && (order != nil || request.sort.isEmpty)
                && (hasPages
                    || (request.limit == nil || style.limit != nil)
                        && (request.offset == 0 || style.offset != nil))
            if hasPages, isExact {
                // The way through the pages begins and ends there.
            } else if counts, isExact {
                if let limit = request.limit, let name = style.limit {
                    parameters.append((name, String(limit)))
                }
                if request.offset > 0, let name = style.offset {
                    parameters.append((name, String(request.offset)))
                }
            } else if counts {
                (covers.limit, covers.offset) = (nil, 0)
            }
            self.covers = conditions.rest.isEmpty && (isExact || !counts) ? nil : covers
            self.path = path
            self.parameters = parameters
            if self.covers != nil, !endpoint.mayAskForMore {
                throw GranaryError(
                    .unsupported,
                    "The server cannot be asked for this query of \(request.model); widen `query` of its endpoint, ask for less, or let the endpoint ask for more.",
                    context: .init(entity: request.model))
            }
        }

        /// The parameter of the order with the key at its end; `nil` where there is no order, or the server cannot be asked.
        private static func order(_ request: RemoteRequest, _ writer: RowWriter) -> (
            name: String, value: String
        )? {
            guard let name = writer.endpoint.query.order, !request.sort.isEmpty else { return nil }
            var terms: [String] = []
            var names: Set<String> = []
            for term in request.sort {
                guard case .attribute(let path, let name) = term.expression, path.isEmpty,
                    let property = writer.layout[name]
                else { return nil }
                names.insert(name)
                terms.append((term.isDescending ? "-" : "") + property.member)
            }
            if writer.endpoint.query.ordersByKey, let last = request.sort.last {
                for part in writer.layout.key where !names.contains(part.name) {
                    terms.append((last.isDescending ? "-" : "") + part.member)
                }
            }
            return (name, terms.joined(separator: ","))
        }

        /// The parameter of a condition; `nil` where the server cannot be asked.
        private static func parameter(
            _ condition: ExpressionTree, _ writer: RowWriter
        ) throws -> (name: String, value: String)? {
            let style = writer.endpoint.query
            if let (name, value) = Conditions.equality(condition) {
                guard !value.isNull, let property = writer.layout[name],
                    let parameter = style.equality(property.member)
                else { return nil }
                return (parameter, try writer.text(value, property))
            }
            switch condition {
            case .compare(let comparison, let left, let right):
                guard let (name, value, comparison) = Conditions.range(comparison, left, right),
                    !value.isNull,
                    let property = writer.layout[name],
                    let parameter = style.range(property.member, comparison)
                else { return nil }
                return (parameter, try writer.text(value, property))
            case .isIn(.attribute(let path, let name), let values):
                guard path.isEmpty, !values.isEmpty, !values.contains(where: \.isNull),
                    let property = writer.layout[name], let parameter = style.list(property.member)
                else { return nil }
                let texts = try values.map { try writer.text($0, property) }
                // The server could not tell a comma in a text from one between two.
                if texts.contains(where: { $0.holds(",") }) { return nil }
                return (parameter, texts.joined(separator: ","))
            default: return nil
            }
        }
    }

    extension RowLayout.Property {
        /// A property that only a path names.
        static func text(_ name: String) -> Self { Self(name: name, member: name, type: .text, target: nil) }
    }
#endif
