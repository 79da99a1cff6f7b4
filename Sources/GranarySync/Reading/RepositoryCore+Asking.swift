import FoundationEssentials
import Granary

/// Asking a server, and storing what it serves.
extension RepositoryCore {
    /// Asks the server without a caller that waits; errors other than a missing connection or a missing
    /// right are reported.
    func askBehind<M: Model>(_ target: ReadTarget<M>, _ policy: ReadPolicy, _ right: AccessRight) {
        if policy.extra == .passThrough { return }
        Task {
            let digest = digest(of: target)
            do {
                try await ask(target, policy, right)
                if let digest { behind.note(nil, digest) }
            } catch let error as GranaryError
                where error.code == .unavailable || error.code == .accessDenied
            {
            } catch {
                if let digest { behind.note(GranaryError.ofServer(error), digest) }
                report(error, during: .refreshing, "The rows of a query could not be refreshed.")
            }
        }
    }

    /// Asks the server, and stores what it serves in one save.
    ///
    /// - Throws: as ``Repository/fetch(_:_:maxAge:)``.
    @discardableResult
    nonisolated(nonsending) func ask<M: Model>(
        _ target: ReadTarget<M>, _ policy: ReadPolicy, _ right: AccessRight, page: PageStart? = nil,
        isNoted: Bool = true
    ) async throws -> ServedAnswer {
        try right.require(.all)
        let entity = try requireServed(target)
        var request = target.request
        request.isReload = policy.reloads
        request.page = page?.page
        let digest = QueryDigest(request, entity, in: stack.schema).own
        let parts = [
            digest, policy.extra.rawValue, policy.reloads ? "reloaded" : nil,
            page?.page.base64EncodedString(), right.identity, isNoted ? nil : "again",
        ]
        let name = parts.compactMap { $0 }.joined(separator: " ")
        let asked = request
        let extra = policy.extra
        let shared = SharedReading.present(of: self)
        if let answer = shared?.answer(name) { return answer }
        let answer = try await requests.run(name) { [self] in
            // Another call of the group may have come to its end since.
            if let answer = shared?.answer(name) { return answer }
            let answer = try await serve(
                asked, as: isNoted ? digest : nil, of: entity, from: page, right
            ) { payload, merge in
                guard page == nil, let query = target.query else { return }
                try AbsentRows(query: query, extra: extra).settle(after: payload, merge)
            }
            shared?.note(answer, name)
            return answer
        }
        shared?.note(answer, name)
        try right.require(.all)
        return answer
    }

    /// The entity of what a server can be asked for.
    ///
    /// - Throws: ``GranaryError/Code/unsupported``, and the fault of the query.
    func requireServed<M: Model>(_ target: ReadTarget<M>) throws -> Entity {
        let entity = try synced(M.self)
        guard case .query(let query) = target else { return entity }
        if let problem = query.problem { throw problem }
        if query.cursor != nil {
            throw Self.unsupported(
                "A server cannot be asked for the rest of a page that the store has begun; ask it with an offset, or fetch the page with the policy `.local`.",
                M.self)
        }
        return entity
    }

    /// Asks the server of a request's model, and once more with other credentials if it does not accept those of the first
    /// time; an answer that the one object of the request does not exist is empty.
    nonisolated(nonsending) func served(
        _ request: RemoteRequest, _ right: AccessRight
    ) async throws -> RemotePayload {
        guard let entity = stack.schema.entity(request.model) else { return RemotePayload() }
        let slot = try source(of: entity)
        do {
            return try await reporting(
                to: stack.observer, waiting: Operation(.ask, of: request.model), rows: \.rowCount
            ) {
                try await slot.ask(right) { source in
                    try await LeavableWork.run { try await source.fetch(request) }
                }
            }
        } catch let failure as RemoteFailure
            where failure.saysAbsent(request)
        { return RemotePayload() }
    }

    private nonisolated(nonsending) func serve(
        _ asked: RemoteRequest, as digest: String?, of entity: Entity, from page: PageStart?,
        _ right: AccessRight,
        _ finish: @escaping @Sendable (RemotePayload, ServedMerge) throws -> Void
    ) async throws -> ServedAnswer {
        let number = settled.beginRequest()
        defer { settled.endRequest(number) }
        let own = identity
        let mayBeUnchanged = !asked.isReload && page == nil
        let (start, tag) = try await stack.performOnStores(Self.readingOptions) { context in
            let known =
                try mayBeUnchanged ? digest.flatMap { try context.object(ObjectID<SyncQuery>($0)) } : nil
            // An answer that says that nothing has changed would not show what some objects are.
            let isKnown = try known?.isWhole == true && !SyncGap.hasStaleObjects(entity, in: context)
            return (try RequestStart(context, own), isKnown ? known?.tag : nil)
        }
        var request = asked
        request.tag = tag
        let sent = request
        let payload = try await completed(try await self.asked(sent, right), right)
        if payload.isUnchanged, tag == nil {
            throw GranaryError(
                .malformed,
                "The source says that the answer is unchanged, although it was asked without a tag; have it answer so only to a request with one.",
                context: .init(entity: entity.name))
        }
        reach(.beforeMerging)
        let record = ServedRecord(
            digest: digest, request: sent, entity: entity, page: page, now: times.now(), rule: rule)
        let answer = try await store(payload, record, since: number, start, right) { try finish(payload, $0) }
        reach(.afterMerging)
        return answer
    }

    private nonisolated(nonsending) func store(
        _ payload: RemotePayload, _ record: ServedRecord, since number: Int, _ start: RequestStart,
        _ right: AccessRight, _ finish: @escaping @Sendable (ServedMerge) throws -> Void
    ) async throws -> ServedAnswer {
        let (rule, settled, doubts, observer) = (rule, settled, doubts, stack.observer)
        let model = record.entity.name
        return try await merging { context in
            // Nothing is stored that was fetched under a right that is gone.
            try right.require(.all)
            let payload = right.allowed(in: payload)
            var merge = ServedMerge(
                context: context, rule: rule, settled: { settled.settled(since: number) }, start: start)
            merge.doubts = doubts
            try reporting(to: observer, Operation(.merge, of: model), rows: { _ in payload.rowCount }) {
                try merge.enter(payload)
                try finish(merge)
            }
            // An answer that has not taken all served values in is not the one with the tag.
            let keepsTag =
                try !payload.lacksRows && settled.settled(since: number).isEmpty
                && !(payload.tag != nil && SyncGap.hasStaleObjects(record.entity, in: context))
            let answer = try record.note(payload, keepsTag: keepsTag, in: context)
            try context.save()
            return answer
        }
    }
}

extension RemotePayload {
    /// The number of rows, of all models.
    var rowCount: Int? { lists.reduce(0) { $0 + $1.count } }
}
