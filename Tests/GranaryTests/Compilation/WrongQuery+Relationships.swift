/// Queries that take the objects of a relationship for something else.
extension WrongQuery {
    /// Queries with several objects as if there were one, and with keys and values as if they were objects.
    static let relationships: [WrongQuery] = [
        WrongQuery("▸$0.team.players.score > 3", several),
        WrongQuery("▸$0.team.players.name == \"x\"", several),
        WrongQuery("▸$0.team.players.delay == nil", several),
        WrongQuery("▸$0.team.players.active", several),
        WrongQuery("!▸$0.team.players.active && $0.score > 3", several),
        WrongQuery("▸$0.team.players.name.hasPrefix(\"a\")", several),
        WrongQuery("▸$0.team.players.score.isIn([1, 2])", several),
        WrongQuery("▸$0.team.players.score * 2 + 5 > 10", several),
        WrongQuery("▸$0.team.players.team.name == \"x\"", several),
        WrongQuery("$0.team.players.any { ▸$0.team.players.score > 3 }", several),
        WrongQuery("$0.team.players.▸scroe > 3", "has no dynamic member 'scroe'"),
        WrongQuery("$0.team.players ▸== nil", "is never nil, only empty"),
        WrongQuery("$0.team.players ▸!= nil", "is never nil, only empty"),
        WrongQuery("$0.team ▸== 3", key),
        WrongQuery("$0.team ▸== \"key\"", key),
        WrongQuery("$0.team ▸!= \"key\"", key),
        WrongQuery("$0.team ▸== number", key),
        WrongQuery("if let city { $0.team ▸== city }", key),
        WrongQuery("$0.team.players.first { $0.score } ▸== 3", key),
        WrongQuery("$0.score * 2 + 5 > 10 && $0.team ▸== \"key\"", key, seconds: 1.5),
        WrongQuery("$0.team.objectID ▸== \"key\"", "An identity is no key"),
        WrongQuery("$0.team.objectID ▸!= 3", "An identity is no key"),
        WrongQuery("$0.team ▸== $0.name", "A relationship is no value"),
        WrongQuery("$0.team ▸== $0.team", "Compare the identities"),
    ]

    private static let several = "There may be several objects"
    private static let key = "Compare with an object, or with an identity"
}
