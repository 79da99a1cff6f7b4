public import Granary

/// The models that promises use, in two configurations.
public enum ConformanceModels {
    /// The names of the configurations.
    public static let configurationNames = ["Reference", "Operations"]

    /// A schema of all models.
    ///
    /// - Throws: ``GranaryError/Code/schema``, which would be a fault of the kit.
    public static func schema() throws -> Schema {
        try Schema("Conformance", configurations: ["Reference": reference, "Operations": operations])
    }

    static let reference: [any Model.Type] = [Author.self, Publisher.self, Person.self, Team.self]
    static let operations: [any Model.Type] = [
        Book.self, Chapter.self, Footnote.self, Loan.self, Remark.self, Tag.self, Card.self, Member.self, Desk.self,
        Badge.self, Sample.self, Finding.self, Stamp.self, Token.self, Journey.self, Seat.self, Passport.self,
        Keyword.self,
    ]
}
