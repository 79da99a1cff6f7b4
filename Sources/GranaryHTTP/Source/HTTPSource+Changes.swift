#if HTTP
    public import FoundationEssentials
    import Granary
    public import GranarySync
    import HTTPTypes

    extension HTTPSource {
        /// Asks the server for one page of what has changed since a checkpoint.
        ///
        /// - Throws: ``GranaryError/Code/unsupported`` for a source without a place of changes; as ``fetch(_:)``.
        public func changes(since checkpoint: Data?) async throws -> RemoteChanges {
            guard let changed else {
                throw GranaryError(
                    .unsupported,
                    "This source has no place where its server says what has changed; give it `changes`, or refresh by queries."
                )
            }
            return try await reporting("changes", .get) { report in
                try await orUnavailable {
                    let value = checkpoint.map { (changed.since, String(decoding: $0, as: UTF8.self)) }
                    let path = place.path(changed.path, value.map { [$0] } ?? [])
                    let exchange = try await exchange(.get, path, HTTPFields(), within: nil)
                    report.note(exchange)
                    if exchange.answer.status == 410, checkpoint != nil { return .expired }
                    guard (200..<300).contains(exchange.answer.status) else { throw failure(exchange.answer) }
                    return try changes(in: exchange.answer, changed, &report)
                }
            }
        }

        private func changes(
            in answer: HTTPAnswer, _ changed: HTTPChanges, _ report: inout HTTPReport
        ) throws -> RemoteChanges {
            let value = try JSONValue(body: answer.body, of: "GET \(changed.path)")
            guard let checkpoint = value.value(at: changed.checkpoint)?.plain, !checkpoint.isEmpty else {
                throw Self.malformed("a checkpoint at “\(changed.checkpoint)”", changed.path)
            }
            var payload = RemotePayload()
            for (path, model) in changed.rows.sorted(by: { $0.key < $1.key }) {
                guard let rows = try Self.list(at: path, of: value, changed) else { continue }
                let (adopted, faults, converted) = try reader(of: model).read(rows)
                report.note(rows: adopted.count, of: rows.count, faults, converted)
                adopted.add(&payload)
                tags.forget(model.modelDescription.name, adopted.keys)
                if adopted.count < rows.count { payload.isWhole = false }
            }
            let hasMore = if case .bool(true)? = value.value(at: changed.more) { true } else { false }
            var changes = RemoteChanges(payload, checkpoint: Data(checkpoint.utf8), hasMore: hasMore)
            for (path, model) in changed.deleted.sorted(by: { $0.key < $1.key }) {
                guard let list = try Self.list(at: path, of: value, changed) else { continue }
                let keys = try list.map(try reader(of: model).key)
                try Self.delete(model, keys, from: &changes)
                tags.forget(model.modelDescription.name) { keys }
            }
            return changes
        }

        /// The list at a path; `nil` where there is nothing at all.
        ///
        /// - Throws: ``GranaryError/Code/malformed`` for anything else: passed over, it would be lost behind the checkpoint.
        private static func list(
            at path: String, of value: JSONValue, _ changed: HTTPChanges
        ) throws -> [JSONValue]? {
            guard let found = value.value(at: path) else { return nil }
            guard case .array(let list) = found else { throw malformed("a list at “\(path)”", changed.path) }
            return list
        }

        private static func delete<M: Model>(
            _ model: M.Type, _ keys: [ObjectKey], from changes: inout RemoteChanges
        ) throws {
            changes.delete(
                try keys.map { key in
                    guard let id = M.Key(objectKey: key) else {
                        throw GranaryError(
                            .invalidValue, "A key of the answer is none of \(M.modelDescription.name).",
                            context: .init(entity: M.modelDescription.name))
                    }
                    return ObjectID<M>(id)
                })
        }
    }
#endif
