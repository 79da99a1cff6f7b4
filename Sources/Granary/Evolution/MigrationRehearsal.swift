/// What came of a migration that was carried out on a copy.
public struct MigrationRehearsal: Sendable, Hashable, Codable {
    /// What was to be done.
    public var forecast: MigrationForecast
    /// How long it took, in seconds, without making the copy.
    public var seconds: Double
    /// How many rows each model has afterwards.
    public var rows: [String: Int]
}
