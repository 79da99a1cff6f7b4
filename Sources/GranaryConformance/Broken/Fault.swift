package import Granary

/// One deliberate fault of a store, and the category whose promises catch it.
package struct Fault: Sendable, CustomStringConvertible {
    /// What is wrong.
    package let description: String
    /// The backend that has the fault.
    package let backend: Backend
    /// The categories that have a promise that the fault breaks.
    package let categories: [ConformanceCategory]

    init<Session: BrokenSession>(_ session: Session.Type, _ categories: ConformanceCategory...) {
        description = "\(session)"
        backend = Backend(BrokenBackend<Session>.self)
        self.categories = categories
    }

    /// A harness for the promises.
    package var harness: ConformanceHarness {
        let type = backend.type.type
        return ConformanceHarness(backend) { name, place in
            StoreConfiguration(name: name, type: type, location: place.directory, file: place.store)
        }
    }

    /// Every fault.
    package static let all: [Fault] = [
        Fault(CaseBlindEquality.self, .predicates), Fault(NormalizedEquality.self, .predicates),
        Fault(UnknownNil.self, .predicates), Fault(WildcardsInText.self, .predicates),
        Fault(NothingOfNone.self, .predicates), Fault(DuplicateRows.self, .predicates),
        Fault(NilLast.self, .sorting), Fault(TiesAscending.self, .sorting), Fault(DroppedRow.self, .sorting),
        Fault(IgnoredOffset.self, .sorting), Fault(CountOffByOne.self, .aggregates, .sorting),
        Fault(WrappingSums.self, .aggregates), Fault(CountedNil.self, .aggregates),
        Fault(EmptyTextIsNil.self, .scalars), Fault(RoundedDecimals.self, .scalars),
        Fault(RoundedIntegers.self, .scalars), Fault(WholeSeconds.self, .scalars),
        Fault(DataEndsAtZero.self, .scalars),
        Fault(LostUpdate.self, .concurrency), Fault(BlindDelete.self, .concurrency),
        Fault(IgnoredRequirements.self, .concurrency), Fault(PartialCommit.self, .transactions),
        Fault(StickyPairs.self, .relationships), Fault(DroppedNil.self, .scalars, .basics),
        Fault(NoUniqueCheck.self, .constraints), Fault(NoReferenceCheck.self, .constraints),
        Fault(MovingSnapshot.self, .transactions), Fault(StaleAfterCommit.self, .transactions),
        Fault(ReusedKeys.self, .identity), Fault(LeakyErrors.self, .errors, .security),
        Fault(UntypedErrors.self, .errors, .constraints),
        Fault(BoastfulPlans.self, .indexes), Fault(LeakyPlans.self, .security),
        Fault(EverythingMissing.self, .transactions), Fault(StandingVersions.self, .transactions),
        Fault(VagueErrors.self, .errors, .constraints),
    ]
}
