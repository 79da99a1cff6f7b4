internal import Synchronization

/// Has the tenant of a stack leave before its stores close.
final class StackTenancy: Sendable {
    private struct Present: Sendable {
        weak let tenant: (any StackTenant)?
    }

    private let present = Mutex(Present(tenant: nil))

    /// The tenant, who is not kept.
    var tenant: (any StackTenant)? { present.withLock { $0.tenant } }

    /// Has a tenant from now on.
    func take(_ tenant: any StackTenant) { present.withLock { $0 = Present(tenant: tenant) } }

    /// Runs what closes stores while the tenant is away.
    nonisolated(nonsending) func whileAway<R>(
        _ body: nonisolated(nonsending) () async throws -> R
    ) async rethrows -> R {
        guard let tenant else { return try await body() }
        await tenant.leave()
        defer { tenant.mayReturn() }
        return try await body()
    }
}
