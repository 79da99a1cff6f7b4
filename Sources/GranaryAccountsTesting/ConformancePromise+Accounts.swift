public import GranaryConformance

extension ConformancePromise {
    /// The promises of accounts, which every store has to let them keep.
    public static let ofAccounts: [ConformancePromise] = lists.flatMap { $0.promises }
        .filter(ConformanceEffort.current.includes)

    private static let lists: [any AccountPromiseList.Type] = [
        OpenAccountPromises.self, AccountPlacePromises.self, AccountSetUpPromises.self,
        ForgettingPromises.self, ErasurePromises.self, SignInPromises.self, RestoredSignInPromises.self,
        CredentialPromises.self,
        LateAnswerPromises.self, SharedCredentialPromises.self, SecretPromises.self,
        CurrentAccountPromises.self, RestoredAccountPromises.self, GuestPromises.self, FollowingPromises.self,
        LimitPromises.self, LifetimePromises.self, PurgingPromises.self, PurgingAllPromises.self,
        AccountModulePromises.self, ModuleRestPromises.self, ModuleStatePromises.self,
        ModuleFailurePromises.self, ModuleOrderPromises.self, EditedRecordPromises.self,
        AccountReportPromises.self,
        LostAccountPromises.self, LostGuestPromises.self, IsolationPromises.self,
    ]
}
