extension ModelCode {
    /// The key's type and the object's key.
    var keyMembers: [String] {
        if model.key.count == 1, let key = model.key.first {
            return [
                "/// The primary key.\n\(access)typealias Key = \(key.type)",
                "\(access)var objectKey: Key { \(key.storage) }",
                "\(access)func _assignKey(_ key: Key) { \(key.storage) = key }",
            ]
        }
        if model.key.isEmpty {
            return [
                "\(access)typealias Key = \(model.assumedKeyType)",
                "\(access)var objectKey: Key { .unassigned }", "\(access)func _assignKey(_ key: Key) {}",
            ]
        }
        return [
            keyType,
            "\(access)var objectKey: Key { Key(\(each { "\($0.label): \($0.storage)" })) }",
            block(
                "\(access)func _assignKey(_ key: Key)",
                model.key.map { "\($0.storage) = key.\($0.spelledName)" }),
        ]
    }

    private var keyType: String {
        block(
            "/// The primary key; text in it is compared by its bytes.\n\(access)struct Key: Granary.ModelKey",
            keyParts + [keyBits] + keyConversions + keyColumns + keyFacts + keyEquality)
    }

    private var keyParts: [String] {
        model.key.map { "\(access)var \($0.spelledName): \($0.type)" } + [
            block(
                "\(access)init(\(each { "\($0.label): \($0.type)" }))",
                model.key.map { "self.\($0.spelledName) = \($0.spelledName)" })
        ]
    }

    private var keyBits: String {
        block(
            "\(access)var keyBits: Granary.KeyBits",
            ["var hash = Granary._KeyHash()"] + model.key.map { "hash.add(part: self.\($0.spelledName))" }
                + ["return hash.bits"])
    }

    private var keyConversions: [String] {
        let made = model.key.enumerated().map { "let part\($0) = \($1.type)(_keyValue: parts[\($0)])" }
        return [
            "\(access)var objectKey: Granary.ObjectKey { .compound([\(each { "self.\($0.spelledName)._keyValue" })]) }",
            block(
                "\(access)init?(objectKey: Granary.ObjectKey)",
                [
                    "guard case .compound(let parts) = objectKey, parts.count == \(model.key.count),",
                    made.joined(separator: ",\n").indented(),
                    "else { return nil }",
                    "self.init(\(memberwiseParts))",
                ]),
        ]
    }

    private var keyColumns: [String] {
        let decoded = model.key.enumerated().map {
            "let part\($0) = try row.keyPart(\($1.metatype), at: &column)"
        }
        let present = model.key.indices.map { "let part\($0)" }.joined(separator: ", ")
        return [
            block(
                "\(access)static func _decode(_ row: borrowing Granary.Row, at column: inout Swift.Int) throws -> Self?",
                decoded + ["guard \(present) else { return nil }", "return Self(\(memberwiseParts))"]),
            block(
                "\(access)func _encode(into writer: any Granary.ColumnWriter, at column: inout Swift.Int)",
                model.key.flatMap {
                    ["self.\($0.spelledName)._writeKeyPart(into: writer, at: column)", "column &+= 1"]
                }),
        ]
    }

    private var keyFacts: [String] {
        [
            block(
                "\(access)static var _columnTypes: [Granary.AttributeType]",
                ["[\(each { "\($0.type).attributeType" })]"]),
            "\(access)static var _columnCount: Swift.Int { \(model.key.count) }",
            "\(access)static var generation: Granary._KeyGeneration { .byProgram }",
            block(
                "\(access)static var unassigned: Self",
                ["Self(\(each { "\($0.label): ._unassignedKeyPart" }))"]),
        ]
    }

    private var keyEquality: [String] {
        let comparisons = model.key.map { "left.\($0.spelledName)._isStoredLike(right.\($0.spelledName))" }
        return [
            block(
                "\(access)static func == (left: Self, right: Self) -> Swift.Bool",
                [comparisons.joined(separator: " && ")]),
            block("\(access)func hash(into hasher: inout Swift.Hasher)", ["hasher.combine(keyBits)"]),
        ]
    }

    private var memberwiseParts: String {
        model.key.enumerated().map { "\($1.label): part\($0)" }.joined(separator: ", ")
    }

    private func each(_ code: (PropertyDeclaration) -> String) -> String {
        model.key.map(code).joined(separator: ", ")
    }
}
