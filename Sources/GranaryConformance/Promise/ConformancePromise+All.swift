extension ConformancePromise {
    /// All promises of the kit but those about networks, or those that ``ConformanceEffort`` selects.
    public static let all: [ConformancePromise] = ofStores + ofCore

    /// What a store must keep: each of these depends on the backend.
    public static let ofStores: [ConformancePromise] = storeLists.flatMap { $0.promises }
        .filter(ConformanceEffort.current.includes)

    /// What the core promises over any store: live queries, actions, values, rules and hooks, notices of stacks that share.
    ///
    /// A store that keeps ``ofStores`` can hardly break them, so a harness checks a sample of them unless
    /// ``ConformanceHarness/provesCore`` is true.
    public static let ofCore: [ConformancePromise] = coreLists.flatMap { $0.promises }
        .map { promise in
            var promise = promise
            promise.isOfCore = true
            return promise
        }
        .filter(ConformanceEffort.current.includes)

    /// The promises about lost connections, for a harness that has a ``ConformanceNetwork``.
    static let overNetworks: [ConformancePromise] =
        (LostConnectionPromises.promises + LostMigrationPromises.promises)
        .filter(ConformanceEffort.current.includes)

    /// Whether the promise is in the fixed sample of about a sixth.
    ///
    /// The name alone decides (by FNV-1a), so that a new promise changes nothing for the others.
    var isInSample: Bool {
        let hash = description.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return (hash >> 32).isMultiple(of: 6)
    }

    /// The lists of ``ofStores``, in the order of the categories.
    private static let storeLists: [any PromiseList.Type] = [
        RegistrationPromises.self, AttachingPromises.self, AttachedMigrationPromises.self,
        JoiningPromises.self, ConfigurationPromises.self, PlacePromises.self, MissingStorePromises.self,
        SetUpPromises.self,
        LifecyclePromises.self, RunningWorkPromises.self, SuspensionPromises.self, StackStatusPromises.self,
        RestingPromises.self, RestingUsePromises.self, RestingLifePromises.self, RandomRestPromises.self,
        DestroyingPromises.self, MovingPromises.self, MovingWorkPromises.self, ReopeningPromises.self,
        DurabilityPromises.self, DamagedFilePromises.self, LostFilePromises.self, CapabilityPromises.self,
        InterruptionPromises.self, RoundTripPromises.self, InvalidValuePromises.self, TimePromises.self,
        StructurePromises.self, KeyPromises.self, IdentityPromises.self, BasicPromises.self,
        ConstraintPromises.self, RelationshipPromises.self, ConnectionPromises.self,
        DeleteRulePromises.self, PairCascadePromises.self, LoadingPromises.self, StreamPromises.self,
        UnitOfWorkPromises.self, ChildPromises.self, EditorPromises.self, TransactionPromises.self,
        JoinedSavePromises.self,
        SnapshotPromises.self, CommitPromises.self, ConflictPromises.self, SettlementPromises.self,
        PairPromises.self, ChildPairPromises.self, ReplacedKeyPromises.self, MovedMemberPromises.self,
        AddedMemberPromises.self, MergeRulePromises.self, MergePolicyPromises.self,
        GivenUpPromises.self,
        ResolvedConflictPromises.self, ResolvedSnapshotPromises.self, RandomMergePromises.self,
        StructurePartPromises.self, StructureListPromises.self, SetPartPromises.self,
        UnorderedStructurePromises.self, InterleavedWorkPromises.self, RefusedDeletionPromises.self,
        BulkPromises.self, BatchPromises.self, GoneObjectPromises.self, UndoPromises.self,
        UndoLimitPromises.self, BackgroundSavePromises.self, BackgroundSaveOrderPromises.self,
        BackgroundSaveRecoveryPromises.self, RandomBackgroundSavePromises.self, ErrorPromises.self,
        UnattendedErrorPromises.self, MalformedPromises.self,
        UnreadableRowPromises.self, SecurityPromises.self, FilePromises.self,
        ComparisonPromises.self, BeyondPromises.self, MembershipPromises.self, TextPromises.self,
        LogicPromises.self, ConditionLinePromises.self, ArithmeticPromises.self,
        CheckedArithmeticPromises.self,
        NumberFunctionPromises.self, ChoicePromises.self, TextFunctionPromises.self,
        TextSearchPromises.self, DateFunctionPromises.self, PathPromises.self,
        QuantifierPromises.self, MemberAggregatePromises.self, FirstMemberPromises.self,
        IdentityColumnPromises.self, SingleObjectPromises.self, SelectedValuePromises.self,
        NestedRowPromises.self, SelectedObjectPromises.self, RandomListPromises.self,
        ModelFilterPromises.self, LiftedFilterPromises.self, FilterReachPromises.self,
        SubqueryPromises.self, QuerySetPromises.self, QueryAlgebraPromises.self, OptionalSidePromises.self,
        JoinPromises.self, LeftJoinPromises.self,
        JoinResultPromises.self,
        OuterObjectPromises.self, CorrelatedQueryPromises.self, BestOfGroupPromises.self,
        ScalarSortPromises.self, SortPromises.self, PagePromises.self, CursorPromises.self,
        RelatedPagePromises.self, AggregatePromises.self, GroupingPromises.self,
        FilteredAggregatePromises.self,
        GroupArrangementPromises.self, DistinctPromises.self, ProgramPromises.self,
        DeepExpressionPromises.self, IsolationPromises.self, WorkPromises.self, CancelledWorkPromises.self,
        SuspendedCrowdPromises.self, ActorContextPromises.self, CrowdedReaderPromises.self,
        ActionRoutePromises.self, SwitchedSavePromises.self, InstancePromises.self, RacedBatchPromises.self,
        RacedContextPromises.self, RacedInsertPromises.self, MainContextPromises.self,
        StrategyPromises.self, SettingPromises.self, IntentPromises.self, ObjectStatusPromises.self,
        SaveExtentPromises.self,
        SchemaPromises.self, AttributeMigrationPromises.self, ModelMigrationPromises.self,
        MigrationPolicyPromises.self, ReplacingPromises.self, OlderProgramPromises.self,
        OlderReaderPromises.self, InspectionPromises.self, RecordWritingPromises.self,
        CodedMigrationPromises.self, LookupMigrationPromises.self, MigrationOrderPromises.self,
        RacedMigrationPromises.self, DataMigrationPromises.self, MigrationProgressPromises.self,
        ReferenceMigrationPromises.self, KeptDataPromises.self, RehearsalPromises.self,
        RandomMigrationPromises.self, RandomRelationshipPromises.self, RandomNamePromises.self,
        ReusedNamePromises.self, PairNamePromises.self, FollowedKeyPromises.self, RewrittenRowPromises.self,
        FoldedMigrationPromises.self,
        RelationshipRenamePromises.self, BackfillPromises.self, BackfillProgressPromises.self,
        BackfillSavingPromises.self, BackfillVersionPromises.self, SavedChangePromises.self,
        ObservedObjectPromises.self, SaveOrderPromises.self, LateSavePromises.self, LiveStorePromises.self,
        ExchangedStorePromises.self, LiveExchangePromises.self, ForeignSavePromises.self,
        ToldSavePromises.self, IndexPromises.self, FoldedIndexPromises.self, ExplainingPromises.self,
        LimitPromises.self,
        IndexedValuePromises.self,
        OperationPromises.self,
        ObservedFailurePromises.self, StoreLogPromises.self, TracePromises.self, RedactionPromises.self,
        NativeQueryPromises.self, NativeWritePromises.self,
        RawWritePromises.self, PerformancePromises.self, MillionPromises.self, HardValuePromises.self,
        RacedReconciliationPromises.self, RequiredMigrationPromises.self, SharedStorePromises.self,
        SharedOpeningPromises.self, SharedLifePromises.self, SharedOrderPromises.self,
        SharedFaultPromises.self,
    ]

    /// The lists of ``ofCore``.
    private static let coreLists: [any PromiseList.Type] = [
        LiveQueryPromises.self, LiveQueryProgramPromises.self, LiveLimitPromises.self,
        LiveAggregatePromises.self, LiveDeliveryPromises.self, SharedQueryPromises.self,
        LiveSectionPromises.self, LiveObjectPromises.self, LiveProportionPromises.self, ActionPromises.self,
        ActionQueuePromises.self, ActionCancellationPromises.self, ActionEndPromises.self,
        ActionMeasurePromises.self, ActionEventPromises.self, RandomActionPromises.self,
        AppliedSnapshotPromises.self, PairValuePromises.self, JSONPromises.self, ReconcilingPromises.self,
        ReconciledRelationshipPromises.self, BulkValuePromises.self, RandomReconciliationPromises.self,
        AttributeRulePromises.self, AskedRulePromises.self, RuleReachPromises.self,
        RequiredPromises.self, RemovedMemberPromises.self, HookPromises.self,
        HookRoundPromises.self, HookReachPromises.self, SaveHookPromises.self, LoadHookPromises.self,
        SharedNoticePromises.self,
        SharedContextPromises.self, SharedLivePromises.self, SharedThreadPromises.self,
    ]
}
