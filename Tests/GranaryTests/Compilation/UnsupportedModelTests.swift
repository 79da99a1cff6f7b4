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
