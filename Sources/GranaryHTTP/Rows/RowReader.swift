#if HTTP
    import Granary
    import GranarySync

    /// Makes rows of the answers to the requests of an endpoint.
    struct RowReader: Sendable {
        let endpoint: HTTPEndpoint
        let layout: RowLayout

        /// Reads a list of rows, or a single one.
        ///
        /// - Returns: the rows, and how often a scalar of each property was converted.
        /// - Throws: ``GranaryError/Code/invalidValue`` for a row that lacks a member or is not of the model, unless such
        ///   rows are left out.
        func read(_ rows: [JSONValue]) throws -> (
            rows: AdoptedRows, faults: [String: Int], converted: [String: Int]
        ) {
            var read: [ReadRow] = []
            read.reserveCapacity(rows.count)
            var (faults, converted): ([String: Int], [String: Int]) = ([:], [:])
            for row in rows {
                do { read.append(try self.row(of: row, &converted)) } catch let error as GranaryError
                    where endpoint.isLenient
                { faults[error.context.properties.first ?? "", default: 0] += 1 }
            }
            let adopted = try endpoint.adopt(read, endpoint.isLenient)
            faults.merge(adopted.faults, uniquingKeysWith: +)
            return (adopted, faults, converted)
        }

        private func row(of row: JSONValue, _ converted: inout [String: Int]) throws -> ReadRow {
            guard case .object(let members) = row else { throw problem("A row of the answer is no object.") }
            var found = [JSONValue?](repeating: nil, count: layout.properties.count)
            for member in members {
                if let position = layout.positions[member.name] { found[position] = member.value }
            }
            for position in layout.deeper {
                found[position] = row.value(at: layout.properties[position].member)
            }
            var result: [JSONMember] = []
            result.reserveCapacity(found.count)
            var isPartial = !endpoint.excluded.isEmpty
            for (property, value) in zip(layout.properties, found) {
                if let value {
                    result.append(JSONMember(property.name, read(value, property, &converted)))
                } else if let value = endpoint.defaults[property.name] {
                    result.append(JSONMember(property.name, try RowWriter.canonical(value, property.type)))
                } else if endpoint.mayLackProperties,
                    !layout.key.contains(where: { $0.name == property.name })
                {
                    isPartial = true
                } else {
                    throw problem(
                        "A row of the answer lacks “\(property.member)”. Give “\(property.name)” a default in the endpoint, or exclude it there.",
                        property.name)
                }
            }
            return ReadRow(members: result, isPartial: isPartial)
        }

        private func read(
            _ value: JSONValue, _ property: RowLayout.Property, _ converted: inout [String: Int]
        ) -> JSONValue {
            if value.isNull { return .null }
            if let target = property.target { return reference(value, property, target, &converted) }
            return scalar(value, property, &converted)
        }

        private func scalar(
            _ value: JSONValue, _ property: RowLayout.Property, _ converted: inout [String: Int]
        ) -> JSONValue {
            if property.type == .date { return endpoint.dates.text(of: value).map { .text($0) } ?? value }
            if endpoint.isLenient, let other = ScalarConversion.converted(value, to: property.type) {
                converted[property.name, default: 0] += 1
                return other
            }
            return value
        }

        /// The key of a referenced object, which may be an object with the key among its members.
        private func reference(
            _ value: JSONValue, _ property: RowLayout.Property, _ target: [RowLayout.Property],
            _ converted: inout [String: Int]
        ) -> JSONValue {
            guard case .object = value else { return scalar(value, property, &converted) }
            var parts: [JSONMember] = []
            for part in target {
                guard let member = value.value(at: part.member) else { return value }
                parts.append(JSONMember(part.name, scalar(member, part, &converted)))
            }
            return target.count == 1 ? parts[0].value : .object(parts)
        }

        /// The key of an object, as an answer names it.
        ///
        /// - Throws: ``GranaryError/Code/invalidValue`` for what is no key of the model.
        func key(_ value: JSONValue) throws -> ObjectKey {
            var values: [Value] = []
            for part in layout.key {
                var member = value
                if case .object = value { member = value.value(at: part.member) ?? .null }
                guard let stored = Self.stored(member, part.type) else {
                    throw problem("A key of the answer is none.")
                }
                values.append(stored)
            }
            guard let key = ObjectKey(values) else { throw problem("A key of the answer is none.") }
            return key
        }

        /// The value of a part of a key.
        private static func stored(_ value: JSONValue, _ type: AttributeType) -> Value? {
            let value = ScalarConversion.converted(value, to: type) ?? value
            switch (type, value) {
            case (.integer, .number(let number)): return number.integer(Int64.self).map { .integer($0) }
            case (.text, .text(let text)): return .text(text)
            case (.uuid, .text(let text)): return RowWriter.uuid(text).map { .uuid($0) }
            case (.bool, .bool(let truth)): return .bool(truth)
            default: return nil
            }
        }

        private func problem(_ message: String, _ property: String? = nil) -> GranaryError {
            GranaryError(
                .invalidValue, message,
                context: .init(entity: layout.model, properties: property.map { [$0] } ?? []))
        }
    }
#endif
