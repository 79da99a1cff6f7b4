public import Granary

/// The models that promises use.
public enum ConformanceModels {
    /// The names of the configurations in a topology.
    public static func configurationNames(_ topology: ConformanceTopology) -> [String] {
        topology == .united ? ["All"] : ["Reference", "Operations"]
    }

    /// A schema of all models: the same one each time it is asked for.
    ///
    /// - Throws: ``GranaryError/Code/schema``, which would be a fault of the kit.
    public static func schema(_ topology: ConformanceTopology) throws -> Schema {
        try topology == .united ? united.get() : divided.get()
    }

    // Resolving so many models takes a tenth of the time of a promise.
    private static let united = Result { try makeSchema(.united) }
    private static let divided = Result { try makeSchema(.together) }

    private static func makeSchema(_ topology: ConformanceTopology) throws -> Schema {
        if topology == .united {
            return try Schema("Conformance", configurations: ["All": reference + operations])
        }
        return try Schema(
            "Conformance",
            configurations: ["Reference": reference + [Patron.self], "Operations": operations + [Visit.self]])
    }

    private static let reference: [any Model.Type] = [
        Author.self, Publisher.self, Person.self, Team.self,
        Depot.self, Folder.self,
    ]
    private static let operations: [any Model.Type] = [
        Book.self, Chapter.self, Footnote.self, Loan.self, Tag.self, Card.self, Member.self, Desk.self,
        Badge.self, Sample.self, Finding.self, Stamp.self, Token.self, Journey.self, Seat.self, Passport.self,
        Keyword.self, Basket.self, Parcel.self, Slip.self, Tally.self, Memo.self, Branch.self,
        Workday.self,
    ]
}
