import Granary

/// The place of secrets, whose errors are ours: the message of another one may hold what no log should.
extension SignInServices {
    /// The bytes at the place of an account.
    ///
    /// - Throws: ``GranaryError``.
    func secret(at place: String) async throws -> [UInt8]? {
        do { return try await secrets.secret(at: place) } catch { throw GranaryError.secrets(threw: error) }
    }

    /// The credential at the place of an account; `nil` for one that is missing or damaged.
    ///
    /// - Throws: ``GranaryError``.
    func credential(at place: String) async throws -> HeldCredential<Login.Credential>? {
        try await secret(at: place).flatMap(HeldCredential.init)
    }

    /// Stores a credential in place of the former one.
    ///
    /// - Throws: ``GranaryError``.
    func store(_ held: HeldCredential<Login.Credential>, at place: String) async throws {
        let bytes = try held.sealed()
        do { try await secrets.store(bytes, at: place) } catch { throw GranaryError.secrets(threw: error) }
    }

    /// Removes the credential at the place of an account.
    ///
    /// - Throws: ``GranaryError``.
    func removeSecret(at place: String) async throws {
        do { try await secrets.remove(at: place) } catch { throw GranaryError.secrets(threw: error) }
    }

    /// Removes what a sign-out has left in the place of secrets, unless somebody has signed in since.
    ///
    /// The closure takes the lease for writing; if it does not get it, nothing is removed.
    ///
    /// - Throws: ``GranaryError``; what the closure throws.
    func removeRemains(
        of record: SignInRecord, _ lease: () async throws -> SignInRecord.Taking
    ) async throws {
        if try await secret(at: record.place) == nil { return }
        guard case .taken(let present) = try await lease() else { return }
        var problem: (any Error)?
        if present.standing == .signedOut {
            do { try await removeSecret(at: record.place) } catch { problem = error }
        }
        // One that cannot be given back ends by itself.
        try? await record.release(.writing)
        if let problem { throw problem }
    }
}
