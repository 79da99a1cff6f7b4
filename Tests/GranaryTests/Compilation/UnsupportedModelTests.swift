import Testing

/// Mistakes in models that only the type checker can see are explained by the framework.
@Suite(.timeLimit(.minutes(5))) struct UnsupportedModelTests {
    @Test func anAttributeThatNoStoreCanHoldIsNamed() throws {
        let errors = try TypeChecker.errors(
            in: """
                struct Shape: Sendable { var corners: Int }
                @Model final class Sign {
                    var id: Int
                    var shape: Shape
                }
                """)
        #expect(
            errors.contains { $0.contains("No store can hold an attribute of this type") }, "\(errors)")
    }

    @Test func aRuleForAnotherTypeIsRefusedWhereTheMacroDoesNotKnowTheType() throws {
        let errors = try TypeChecker.errors(
            in: """
                typealias Count = Int
                @Model final class Sign {
                    var id: Int
                    @Attribute(.length(1...5)) var count: Count
                    @Attribute(.notEmpty, .length(...5)) var name: Name
                    typealias Name = String
                }
                """)
        #expect(errors.contains { $0.contains("_MeasuredValue") }, "\(errors)")
        #expect(errors.count == 1, "\(errors)")
    }

    @Test func aMergeRuleForAnotherTypeIsRefusedWhereTheMacroDoesNotKnowTheType() throws {
        let errors = try TypeChecker.errors(
            in: """
                @Model final class Sign {
                    typealias Name = String
                    typealias Count = Int
                    var id: Int
                    @Attribute(.merge(.sum)) var count: Count
                    @Attribute(.merge(.union)) var name: Name
                }
                """)
        #expect(errors.contains { $0.contains("union") || $0.contains("OptionSet") }, "\(errors)")
        #expect(errors.count == 1, "\(errors)")
    }

    @Test(arguments: [
        ("String, mine: String, theirs: String) -> String", true),
        ("String, mine: String, theirs: String) throws -> String", true),
        ("Int, mine: Int, theirs: Int) -> Int", false),
    ])
    func aMergingFunctionHasTheTypeOfItsAttribute(_ function: String, _ isRight: Bool) throws {
        let errors = try TypeChecker.errors(
            in: """
                @Model final class Sign {
                    var id: Int
                    @Attribute(.merge(.function("joined"))) var name: String
                    static func joined(base: \(function) { mine }
                }
                """)
        #expect(errors.isEmpty == isRight, "\(errors)")
    }

    @Test func aSuperclassIsRefused() throws {
        let classes = ["Base", "Alias", "Outer.Inner", "Box<Int>", "CustomStringConvertible & Base"]
        let errors = try TypeChecker.errors(in: program(inheriting: classes))
        #expect(errors.count { $0.contains("concrete type") } == classes.count, "\(errors)")
    }

    @Test func protocolsMayBeInherited() throws {
        let protocols = [
            "CustomStringConvertible", "Named", "Both", "Holder", "Named & CustomStringConvertible",
            "Outer.Part", "Swift.Identifiable",
        ]
        let errors = try TypeChecker.errors(in: program(inheriting: protocols))
        #expect(errors.isEmpty, "\(errors)")
    }

    private func program(inheriting inherited: [String]) -> String {
        let signs = inherited.enumerated().map { number, inherited in
            """
            @Model final class Sign\(number): \(inherited) {
                var id: Int
                var name: String = ""
                var description: String { "sign" }
            }

            """
        }
        return """
            class Base { var hidden = 1 }
            class Box<T> { var hidden: T? }
            typealias Alias = Base
            struct Outer { class Inner { var hidden = 1 }; protocol Part {} }
            protocol Named { var name: String { get } }
            protocol Holder<Held> { associatedtype Held = Int; func held() -> Held? }
            extension Holder { func held() -> Held? { nil } }
            typealias Both = Named & CustomStringConvertible

            """ + signs.joined()
    }

    @Test func anInverseThatDoesNotLeadBackIsRefused() throws {
        let errors = try TypeChecker.errors(
            in: """
                @Model final class Shelf {
                    var id: Int
                    @Relationship(inverse: \\Player.team) var players: ToMany<Player>
                }
                """)
        #expect(errors.contains { $0.contains("Shelf") || $0.contains("inverse") }, "\(errors)")
    }
}
