import Granary
import Testing

@testable import GranaryObjects

/// Every transition of an object's state, from every phase.
@Suite struct ObjectTableTests {
    /// A transition, as the table in the documentation of ``ObjectTable`` names it.
    private enum Transition: String, CaseIterable {
        case insert, load, attach, update, markChanged, setChanges, discardChanges, invalidate, markDeleted
        case replaceDeleted, revive, insertAgain, keepStored, markSaved, detach

        /// Where it leads to from a phase; `nil` where it is refused.
        func end(from phase: ObjectPhase, isBeingSaved: Bool) -> ObjectPhase? {
            switch (self, phase) {
            case (.markDeleted, .inserted) where isBeingSaved: .deleted
            case (.revive, .deleted) where isBeingSaved: .inserted
            case (.insert, .transient), (.insert, .detached), (.insertAgain, .stored): .inserted
            case (.load, .transient), (.attach, .stored), (.update, .stored), (.revive, .deleted),
                (.markSaved, .inserted),
                (.markSaved, .stored), (.keepStored, .inserted):
                .stored
            case (.markChanged, .stored), (.setChanges, .stored), (.discardChanges, .stored),
                (.invalidate, .stored):
                .stored
            case (.markChanged, .deleted), (.setChanges, .deleted), (.discardChanges, .deleted),
                (.invalidate, .deleted), (.markDeleted, .stored), (.replaceDeleted, .deleted):
                .deleted
            case (.detach, .inserted), (.detach, .stored), (.detach, .deleted): .detached
            default: nil
            }
        }
    }

    private let schema: Schema
    private let table: ObjectTable
    private let batch: LoadBatch

    init() throws {
        schema = try Schema("Phases", models: [Player.self, Team.self, Contract.self, Trophy.self, Tag.self])
        table = ObjectTable(try #require(schema.entity("Team")))
        batch = LoadBatch(link: GraphLink(nil), entity: table.entity)
    }

    @Test(arguments: ObjectPhase.allCases, [false, true])
    func everyTransitionIsCarriedOutOrRefused(_ phase: ObjectPhase, isBeingSaved: Bool) throws {
        // A load has no other phase to begin with: see the next test.
        for transition in Transition.allCases where transition != .load || phase == .transient {
            let team = try made(phase, code: "\(transition.rawValue)")
            if isBeingSaved { table.setBeingSaved(Team._writtenObjects(among: [team])) }
            let before = team._objectState
            let isDone = carryOut(transition, team)
            let label: Comment = "\(transition.rawValue) from \(phase), being saved: \(isBeingSaved)"
            let end = transition.end(from: phase, isBeingSaved: isBeingSaved)
            #expect(isDone == (end != nil), label)
            #expect(team._objectState.phase == end ?? phase, label)
            check(team, label)
            if isDone { continue }
            #expect(
                team._objectState.version == before.version && team._objectState.slot == before.slot, label)
            #expect(team._objectState.changes === before.changes, label)
            #expect(team._objectState.isTouched == before.isTouched, label)
        }
    }

    @Test func aLoadOfAnObjectThatWasNotJustMadeStopsADebugBuild() async {
        await #expect(processExitsWith: .failure) {
            let tests = try ObjectTableTests()
            let team = try tests.made(.inserted, code: "A")
            tests.table.load(team, &team._objectState, team.objectKey.keyBits, version: 3, into: tests.batch)
        }
    }

    @Test func aDeletedObjectIsFoundAgainWhenTheOneWithItsKeyLeaves() throws {
        let (old, new) = (try made(.deleted, code: "A"), Team(code: "A", name: "New"))
        #expect(table.replaceDeleted(old))
        #expect(table.insert(new, &new._objectState, new.objectKey.keyBits, into: batch))
        #expect(table.replaced(old.objectKey.keyBits) === old)
        table.detach(new)
        #expect(table.object(old.objectKey.keyBits, as: Team.self) === old)
        #expect(table.replaced(old.objectKey.keyBits) == nil && new._objectState.phase == .detached)
        check(old, "after the new one has left")
    }

    @Test func anObjectIsSetBackToAnEarlierMoment() throws {
        let team = try made(.stored, code: "A")
        let earlier = team._objectState
        table.markDeleted(team)
        table.setBack(team, to: earlier, nil)
        #expect(team._objectState.phase == .stored && !team._objectState.isTouched && !table.hasChanges)
        table.detach(team)
        table.setBack(team, to: earlier, nil)
        #expect(table.object(team.objectKey.keyBits, as: Team.self) === team)
        check(team, "set back after it had left")
    }

    @Test func everythingLeavesAtOnce() throws {
        let teams = try ObjectPhase.allCases.map { try made($0, code: "\($0)") }
        table.detachAll()
        for team in teams where team._objectState.phase != .transient {
            #expect(team._objectState.phase == .detached && team._objectState.batch == nil)
        }
        #expect(table.map.count == 0 && table.touched.isEmpty && !table.hasChanges)
    }

    /// An object in a phase, in the table where it belongs there.
    private func made(_ phase: ObjectPhase, code: String) throws -> Team {
        let team = Team(code: code, name: "n")
        let bits = team.objectKey.keyBits
        switch phase {
        case .transient: break
        case .inserted: _ = table.insert(team, &team._objectState, bits, into: batch)
        case .stored, .deleted:
            table.load(team, &team._objectState, bits, version: 3, into: batch)
            if phase == .deleted { table.markDeleted(team) }
        case .detached:
            table.load(team, &team._objectState, bits, version: 3, into: batch)
            table.detach(team)
        }
        #expect(team._objectState.phase == phase)
        return team
    }

    private func carryOut(_ transition: Transition, _ team: Team) -> Bool {
        switch transition {
        case .insert: return table.insert(team, &team._objectState, team.objectKey.keyBits, into: batch)
        case .load:
            table.load(team, &team._objectState, team.objectKey.keyBits, version: 3, into: batch)
            return true
        case .attach: return ObjectTable.attach(&team._objectState, to: batch)
        case .update: return ObjectTable.update(&team._objectState, to: 9)
        case .markChanged:
            return ObjectTable.markChanged(
                &team._objectState, 1, in: ChangeRecord(original: team.snapshot, PropertySet()))
        case .setChanges: return table.setChanges(of: team, to: nil, from: 8)
        case .discardChanges: return table.discardChanges(of: team)
        case .invalidate: return table.invalidate(team)
        case .markDeleted: return table.markDeleted(team)
        case .replaceDeleted: return table.replaceDeleted(team)
        case .revive: return table.revive(team)
        case .insertAgain: return table.insertAgain(team)
        case .keepStored: return table.keepStored(team, ChangeRecord(original: team.snapshot, PropertySet()))
        case .markSaved: return ObjectTable.markSaved(&team._objectState, at: 7)
        case .detach: return table.detach(team)
        }
    }

    /// What holds of every object, whatever has become of it.
    private func check(_ team: Team, _ label: Comment) {
        let state = team._objectState
        let bits = team.objectKey.keyBits
        let isFound = table.object(bits, as: Team.self) === team
        let isReplaced = table.replaced(bits) === team
        #expect(isFound == (!state.isOutside && !isReplaced), label)
        if isFound { #expect(table.map.object(at: state.slot) === team, label) }
        if state.isOutside { #expect(state.changes == nil && !state.isTouched, label) }
        let isListed = table.touched.contains { $0 === team }
        #expect(!state.isTouched || isListed, label)
        if state.phase == .inserted || state.phase == .deleted { #expect(isListed, label) }
    }
}
