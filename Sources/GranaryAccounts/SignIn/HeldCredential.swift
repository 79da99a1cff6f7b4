import FoundationEssentials
import Granary

/// A credential with its number among those of its account.
struct HeldCredential<Credential: Sendable>: Sendable {
    let credential: Credential
    /// Greater than those of all earlier credentials of the account, and of its sign-outs.
    let number: Int
}

/// A credential as a ``SecretStore`` keeps it.
private struct SealedCredential<Credential: Codable>: Codable {
    static var presentVersion: Int { 1 }

    let version: Int
    let number: Int
    let credential: Credential
}

extension HeldCredential where Credential: Codable {
    /// Reads what ``sealed()`` has written; `nil` for anything else, such as a file that was cut off.
    init?(_ bytes: [UInt8]) {
        let decoder = JSONDecoder()
        guard
            let sealed = try? decoder.decode(SealedCredential<Credential>.self, from: Data(bytes)),
            sealed.version == SealedCredential<Credential>.presentVersion, sealed.number > 0
        else { return nil }
        self.init(credential: sealed.credential, number: sealed.number)
    }

    /// The bytes for a ``SecretStore``.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for a credential that cannot be encoded.
    func sealed() throws -> [UInt8] {
        let sealed = SealedCredential(
            version: SealedCredential<Credential>.presentVersion, number: number, credential: credential)
        do { return Array(try JSONEncoder().encode(sealed)) } catch {
            // The cause may show the credential.
            throw GranaryError(
                .invalidValue,
                "The credential cannot be written as JSON, so it was not stored; \(type(of: error)) was thrown."
            )
        }
    }
}
