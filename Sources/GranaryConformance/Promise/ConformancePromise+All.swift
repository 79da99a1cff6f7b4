extension ConformancePromise {
    /// Every promise of the kit.
    public static let all: [ConformancePromise] = lists.flatMap { $0.promises }

    /// Every list of promises, in the order of the categories.
    private static let lists: [any PromiseList.Type] = [
        RoundTripPromises.self, InvalidValuePromises.self, StructurePromises.self, KeyPromises.self,
        IdentityPromises.self,
        BasicPromises.self, ConstraintPromises.self, RelationshipPromises.self, ConnectionPromises.self,
        DeleteRulePromises.self, LoadingPromises.self, StreamPromises.self, UnitOfWorkPromises.self,
        ChildPromises.self, TransactionPromises.self, ConflictPromises.self, BulkPromises.self,
        BatchPromises.self, UndoPromises.self,
        SecurityPromises.self,
        ComparisonPromises.self, MembershipPromises.self, TextPromises.self, LogicPromises.self,
        ArithmeticPromises.self,
        PathPromises.self, QuantifierPromises.self, ScalarSortPromises.self, SortPromises.self,
        PagePromises.self,
        AggregatePromises.self, GroupingPromises.self,
        GroupArrangementPromises.self,
    ]
}
