#if HTTP
    import FoundationEssentials
    import Granary
    public import GranarySync
    import HTTPTypes

    extension HTTPSource {
        /// Asks the server for the rows of a query.
        ///
        /// - Throws: ``GranaryError/Code/unsupported`` where no endpoint answers the query;
        ///   ``GranaryError/Code/unavailable`` without an answer; `RemoteFailure` with the status of an error of the
        ///   server; ``GranaryError/Code/malformed`` and ``GranaryError/Code/invalidValue`` for an answer that
        ///   cannot be read.
        public func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
            try await reporting(request.model, .get) { report in
                try await orUnavailable {
                    for route in routes[request.model] ?? [] where route.endpoint.answers(request) {
                        if let payload = try await fetch(request, by: route, &report) { return payload }
                    }
                    throw Self.noEndpoint(request.model)
                }
            }
        }

        /// Asks by one endpoint; `nil` where its path does not fit.
        private func fetch(
            _ request: RemoteRequest, by route: Route, _ report: inout HTTPReport
        ) async throws -> RemotePayload? {
            if let name = request.name {
                guard let path = try namedPath(name, request, route) else { return nil }
                return try await list(path, request, covers: nil, route, &report)
            }
            if let keys = request.keys {
                guard let parameter = route.endpoint.query.keys, let texts = try Self.texts(of: keys, route)
                else {
                    return try await objects(keys, request, route, &report)
                }
                guard let path = try Place.filled(route.endpoint.list, { _ in nil }) else { return nil }
                let full = place.path(path, [(parameter, texts)])
                return try await list(full, request, covers: nil, route, &report)
            }
            guard let plan = try QueryPlan(request, route.writer) else { return nil }
            return try await list(
                place.path(plan.path, plan.parameters), request, covers: plan.covers, route, &report)
        }

        /// Keys as the text of one parameter; `nil` where the server could not tell a comma or a point in a text from one
        /// between two.
        private static func texts(of keys: [ObjectKey], _ route: Route) throws -> String? {
            var texts: [String] = []
            for key in keys {
                let parts = try route.writer.text(key)
                if parts.contains(where: { $0.holds(",") || parts.count > 1 && $0.holds(".") }) { return nil }
                texts.append(parts.joined(separator: "."))
            }
            return texts.joined(separator: ",")
        }

        private func namedPath(_ name: String, _ request: RemoteRequest, _ route: Route) throws -> String? {
            guard let template = route.endpoint.named[name] else { return nil }
            let inPath = Set(Place.names(in: template))
            let texts = try request.parameters.mapValues { try route.writer.text($0, .text(name)) }
            guard let path = try Place.filled(template, { name in texts[name].map { [$0] } }) else {
                return nil
            }
            let others = texts.filter { !inPath.contains($0.key) }.sorted { $0.key < $1.key }
            return place.path(path, others.map { ($0.key, $0.value) })
        }

        // MARK: Objects

        /// Asks for objects by their own places, some of them at once; the server does not have those that it answers with
        /// 404 or 410.
        private func objects(
            _ keys: [ObjectKey], _ request: RemoteRequest, _ route: Route, _ report: inout HTTPReport
        ) async throws -> RemotePayload? {
            var places: [(key: ObjectKey, path: String)] = []
            for key in keys {
                guard let path = try route.path(of: key, in: route.endpoint.object) else { return nil }
                places.append((key, place.path(path)))
            }
            let isAlone = places.count == 1
            var found: [(key: ObjectKey, exchange: Exchange)] = []
            for start in stride(from: 0, to: places.count, by: max(options.mostAtOnce, 1)) {
                let part = places[start..<min(start + max(options.mostAtOnce, 1), places.count)]
                found += try await withThrowingTaskGroup(of: (Int, ObjectKey, Exchange).self) { group in
                    for (number, place) in part.enumerated() {
                        let fields = fields(of: request, route, tag: isAlone ? request.tag : nil)
                        group.addTask {
                            let exchange = try await exchange(
                                .get, place.path, fields, within: route.endpoint.timeLimit)
                            return (number, place.key, exchange)
                        }
                    }
                    var answers: [(Int, ObjectKey, Exchange)] = []
                    for try await answer in group { answers.append(answer) }
                    return answers.sorted { $0.0 < $1.0 }.map { (key: $0.1, exchange: $0.2) }
                }
            }
            var payload = RemotePayload()
            for (key, exchange) in found {
                report.note(exchange)
                switch exchange.answer.status {
                case 200..<300:
                    let value = try JSONValue(body: exchange.answer.body, of: "GET \(route.endpoint.object)")
                    try add(value, [try row(value, route)], to: &payload, route, &report)
                    tags.note(exchange.answer.field(.eTag), of: request.model, key)
                    if isAlone { note(exchange.answer, in: &payload) }
                case 304 where isAlone && request.tag != nil: return .unchanged
                case 404, 410: tags.note(nil, of: request.model, key)
                default: throw failure(exchange.answer)
                }
            }
            return payload
        }

        private func row(_ value: JSONValue, _ route: Route) throws -> JSONValue {
            guard let row = value.value(at: route.endpoint.row) else {
                throw Self.malformed("an object at “\(route.endpoint.row)”", route.endpoint.object)
            }
            return row
        }

        // MARK: Lists

        /// Reads a list, with all of its pages unless each one is asked for.
        private func list(
            _ path: String, _ request: RemoteRequest, covers: RemoteRequest?, _ route: Route,
            _ report: inout HTTPReport
        ) async throws -> RemotePayload {
            let asked = covers ?? request
            var pages = PageReader(
                path, request, route.endpoint, window: (asked.offset, asked.limit),
                key: { try? route.reader.key($0) })
            while true {
                var payload = RemotePayload()
                payload.covers = covers
                repeat {
                    let tag = pages.isFirst ? request.tag : nil
                    let exchange = try await exchange(
                        .get, pages.path, fields(of: request, route, tag: tag),
                        within: route.endpoint.timeLimit)
                    report.note(exchange)
                    if exchange.answer.status == 304, tag != nil { return .unchanged }
                    guard (200..<300).contains(exchange.answer.status) else { throw failure(exchange.answer) }
                    let place = "GET \(route.endpoint.list)"
                    let value = try JSONValue(body: exchange.answer.body, of: place)
                    let found = route.endpoint.rows.isEmpty ? value : value.value(at: route.endpoint.rows)
                    guard case .array(let all)? = found else {
                        throw Self.malformed("a list at “\(route.endpoint.rows)”", route.endpoint.list)
                    }
                    guard let rows = try pages.take(all, value, exchange, self.place) else {
                        report.restarts += 1
                        break
                    }
                    if pages.isSingle { note(exchange.answer, in: &payload) }
                    try add(value, rows, to: &payload, route, &report)
                } while pages.hasMore
                if pages.isToRestart, pages.restart() { continue }
                payload.isWhole = payload.isWhole && pages.isWhole
                payload.next = pages.next
                return payload
            }
        }

        /// Reads the rows of an answer, and those of other models in it.
        private func add(
            _ answer: JSONValue, _ rows: [JSONValue], to payload: inout RemotePayload, _ route: Route,
            _ report: inout HTTPReport
        ) throws {
            var lists = [(route.reader, rows)]
            for (path, model) in route.endpoint.alongside.sorted(by: { $0.key < $1.key }) {
                guard case .array(let others)? = answer.value(at: path) else { continue }
                lists.append((try reader(of: model), others))
            }
            for (reader, rows) in lists {
                let (adopted, faults, converted) = try reader.read(rows)
                report.note(rows: adopted.count, of: rows.count, faults, converted)
                adopted.add(&payload)
                tags.forget(reader.layout.model, adopted.keys)
                if adopted.count < rows.count { payload.isWhole = false }
            }
            for (name, path) in route.endpoint.metadata {
                if let text = answer.value(at: path).flatMap(\.plain) { payload.metadata[name] = text }
            }
        }

        /// Notes what an answer says about itself.
        private func note(_ answer: HTTPAnswer, in payload: inout RemotePayload) {
            payload.tag = answer.field(.eTag)
            payload.freshFor = answer.freshFor
        }

        private func fields(of request: RemoteRequest, _ route: Route, tag: String?) -> HTTPFields {
            var fields = route.endpoint.fields
            if let tag { fields[.ifNoneMatch] = tag }
            if request.isReload { fields[.cacheControl] = "no-cache" }
            return fields
        }

        static func malformed(_ what: String, _ path: String) -> GranaryError {
            GranaryError(
                .malformed,
                "The answer to GET \(path) does not have \(what); does the endpoint name the right member?")
        }
    }
#endif
