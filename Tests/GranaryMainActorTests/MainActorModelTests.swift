import FoundationEssentials
import Granary
import Testing

nonisolated struct Address: Codable, Sendable, Equatable { var street: String }
enum Grade: String { case low, high }

// This module puts everything on the main actor that does not say otherwise. Models do not end up there.

@Model final class Member {
    var id: UUID
    @Attribute(.satisfies("isName")) var name: String
    var grade: Grade = .low
    var address: Address?
    @Relationship var club: Club?
    @Transient var note = ""

    nonisolated static func isName(_ text: String) -> Bool { !text.isEmpty }
}

nonisolated extension Member: WillSave, ValidatedModel {
    func willSave(_ save: ModelSave) { note = "saved" }
    func validate(for change: ModelChange) -> [RuleFailure] { [] }
}

@Model final class Club {
    @Attribute(.primaryKey) var town: String
    @Attribute(.primaryKey) var founded: Int
    @Relationship(inverse: \Member.club) var members: ToMany<Member>
}

/// Uses models, their predicates and their snapshots away from the main actor.
nonisolated func useModels() -> (query: Query<Member>, snapshot: Member.Snapshot, key: Club.Key) {
    let member = Member(name: "Ada", address: Address(street: "High"))
    member.name += "!"
    member.grade = .high
    member.note = "x"
    let club = Club(town: "Bern", founded: 1900)
    return (Member.where { $0.club.town == "Bern" && $0.grade == .high }, member.snapshot, club.objectKey)
}

@Suite struct MainActorModelTests {
    @Test func modelsWorkOffTheMainActor() async {
        let used = await Task.detached { useModels() }.value
        #expect(used.snapshot.name == "Ada!" && used.snapshot.grade == .high)
        #expect(used.query.problem == nil && used.key.town == "Bern")
    }

    @Test func modelsWorkOnTheMainActor() {
        #expect(useModels().snapshot.address?.street == "High")
    }
}
