import Testing

/// Models may have the names of the types that the generated code uses.
@Suite(.timeLimit(.minutes(10))) struct ShadowingModelTests {
    /// All in one program, so that the code of each model has to do with the names of all.
    @Test func compile() throws {
        let names = [
            "Encoder", "Decoder", "CodingKey", "Hasher", "PartialKeyPath", "Model", "Row", "Optional",
            "Error",
            "Context", "Reference", "KeyBits",
        ]
        let models = names.map { name in
            """
            @Model final class \(name) {
                @Attribute(.primaryKey) var number: Swift.Int
                @Attribute(.primaryKey) var part: Swift.Int64
                var role: Role
                @Relationship var other: \(name)?
                @Relationship(inverse: \\\(name).other) var others: ToMany<\(name)>
            }
            @Model final class Plain\(name) {
                var id: Swift.Int
                @Relationship var other: \(name)?
            }

            """
        }
        let errors = try TypeChecker.errors(
            in: "import Granary\nenum Role: Swift.Int, Sendable { case one, two }\n" + models.joined(),
            asMain: true)
        #expect(errors == [])
    }

    @Test func propertiesOfEveryKindOfName() throws {
        let names = [
            "init", "Any", "in", "class", "inout", "var", "properties", "writer", "decoder", "encoder",
            "values",
            "hasher", "rawValue", "stringValue", "intValue", "Int", "Bool", "String",
        ]
        let properties = names.map { "    var `\($0)`: Role" }.joined(separator: "\n")
        let errors = try TypeChecker.errors(
            in: "import Granary\nenum Role: Int, Sendable { case one, two }\n@Model final class Names {\n"
                + "    var id: Swift.Int\n\(properties)\n}", asMain: true)
        #expect(errors == [])
    }
}
