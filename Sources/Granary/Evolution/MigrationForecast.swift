/// What a migration would do, found out without doing it: a dry run as a value.
public struct MigrationForecast: Sendable, Hashable, Codable {
    /// Every step from what the store holds to what is wanted.
    public var plan: MigrationPlan
    /// The fingerprints of the versions on the way, from the one that the store holds to the wanted one.
    public var versions: [String]
    /// Whether code runs on the way, for which the store is copied and replaced.
    public var runsCode: Bool
    /// The steps that lose data.
    public var losses: [MigrationStep]
    /// Why it would be refused, in the words of the error; `nil` when it would be carried out.
    public var refusal: String?
    /// How many rows are read or written for the steps, by model or table.
    public var rows: [String: Int]
    /// The tables that others cannot use while they are changed.
    public var locked: [String]
    /// A rough estimate of the time in seconds: four microseconds for each row, and a second for each 100 MB that is copied.
    public var expectedSeconds: Double
}

extension MigrationForecast: CustomStringConvertible {
    /// The steps, a line each, and what they cost.
    public var description: String {
        var lines = [plan.description]
        if versions.count > 2 || runsCode {
            lines.append("Versions: \(versions.map(MigrationPath.short).joined(separator: " → "))")
        }
        if runsCode { lines.append("Code runs on a copy, which then takes the store's place.") }
        for (model, count) in rows.sorted(by: { $0.key < $1.key }) where count > 0 {
            lines.append("Rows of \(model): \(count)")
        }
        if !locked.isEmpty { lines.append("Locked meanwhile: \(locked.joined(separator: ", "))") }
        if let refusal { lines.append(refusal) }
        return lines.joined(separator: "\n")
    }
}
