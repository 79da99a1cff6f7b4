/// Mistakes with and beside constants on the left.
extension WrongQuery {
    /// Queries with a constant on the left.
    static let leftConstants: [WrongQuery] = [
        WrongQuery("▸\"x\" < $0.score", "cannot convert value of type 'String'"),
        WrongQuery("▸2000 <= $0.name", "cannot convert value of type 'Int'"),
        WrongQuery("▸3 == $0.name", "cannot convert value of type 'Int'"),
        WrongQuery("▸nil == $0.score", "'nil' is not compatible"),
        WrongQuery("\"x\" ▸* $0.score > 3", "binary operator '*' cannot be applied"),
        WrongQuery("1.5 ▸* $0.score > 3", "binary operator '*' cannot be applied"),
        WrongQuery("5 * $0.▸scor > 10", "has no member 'scor'"),
        WrongQuery("2 * $0.score ▸> \"x\"", "binary operator '>' cannot be applied"),
        WrongQuery("100 - $0.score * 2 ▸> \"x\"", "binary operator '>' cannot be applied", seconds: 1.5),
        WrongQuery("100 - $0.▸scor * 2 > 3", "has no member 'scor'", seconds: 1.5),
        WrongQuery(
            """
            2 * $0.score + 5 > 10
            100 - $0.▸scor > 3
            """,
            "has no member 'scor'"),
        WrongQuery(
            "5 * $0.score > 10 && 3 + $0.score > 7 && ▸3 > $0.name",
            "cannot convert value of type 'Int'", seconds: 1.5),
        WrongQuery(
            "100 - $0.score > 3 && $0.score % 7 == 3 && $0.name ▸> 3",
            "binary operator '>' cannot be applied", seconds: 1.5),
        WrongQuery(
            "100 - $0.score > 3 && 5 * $0.score > 10 && $0.▸nmae == \"x\"",
            "has no member 'nmae'", seconds: 1.5),
        WrongQuery(
            "10 < $0.score * 2 + 5 && 3 == $0.score % 7 && ▸3 < $0.name",
            "cannot convert value of type 'Int'", seconds: 1.5),
        WrongQuery(
            "2 * $0.score + 5 > 10 && $0.score % 7 == 3 && $0.name ▸> 3",
            "binary operator '>' cannot be applied", seconds: 1.5),
        WrongQuery(
            "2 * $0.score + 5 > 10 && $0.score % 7 == 3 && $0.▸nmae == 3", "has no member 'nmae'",
            seconds: 2.5),
        WrongQuery(
            "$0.name ▸> 3 && 2 * $0.score + 5 > 10 && $0.score % 7 == 3",
            "binary operator '>' cannot be applied", seconds: 1.5),
    ]
}
