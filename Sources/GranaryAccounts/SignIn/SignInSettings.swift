/// How long accounts wait for their authenticator, and when they try again.
public struct SignInSettings: Sendable {
    /// The time limit of a sign-in, in which a person may have to type: five minutes.
    public var signInLimit = Duration.seconds(300)
    /// The time limit of a refresh and of a sign-out: thirty seconds.
    public var limit = Duration.seconds(30)
    /// The pause before a restored sign-in is tried again; each later pause is twice as long: a second.
    public var firstPause = Duration.seconds(1)
    /// The longest pause before a restored sign-in is tried again: five minutes.
    public var longestPause = Duration.seconds(300)

    /// Makes the usual settings.
    public init() {}

    /// How long another process may refresh before this one takes over.
    var lease: Duration { limit + .seconds(30) }
}
