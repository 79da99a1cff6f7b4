public import GranaryConformance

extension ConformancePromise {
    /// The promises of accounts, which every store has to let them keep.
    public static let ofAccounts: [ConformancePromise] = (promisesOfStores + promisesOfCore)
        .filter(ConformanceEffort.current.includes)

    /// What depends on how a backend opens, closes, shares, moves and erases stores.
    private static let promisesOfStores = storeLists.flatMap { $0.promises }

    /// What the core does with any store; most harnesses check a sample of it.
    private static let promisesOfCore = coreLists.flatMap { $0.promises }.map { promise in
        var promise = promise
        promise.isOfCore = true
        return promise
    }

    private static let storeLists: [any AccountPromiseList.Type] = [
        OpenAccountPromises.self, AccountPlacePromises.self, AccountSetUpPromises.self,
        ForgettingPromises.self, ErasurePromises.self, SharedCredentialPromises.self,
        RestoredAccountPromises.self, GuestPromises.self, LimitPromises.self, LifetimePromises.self,
        PurgingPromises.self, PurgingAllPromises.self, EditedRecordPromises.self, AccountReportPromises.self,
        LostAccountPromises.self, LostGuestPromises.self, IsolationPromises.self,
    ]

    private static let coreLists: [any AccountPromiseList.Type] = [
        SignInPromises.self, RestoredSignInPromises.self, CredentialPromises.self, LateAnswerPromises.self,
        SecretPromises.self, CurrentAccountPromises.self, FollowingPromises.self, AccountModulePromises.self,
        ModuleRestPromises.self, ModuleStatePromises.self, ModuleFailurePromises.self,
        ModuleOrderPromises.self,
    ]
}
