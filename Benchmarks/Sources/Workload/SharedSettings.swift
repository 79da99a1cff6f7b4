/// The settings of SQLite that every contender has in the first table; they are those that Granary has by
/// default.
public enum SharedSettings {
    /// The statements that make a connection so.
    public static let pragmas = [
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "PRAGMA cache_size = -65536",
        "PRAGMA foreign_keys = ON",
        "PRAGMA busy_timeout = 5000",
    ]
}

/// The statements that several contenders use word by word.
public enum SharedStatements {
    /// The columns of a player, in the order in which all read them.
    public static let columns =
        "id, name, email, score, rating, active, createdAt, notes, team, granary_version"
    /// Reads all players.
    public static let all = "SELECT \(columns) FROM player ORDER BY id"
    /// Reads the player with a key.
    public static let byKey = "SELECT \(columns) FROM player WHERE id = ?"
    /// Reads the players with a score.
    public static let byScore = "SELECT \(columns) FROM player WHERE score = ? ORDER BY id"
    /// Reads the players of a team.
    public static let byTeam = "SELECT \(columns) FROM player WHERE team = ? ORDER BY id"
    /// Reads the teams.
    public static let teams = "SELECT id, name, granary_version FROM team ORDER BY id"
    /// Adds a player.
    public static let insert = "INSERT INTO player (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    /// Adds a team.
    public static let insertTeam = "INSERT INTO team (id, name, granary_version) VALUES (?, ?, ?)"
    /// Changes a rating, if the row is unchanged since it was read.
    public static let updateRating =
        "UPDATE player SET rating = ?, granary_version = ? WHERE id = ? AND granary_version = ?"
    /// Changes a score, if the row is unchanged since it was read.
    public static let updateScore =
        "UPDATE player SET score = ?, granary_version = ? WHERE id = ? AND granary_version = ?"
    /// Removes a player, if the row is unchanged since it was read.
    public static let delete = "DELETE FROM player WHERE id = ? AND granary_version = ?"
    /// Counts by a condition that no index serves.
    public static let count = "SELECT count(*) FROM player WHERE active AND rating > 0.5"
    /// Mean rating and best score by team.
    public static let aggregate =
        "SELECT team, avg(rating), max(score) FROM player GROUP BY team ORDER BY team"
}
