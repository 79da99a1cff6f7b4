extension ConformancePromise {
    /// All promises of the kit but those about networks, or those that ``ConformanceEffort`` selects.
    public static let all: [ConformancePromise] = lists.flatMap { $0.promises }
        .filter(ConformanceEffort.current.includes)

    /// The promises about lost connections, for a harness that has a ``ConformanceNetwork``.
    static let overNetworks: [ConformancePromise] = LostConnectionPromises.promises
        .filter(ConformanceEffort.current.includes)

    /// All lists of promises, in the order of the categories.
    private static let lists: [any PromiseList.Type] = [
        RegistrationPromises.self, AttachingPromises.self, AttachedMigrationPromises.self,
        ConfigurationPromises.self, PlacePromises.self,
        SetUpPromises.self, LifecyclePromises.self,
        RunningWorkPromises.self, SuspensionPromises.self, StackStatusPromises.self,
        DestroyingPromises.self, MovingPromises.self, MovingWorkPromises.self,
        ReopeningPromises.self, DurabilityPromises.self, CapabilityPromises.self, InterruptionPromises.self,
        RoundTripPromises.self, InvalidValuePromises.self, StructurePromises.self, KeyPromises.self,
        IdentityPromises.self,
        BasicPromises.self, ConstraintPromises.self, RelationshipPromises.self, ConnectionPromises.self,
        DeleteRulePromises.self, LoadingPromises.self, StreamPromises.self, UnitOfWorkPromises.self,
        ChildPromises.self, EditorPromises.self, TransactionPromises.self, SnapshotPromises.self,
        CommitPromises.self,
        ConflictPromises.self, SettlementPromises.self, PairPromises.self, ChildPairPromises.self,
        MergeRulePromises.self, MergePolicyPromises.self, ResolvedConflictPromises.self,
        RandomMergePromises.self,
        UnorderedStructurePromises.self, InterleavedWorkPromises.self, RefusedDeletionPromises.self,
        BulkPromises.self, BatchPromises.self,
        UndoPromises.self, UndoLimitPromises.self,
        BackgroundSavePromises.self, BackgroundSaveCoursePromises.self, RandomBackgroundSavePromises.self,
        ErrorPromises.self, UnattendedErrorPromises.self, MalformedPromises.self, SecurityPromises.self,
        FilePromises.self,
        ComparisonPromises.self, MembershipPromises.self, TextPromises.self, LogicPromises.self,
        ArithmeticPromises.self,
        PathPromises.self, QuantifierPromises.self, ScalarSortPromises.self, SortPromises.self,
        PagePromises.self, CursorPromises.self,
        AggregatePromises.self, GroupingPromises.self, GroupArrangementPromises.self, ProgramPromises.self,
        IsolationPromises.self,
        WorkPromises.self, RacedInsertPromises.self, MainContextPromises.self, StrategyPromises.self,
        SettingPromises.self, IntentPromises.self, SaveExtentPromises.self, SchemaPromises.self,
        AttributeMigrationPromises.self, ModelMigrationPromises.self, MigrationPolicyPromises.self,
        ReplacingPromises.self, OlderProgramPromises.self,
        InspectionPromises.self, CodedMigrationPromises.self, MigrationOrderPromises.self,
        DataMigrationPromises.self, MigrationProgressPromises.self, ReferenceMigrationPromises.self,
        KeptDataPromises.self, RehearsalPromises.self, RandomMigrationPromises.self,
        RandomRelationshipPromises.self,
        RelationshipRenamePromises.self, BackfillPromises.self,
        BackfillCoursePromises.self, BackfillSavingPromises.self, BackfillVersionPromises.self,
        SavedChangePromises.self, ObservedObjectPromises.self, LiveQueryPromises.self,
        LiveQueryProgramPromises.self,
        LiveAggregatePromises.self, LiveDeliveryPromises.self, SharedQueryPromises.self,
        LiveSectionPromises.self,
        LiveObjectPromises.self, ForeignSavePromises.self, ToldSavePromises.self,
        IndexPromises.self,
        LimitPromises.self,
        OperationPromises.self, ObservedFailurePromises.self, TracePromises.self, RedactionPromises.self,
        NativeQueryPromises.self, RawWritePromises.self,
        PerformancePromises.self, MillionPromises.self,
        ActionPromises.self, ActionQueuePromises.self, ActionCancellationPromises.self,
        ActionEndPromises.self,
        ActionMeasurePromises.self, ActionEventPromises.self, RandomActionPromises.self,
        AppliedSnapshotPromises.self, PairValuePromises.self, JSONPromises.self, ReconcilingPromises.self,
        ReconciledRelationshipPromises.self, BulkValuePromises.self, RandomReconciliationPromises.self,
        RacedReconciliationPromises.self,
        AttributeRulePromises.self, RuleReachPromises.self, RequiredPromises.self,
        RequiredMigrationPromises.self,
        HookPromises.self, HookRoundPromises.self, HookReachPromises.self, LoadHookPromises.self,
    ]
}
