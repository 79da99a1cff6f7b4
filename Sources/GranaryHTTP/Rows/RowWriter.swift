#if HTTP
    import FoundationEssentials
    import Granary
    import GranarySync
    import HTTPTypes

    /// Writes the values of writes and queries as an endpoint's server reads them.
    struct RowWriter: Sendable {
        let endpoint: HTTPEndpoint
        let layout: RowLayout

        /// A UUID of a text.
        static func uuid(_ text: String) -> UUID? { UUID(uuidString: text) }

        /// A value as the JSON of snapshots has it.
        static func canonical(_ value: Value, _ type: AttributeType) throws -> JSONValue {
            try json(value, type, .text)
        }

        private static func json(_ value: Value, _ type: AttributeType, _ dates: HTTPDates) throws
            -> JSONValue
        {
            switch value {
            case .null: .null
            case .bool(let truth): .bool(truth)
            case .integer(let number): .number(JSONNumber(number))
            case .real(let number): JSONNumber(number).map { .number($0) } ?? .null
            case .text(let text): type == .json ? (try JSONReader.value(of: text)) : .text(text)
            case .data(let data): .text(data.base64EncodedString())
            case .date(let microseconds): try dates.json(microseconds)
            case .uuid(let id): .text(id.uuidString)
            case .decimal(let number): JSONNumber(number).map { .number($0) } ?? .null
            }
        }

        /// A value as the text of a path or of a parameter.
        func text(_ value: Value, _ property: RowLayout.Property) throws -> String {
            let json = try Self.json(value, property.type, endpoint.dates)
            return Self.plain(json)
        }

        /// A key as the text of a path: the parts of a compound one have commas between them.
        func text(_ key: ObjectKey) throws -> [String] {
            try zip(key.values, layout.key).map { try text($0, $1) }
        }

        private static func plain(_ value: JSONValue) -> String {
            switch value {
            case .text(let text): text
            case .number(let number): number.text
            default: JSONWriter.text(of: value)
            }
        }

        // MARK: Bodies

        /// The members of a write: the properties that it writes, the key of a new object, and the pairs of many-to-many
        /// relationships that it adds and removes.
        func members(of write: RemoteWrite) throws -> [JSONMember] {
            var members: [JSONMember] = []
            if write.kind == .insert, endpoint.sendsKeys {
                for (part, value) in zip(layout.key, write.key.values)
                where !write.changes.contains(where: { $0.property == part.name }) {
                    members.append(JSONMember(part.member, try Self.json(value, part.type, endpoint.dates)))
                }
            }
            for change in write.changes {
                guard let property = layout.properties.first(where: { $0.name == change.property }),
                    let after = change.after, endpoint.sendsKeys || !isKey(property)
                else { continue }
                members.append(JSONMember(property.member, try json(after, property)))
            }
            let relationships = Set(write.pairs.map(\.relationship)).subtracting(endpoint.excluded)
            for name in relationships.sorted() {
                let pairs = write.pairs.filter { $0.relationship == name }
                members.append(
                    JSONMember(
                        endpoint.member(name),
                        .object([
                            JSONMember("added", .array(try pairs.filter(\.isAdded).map(target))),
                            JSONMember("removed", .array(try pairs.filter { !$0.isAdded }.map(target))),
                        ])))
            }
            return members
        }

        private func isKey(_ property: RowLayout.Property) -> Bool {
            layout.key.contains { $0.name == property.name }
        }

        private func target(_ pair: RemoteWrite.Pair) throws -> JSONValue {
            let parts = try pair.target.values.map { try Self.json($0, .text, endpoint.dates) }
            return parts.count == 1 ? parts[0] : .array(parts)
        }

        private func json(_ values: [Value], _ property: RowLayout.Property) throws -> JSONValue {
            guard let target = property.target else {
                return try Self.json(values.first ?? .null, property.type, endpoint.dates)
            }
            if values.allSatisfy(\.isNull) { return .null }
            if values.count == 1, endpoint.references == .keys {
                return try Self.json(values[0], property.type, endpoint.dates)
            }
            return .object(
                try zip(target, values).map {
                    JSONMember($0.member, try Self.json($1, $0.type, endpoint.dates))
                })
        }

        /// The body of a write and its type.
        func body(_ members: [JSONMember]) -> (Data, type: String) {
            switch endpoint.body {
            case .json: (Data(JSONWriter.text(of: Self.nested(members)).utf8), "application/json")
            case .form:
                (
                    Data(
                        members.map { "\(Place.escaped($0.name))=\(Place.escaped(Self.plain($0.value)))" }
                            .joined(separator: "&").utf8), "application/x-www-form-urlencoded"
                )
            }
        }

        /// An object in which members with paths lie deeper.
        private static func nested(_ members: [JSONMember]) -> JSONValue {
            var result: [JSONMember] = []
            var deeper: [String: [JSONMember]] = [:]
            var order: [String] = []
            for member in members {
                guard let (name, rest) = member.name.halves(atFirst: ".") else {
                    result.append(member)
                    continue
                }
                if deeper[name] == nil { order.append(name) }
                deeper[name, default: []].append(JSONMember(rest, member.value))
            }
            for name in order { result.append(JSONMember(name, nested(deeper[name] ?? []))) }
            return .object(result)
        }
    }
#endif
