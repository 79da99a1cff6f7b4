import Granary
import GranaryConformance

/// A named list of promises of sign-ins.
protocol SignInPromiseList: AccountPromiseList {}

extension SignInPromiseList {
    /// Makes a promise about accounts whose users sign in at a server.
    static func signInPromise(
        _ name: String, needs requires: Capabilities = [],
        _ body: @escaping @Sendable (SignInGround) async throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: requires) { (ground: AccountGround) in
            try await SignInGround.run(on: ground, body)
        }
    }
}
