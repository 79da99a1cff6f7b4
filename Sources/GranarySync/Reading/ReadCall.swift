import FoundationEssentials
import Granary

/// A call that reads: which of the store and the server it asks, by its policy.
struct ReadCall<M: Model, R: ReadAnswer>: Sendable {
    let core: RepositoryCore
    let target: ReadTarget<M>
    let policy: ReadPolicy
    let maxAge: Duration?
    /// What the caller may have.
    let right: AccessRight
    /// Reads the answer in a context.
    let read: @Sendable (ReadTarget<M>, QueryDigest?, AnswerAge, Context) throws -> R
    /// Whether a contract says which values are whole enough.
    var isJudged = false
    /// The answer as the server has served it, without the store; `nil` where there is none of this kind.
    var passed: (@Sendable () async throws -> R)?

    /// The answer.
    ///
    /// - Throws: as ``Repository/fetch(_:_:maxAge:)``.
    nonisolated(nonsending) func answer() async throws -> R {
        let found = try await found()
        // The right may have ended during the last wait.
        try right.require(.local)
        return found
    }

    private nonisolated(nonsending) func found() async throws -> R {
        switch policy.rule {
        case .local: return try await here()
        case .remote: return try await asked(target)
        case .remoteOrLocal: return try await asked(target, orElse: nil)
        case .localOrRemote, .localThenRemote:
            var here = try await here()
            guard isEnough(here) else {
                return try await asked(missing(here), orElse: here)
            }
            if policy.rule == .localThenRemote, core.captures(M.self) {
                here.state.error = core.behind.take(core.digest(of: target))
                core.askBehind(target, policy, right)
            }
            return here
        }
    }

    /// The page that a source has said to follow, with everything that the store has of the query.
    nonisolated(nonsending) func answer(_ page: PageStart) async throws -> R {
        let served = try await core.ask(target, policy, right, page: page)
        return try await answer(after: served)
    }

    /// Whether the policy asks for no more than what is here; a model that is not synced has no more anywhere.
    func isEnough(_ here: R) -> Bool {
        here.state.isComplete || policy.acceptsAnyRow && here.hasObjects || !core.captures(M.self)
    }

    /// The answer of the store.
    nonisolated(nonsending) func here(_ age: AnswerAge? = nil) async throws -> R {
        try right.require(.local)
        // A contract is asked about what the store has, as it is now.
        var cached = isJudged ? nil : CachedReading(target, core.caches)
        if let answer = cached?.answer as? R { return answer }
        let age = age ?? AnswerAge(maxAge, now: core.times.now())
        let (read, target, digest, right) = (read, target, core.queryDigest(of: target), right)
        cached?.begin(digest)
        let found = try await core.stack.performOnStores(RepositoryCore.readingOptions) {
            try right.require(.local)
            return try read(target, digest, age, $0)
        }
        if let cached, let answer = found as? Answer<M> {
            core.reach(.afterReading)
            cached.keep(answer)
        }
        try right.require(.local)
        return found
    }

    /// What the server is asked for if the store has a part.
    private func missing(_ here: R) -> ReadTarget<M> {
        guard case .keys(let keys) = target, let found = here as? Answer<M> else { return target }
        let present = Set(found.map(\.objectID.key.objectKey)).subtracting(found.state.lacking)
        return .keys(keys.filter { !present.contains($0) })
    }

    private nonisolated(nonsending) func asked(_ target: ReadTarget<M>) async throws -> R {
        if policy.extra == .passThrough, let passed { return try await passed() }
        return try await answer(after: try await core.ask(target, policy, right))
    }

    private nonisolated(nonsending) func answer(after served: ServedAnswer) async throws -> R {
        var answer = try await here(.any)
        answer.take(served)
        return answer
    }

    /// Asks the server; where it cannot be reached, or may not be asked, the answer is what the store has.
    private nonisolated(nonsending) func asked(_ missing: ReadTarget<M>, orElse found: R?) async throws -> R {
        let problem: GranaryError
        if let known = core.connectionProblem(of: M.self) {
            core.askBehind(missing, policy, right)
            problem = known
        } else {
            do { return try await asked(missing) } catch let error as GranaryError
                where error.code == .unavailable || error.code == .accessDenied
            {
                problem = error
            } catch  where policy.answersAfterErrors && !Task.isCancelled {
                problem = GranaryError.ofServer(error)
            }
        }
        var answer: R
        if let found { answer = found } else { answer = try await here() }
        answer.state.error = problem
        return answer
    }
}

extension ReadCall where R == Answer<M> {
    /// A call with objects as its answer.
    init(
        _ core: RepositoryCore, _ target: ReadTarget<M>, _ policy: ReadPolicy, _ maxAge: Duration?,
        _ terms: ReadTerms
    ) {
        let (right, judge) = (core.right(to: target, terms), terms.contract.judge(target))
        self.init(
            core: core, target: target, policy: policy, maxAge: maxAge, right: right,
            read: { try $0.answer($1, $2, judge, in: $3) }, isJudged: judge != nil,
            passed: { try await core.passThrough(target, right, judge) })
    }
}

extension ReadAnswer {
    /// Takes over what the server has said besides the rows.
    mutating func take(_ served: ServedAnswer) {
        state.isRemote = true
        state.next = served.next
        state.metadata = served.metadata
        state.rowMetadata = served.rowMetadata
    }
}

extension GranaryError {
    /// The error of a server as one of these.
    static func ofServer(_ error: any Error) -> GranaryError {
        error as? GranaryError
            ?? GranaryError(.engine, "The server has answered with an error.", cause: error)
    }
}
