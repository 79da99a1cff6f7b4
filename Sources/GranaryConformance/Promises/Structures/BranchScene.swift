import FoundationEssentials
import Granary

/// Branches with structures: one that has every part, and others that lack most.
///
/// 1 and 3 are in Oslo, 2 in Bergen, 4 in Ålesund; 1 and 4 have second premises. 1 is the head of 2 and 3.
enum BranchScene {
    static let moment = Date(timeIntervalSince1970: 1_000_000.25)
    static let token = UUID(uuid: (15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))

    /// Premises with every part.
    static let whole = Premises(
        city: "Oslo", street: "Øvre gate “3”", floors: 3, area: 0.1, share: 0.1, rent: decimal("1250.50"),
        since: moment, token: token, seal: Data([0, 255]), page: URL(string: "https://example.org/a"),
        level: .high, site: Site(north: 59.9, east: 10.7), tags: ["old", "corner"],
        shifts: [Shift(name: "early", hours: 8, crew: ["Ada"]), Shift(name: "late", crew: ["Bo", "Cy"])])

    static func fill(_ context: Context) throws {
        let head = Branch(
            id: 1, city: "Oslo", main: whole, second: Premises(city: "Bergen", floors: 2),
            phones: ["12", "34"], levels: [.high, .low], shifts: [Shift(name: "night", hours: 9)])
        let others = [
            Branch(id: 2, city: "Oslo", main: Premises(city: "Bergen")),
            Branch(
                id: 3, city: "Oslo",
                main: Premises(
                    city: "Oslo", floors: 9_007_199_254_740_993, area: 1e300,
                    rent: decimal("0.00000000000000000001"), isOpen: false, grade: .poor,
                    site: Site(north: -1), shifts: []),
                phones: ["34"], shifts: [Shift(name: "early"), Shift(name: "late", hours: 7)]),
            Branch(
                id: 4, main: Premises(city: "Ålesund", street: "", spare: Site(north: 62, east: 6)),
                second: whole, levels: [.middle]),
        ]
        try context.insert(head)
        for branch in others { try context.insert(branch) }
        (others[0].head, others[1].head) = (head, head)
    }

    private static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }
}

extension PromiseList {
    /// Checks on the branches, before and after they are saved.
    static func branches(
        _ name: String, _ check: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise { unsavedAndSaved(name, BranchScene.fill, check) }

    /// Checks on stored branches.
    static func storedBranches(
        _ name: String, _ body: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.save { try BranchScene.fill($0) }
            try await bench.perform { try body($0) }
        }
    }

    /// Promises which branches a condition finds, before and after they are saved.
    static func branches(
        _ name: String,
        @ConditionBuilder<Branch> _ condition: @escaping @Sendable (Branch.Fields) -> Condition<Branch>,
        _ ids: Int...
    ) -> ConformancePromise {
        branches(name) { context in
            try expectEqual(try context.fetch(Branch.where(condition)).map(\.id), ids, "branches")
        }
    }
}
