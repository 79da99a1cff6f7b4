/// How much TLS must prove, from nothing to all; named as libpq does.
enum SecurityMode: String, CaseIterable, Comparable {
    /// No TLS.
    case disable
    /// TLS where the server insists.
    case allow
    /// TLS where the server offers it.
    case prefer
    /// TLS, with whomever it is.
    case require
    /// TLS with a server that a trusted authority has signed for.
    case verifyAuthority = "verify-ca"
    /// The same, under the very name that was connected to.
    case verifyFull = "verify-full"

    /// Whether a mode proves less than another.
    static func < (left: SecurityMode, right: SecurityMode) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
