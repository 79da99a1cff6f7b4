/// The result of a migration that was carried out on a copy.
public struct MigrationRehearsal: Sendable, Hashable, Codable {
    /// The migration that was rehearsed.
    public var forecast: MigrationForecast
    /// The time it took in seconds, without making the copy.
    public var seconds: Double
    /// The number of rows of each model after the migration.
    public var rows: [String: Int]
}
