#if HTTP
    import FoundationEssentials
    import Granary
    public import GranarySync
    import HTTPTypes

    extension HTTPSource {
        /// The largest number of writes of a batch, which are requests beside each other.
        public var mostWritesPerBatch: Int { max(options.mostAtOnce, 1) }

        /// Sends writes beside each other, and returns what became of each, in their order.
        ///
        /// One without an answer is to be sent again.
        ///
        /// - Throws: what the first write throws, where none has got an answer.
        public func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
            if batch.writes.count == 1 { return [try await send(batch.writes[0])] }
            let results = await withTaskGroup(of: (Int, Result<RemoteOutcome, any Error>).self) { group in
                for (number, write) in batch.writes.enumerated() {
                    group.addTask {
                        let result: Result<RemoteOutcome, any Error>
                        do { result = .success(try await send(write)) } catch { result = .failure(error) }
                        return (number, result)
                    }
                }
                var results: [(Int, Result<RemoteOutcome, any Error>)] = []
                for await result in group { results.append(result) }
                return results.sorted { $0.0 < $1.0 }.map(\.1)
            }
            let hasAnswer = results.contains { if case .success = $0 { true } else { false } }
            if !hasAnswer, case .failure(let error)? = results.first { throw error }
            return results.map { (try? $0.get()) ?? .later() }
        }

        private func send(_ write: RemoteWrite) async throws -> RemoteOutcome {
            if let command = write.command { return try await send(command, write) }
            guard let route = routes[write.model]?.first(where: { !$0.endpoint.isForReading }),
                let (method, path) = try target(of: write, route)
            else {
                return Self.refused(write.model)
            }
            let members = write.kind == .delete ? [] : try route.writer.members(of: write)
            // The server has none of the properties that have changed.
            if write.kind == .update, members.isEmpty { return .accepted }
            return try await reporting(write.model, method) { report in
                var fields = route.endpoint.fields
                var body = Data()
                if write.kind != .delete { (body, fields[.contentType]) = route.writer.body(members) }
                if write.kind != .insert, let tag = tags.tag(of: write.model, write.servedKey) {
                    fields[.ifMatch] = tag
                }
                let exchange = try await exchange(
                    method, path, Self.identified(fields, write), body: body, within: route.endpoint.timeLimit
                )
                report.note(exchange)
                let answer = exchange.answer
                let isAccepted = (200..<300).contains(answer.status)
                let rows =
                    isAccepted || answer.status == 409 || answer.status == 412
                    ? rows(answer, route, &report) : nil
                let isGone =
                    write.kind == .delete && isAccepted || answer.status == 404 || answer.status == 410
                if isAccepted || isGone || answer.status == 409 || answer.status == 412 {
                    // One that is not told is not known any more.
                    tags.note(isGone ? nil : answer.field(.eTag), of: write.model, write.servedKey)
                }
                return RemoteOutcome(
                    status: answer.status, of: write, rows ?? RemotePayload(),
                    reason: isAccepted ? "" : options.reason(answer) ?? "", retryAfter: answer.retryAfter)
            }
        }

        /// The method and the path of a write; `nil` where a path names what the write does not have.
        private func target(
            of write: RemoteWrite, _ route: Route
        ) throws -> (HTTPRequest.Method, path: String)? {
            let endpoint = route.endpoint
            let method: HTTPRequest.Method =
                switch write.kind {
                case .insert: endpoint.insertion
                case .update: endpoint.update
                default: .delete
                }
            let isAdded = write.kind == .insert && method == .post
            // The place of an object that is there hangs on its key alone, whatever the write changes.
            let path =
                isAdded
                ? try route.path(of: write.serverKey, write.values, in: endpoint.list)
                : try route.path(of: write.serverKey, in: endpoint.object)
            guard let path else { return nil }
            return (method, place.path(path))
        }

        /// The row of an answer to a write; `nil` where it has none that can be read, which does not change what became of
        /// the write.
        private func rows(_ answer: HTTPAnswer, _ route: Route, _ report: inout HTTPReport) -> RemotePayload?
        {
            guard !answer.body.isEmpty, let value = try? JSONValue(body: answer.body, of: ""),
                case .object(let members)? = value.value(at: route.endpoint.row), !members.isEmpty
            else { return nil }
            guard let (adopted, faults, converted) = try? route.reader.read([.object(members)]) else {
                report.note(rows: 0, of: 1, ["": 1], [:])
                return nil
            }
            report.note(rows: adopted.count, of: 1, faults, converted)
            var payload = RemotePayload()
            adopted.add(&payload)
            return payload
        }

        // MARK: Commands

        private func send(_ command: RemoteCommand, _ write: RemoteWrite) async throws -> RemoteOutcome {
            guard let place = commands[command.name] else { return Self.refused(command.name) }
            let path = try Place.filled(place.path) { name in
                let object = command.objects.first { name == "key" || $0.model == name }
                guard let object, let route = routes[object.model]?.first else { return nil }
                return try route.writer.text(object.key)
            }
            guard let path else { return Self.refused(command.name) }
            return try await reporting(command.name, place.method) { report in
                var fields = HTTPFields()
                fields[.contentType] = place.contentType
                let exchange = try await exchange(
                    place.method, self.place.path(path), Self.identified(fields, write),
                    body: command.payload,
                    within: place.timeLimit)
                report.note(exchange)
                let answer = exchange.answer
                return RemoteOutcome(
                    status: answer.status, of: write,
                    reason: (200..<300).contains(answer.status) ? "" : options.reason(answer) ?? "",
                    retryAfter: answer.retryAfter)
            }
        }

        /// The outcome of a write that has nowhere to go, which sending it again would not change.
        private static func refused(_ name: String) -> RemoteOutcome { .refused(noEndpoint(name).message) }

        /// The fields of a write with its identity, by which a server knows a repetition.
        private static func identified(_ fields: HTTPFields, _ write: RemoteWrite) -> HTTPFields {
            var fields = fields
            if let name = HTTPField.Name("Idempotency-Key") { fields[name] = write.id.uuidString }
            return fields
        }
    }

    extension RemoteWrite {
        /// The key by which the server knows the object.
        fileprivate var serverKey: ObjectKey { remoteID.flatMap { ObjectKey([$0]) } ?? key }
    }
#endif
