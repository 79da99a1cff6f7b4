extension ModelCode {
    /// The key's type and the object's key.
    var keyMembers: [String] {
        if model.key.count == 1, let key = model.key.first {
            return [
                "\(access)typealias Key = \(key.type)",
                "\(access)var objectKey: Key { \(key.storage) }",
                "\(access)func assignKey(_ key: Key) { \(key.storage) = key }",
            ]
        }
        let parts = model.key.map { "\($0.label): \($0.storage)" }.joined(separator: ", ")
        return [
            keyType,
            "\(access)var objectKey: Key { Key(\(parts)) }",
            block(
                "\(access)func assignKey(_ key: Key)",
                model.key.map { "\($0.storage) = key.\($0.spelledName)" }),
        ]
    }

    private var keyType: String {
        let key = model.key
        let each = { (separator: String, code: (PropertyDeclaration) -> String) in
            key.map(code).joined(separator: separator)
        }
        let decoded = key.enumerated().map { "let part\($0) = try row.keyPart(\($1.metatype), at: &column)" }
        let made = key.enumerated().map { "let part\($0) = \($1.type)(keyValue: parts[\($0)])" }
        let memberwise = key.enumerated().map { "\($1.label): part\($0)" }.joined(separator: ", ")
        let assigned = key.map { "self.\($0.spelledName) = \($0.spelledName)" }
        return block(
            "/// The primary key; text in it is compared by its bytes.\n\(access)struct Key: Granary.ModelKey",
            key.map { "\(access)var \($0.spelledName): \($0.type)" } + [
                block("\(access)init(\(each(", ") { "\($0.label): \($0.type)" }))", assigned),
                block(
                    "\(access)var keyBits: Granary.KeyBits",
                    ["var hash = Granary.KeyHash()"] + key.map { "hash.add(part: self.\($0.spelledName))" }
                        + ["return hash.bits"]),
                "\(access)var objectKey: Granary.ObjectKey { .compound([\(each(", ") { "self.\($0.spelledName).keyValue" })]) }",
                block(
                    "\(access)init?(objectKey: Granary.ObjectKey)",
                    [
                        "guard case .compound(let parts) = objectKey, parts.count == \(key.count),",
                        made.joined(separator: ",\n").indented(),
                        "else { return nil }",
                        "self.init(\(memberwise))",
                    ]),
                block(
                    "\(access)static func decode(_ row: borrowing Granary.Row, at column: inout Int) throws -> Self?",
                    decoded + [
                        "guard \(key.indices.map { "let part\($0)" }.joined(separator: ", ")) else { return nil }",
                        "return Self(\(memberwise))",
                    ]),
                block(
                    "\(access)func encode(into writer: any Granary.ColumnWriter, at column: inout Int)",
                    key.flatMap {
                        ["self.\($0.spelledName).writeKeyPart(into: writer, at: column)", "column &+= 1"]
                    }),
                block(
                    "\(access)static var columnTypes: [Granary.AttributeType]",
                    ["[\(each(", ") { "\($0.type).attributeType" })]"]),
                "\(access)static var columnCount: Int { \(key.count) }",
                "\(access)static var generation: Granary.KeyGeneration { .byProgram }",
                block(
                    "\(access)static var unassigned: Self",
                    ["Self(\(each(", ") { "\($0.label): .unassignedKeyPart" }))"]),
                block(
                    "\(access)static func == (left: Self, right: Self) -> Bool",
                    [each(" && ") { "left.\($0.spelledName).isStoredLike(right.\($0.spelledName))" }]),
                block("\(access)func hash(into hasher: inout Hasher)", ["hasher.combine(keyBits)"]),
            ])
    }
}
