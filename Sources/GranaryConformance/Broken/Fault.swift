package import Granary

/// One deliberate fault of a store, and the category whose promises catch it.
package struct Fault: Sendable, CustomStringConvertible {
    /// A description of the fault.
    package let description: String
    /// The backend that has the fault.
    package let backend: Backend
    /// The categories that have a promise that the fault breaks.
    package let categories: [ConformanceCategory]
    /// How the names of the promises begin that have to notice the fault; any of the categories, where it is empty.
    package let name: String

    /// Whether a promise has to be checked.
    package func concerns(_ promise: ConformancePromise) -> Bool {
        categories.contains(promise.category) && promise.name.hasPrefix(name)
    }

    init<Session: BrokenSession>(
        _ session: Session.Type, _ categories: ConformanceCategory..., by name: String = ""
    ) {
        description = "\(session)"
        backend = Backend(BrokenBackend<Session>.self)
        self.categories = categories
        self.name = name
    }

    init(_ backend: any StoreBackend.Type, _ categories: ConformanceCategory..., by name: String = "") {
        description = "\(backend)"
        self.backend = Backend(backend)
        self.categories = categories
        self.name = name
    }

    /// A harness for the promises.
    package var harness: ConformanceHarness { Self.harness(backend) }

    /// A harness of stores without a fault that are watched for saves of others, as some with a fault are.
    package static var rightTelling: ConformanceHarness {
        harness(Backend(WatchedReference<RightTelling>.self))
    }

    private static func harness(_ backend: Backend) -> ConformanceHarness {
        let type = backend.type.type
        var harness = ConformanceHarness(backend) { name, place in
            StoreConfiguration(name: name, type: type, location: place.directory, file: place.store)
        }
        // The state in which a broken store leaves its place is not known.
        harness.usesStoresAgain = false
        return harness
    }

    /// Every fault.
    package static let all: [Fault] =
        [
            Fault(CaseBlindEquality.self, .predicates, by: "String? == value"),
            Fault(NormalizedEquality.self, .predicates, by: "String? == value"),
            Fault(UnknownNil.self, .predicates),
            Fault(WildcardsInText.self, .predicates, by: "contains takes %"),
            Fault(ConditionsFromTheRight.self, .predicates, by: "A condition on the left keeps"),
            Fault(FlooredRemainder.self, .predicates, by: "A remainder has the sign"),
            Fault(HalvesToEven.self, .predicates, by: "Decimals round halves"),
            Fault(SmallerWithoutNil.self, .predicates, by: "The smaller of two integers"),
            Fault(LastChoice.self, .predicates, by: "The value of the first condition"),
            Fault(CountedBytes.self, .predicates, by: "The number of scalars"),
            Fault(LostWords.self, .predicates, by: "A search for two words"),
            Fault(NilSumOfNothing.self, .predicates, by: "A sum over nothing is 0"),
            Fault(UnfilteredMembers.self, .predicates, by: "Extremes with conditions"),
            Fault(AscendingTies.self, .predicates, by: "Ties in a descending order"),
            Fault(NumberedYears.self, .predicates, by: "A difference in whole years"),
            Fault(RowsOfAnotherOwner.self, .predicates, by: "Lists of rows"),
            Fault(RealParts.self, .structures, by: "An integer beyond 53 bits"),
            Fault(EmptyParts.self, .structures, by: "A missing part is nil"),
            Fault(AllElements.self, .structures, by: "A list in the structures of a list"),
            Fault(UnfilteredAggregates.self, .aggregates),
            Fault(NothingOfNone.self, .predicates, by: "All, with a condition"),
            Fault(DuplicateRows.self, .predicates, by: "Any, with a condition"),
            Fault(NilLast.self, .sorting), Fault(TiesAscending.self, .sorting),
            Fault(DroppedRow.self, .sorting),
            Fault(IgnoredOffset.self, .sorting), Fault(CountOffByOne.self, .aggregates, .sorting),
            Fault(WrappingSums.self, .aggregates), Fault(CountedNil.self, .aggregates),
            Fault(BothForEither.self, .aggregates), Fault(IgnoredGroupCondition.self, .aggregates),
            Fault(EmptyTextIsNil.self, .scalars), Fault(RoundedDecimals.self, .scalars),
            Fault(RoundedIntegers.self, .scalars), Fault(WholeSeconds.self, .scalars),
            Fault(DataEndsAtZero.self, .scalars),
            Fault(LostUpdate.self, .concurrency), Fault(BlindDelete.self, .concurrency),
            Fault(IgnoredRequirements.self, .concurrency), Fault(PartialCommit.self, .transactions),
            Fault(StickyPairs.self, .relationships), Fault(DroppedNil.self, .scalars, .basics),
            Fault(NoUniqueCheck.self, .constraints), Fault(NoReferenceCheck.self, .constraints),
            Fault(MovingSnapshot.self, .transactions), Fault(StaleAfterCommit.self, .transactions),
            Fault(ReusedKeys.self, .identity, by: "A deleted key is not assigned again"),
            Fault(LeakyErrors.self, .errors, .security),
            Fault(UntypedErrors.self, .errors, .constraints),
            Fault(BoastfulPlans.self, .indexes),
            Fault(StaleFoldedColumn.self, .indexes, by: "An index without case follows insertions"),
            Fault(StaleFoldedColumn.self, .indexes, by: "An index without case follows batches"),
            Fault(LeakyPlans.self, .security),
            Fault(EverythingMissing.self, .transactions), Fault(StandingVersions.self, .transactions),
            Fault(VagueErrors.self, .errors, .constraints),
            Fault(VisibleStaging.self, .transactions, by: "Staged changes are invisible"),
            Fault(ForgetfulStore.self, .lifecycle, by: "Saved objects are there when"),
            Fault(DeafInterrupter.self, .capabilities, by: "A commit that is interrupted half-way"),
            Fault(DeafInterrupter.self, .capabilities, by: "A long call is interrupted"),
            Fault(DeafInterrupter.self, .capabilities, by: "An interruption while rows are read"),
            Fault(DeafInterrupter.self, .capabilities, by: "An interruption just before a call"),
            Fault(EagerStreams.self, .indexes, by: "The first three of a stream"),
            Fault(AcknowledgedUnwritten.self, .lifecycle, by: "A save is written before it is acknowledged"),
            Fault(TouchingInspection.self, .migrations, by: "Looking at a store changes no byte"),
            Fault(LeftSideFile.self, .lifecycle, by: "Destroying removes every file"),
        ] + notices

    /// Faults in the reports of saves to observers.
    private static let notices: [Fault] = [
        Fault(WatchedReference<LostNotice>.self, .observation, by: "Every save of others is told"),
        Fault(WatchedReference<DoubledNotice>.self, .observation, by: "A store does not take its own saves"),
        Fault(WatchedReference<EarlyNotice>.self, .observation, by: "What others have saved can be read"),
        Fault(FallingNumbers.self, .observation, by: "Saves are told with their author"),
        Fault(StandingVersions.self, .observation, by: "Saves are told with their author"),
        Fault(SnapshotBehind.self, .observation, by: "A snapshot has the save that was just told"),
        Fault(WatchedReference<StrayNotice>.self, .sharing, by: "What others save in a watched store"),
        Fault(MistakenPlace.self, .sharing, by: "A save in a store of one's own is told to no other"),
        Fault(MistakenPlace.self, .sharing, by: "A store at a place of its own"),
        Fault(WanderingPlace.self, .sharing, by: "A store that two stacks attach at one place is open once"),
    ]
}
