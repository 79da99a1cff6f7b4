/// A dry run of a migration: its steps and costs, found without changing the store.
public struct MigrationForecast: Sendable, Hashable, Codable {
    /// All steps from the store's schema to the wanted one.
    public var plan: MigrationPlan
    /// The fingerprints of all versions, from the store's to the wanted one.
    public var versions: [String]
    /// The names of the migrations of data that would run, in order.
    public var dataMigrations: [String]
    /// Whether any migration has code; the store is then copied and replaced.
    public var runsCode: Bool
    /// The steps that lose data.
    public var losses: [MigrationStep]
    /// The message of the error that would refuse the migration; `nil` if it would be carried out.
    public var refusal: String?
    /// The consents that would let a refused migration be carried out; none if it is refused for another reason too.
    public var missingConsents: [String]
    /// The number of rows that the steps read or write, by model or table.
    public var rows: [String: Int]
    /// The tables that are locked during the migration.
    public var locked: [String]
    /// A rough estimate of the time in seconds: four microseconds per row, and one second per 100 MB copied.
    public var expectedSeconds: Double
}

extension MigrationForecast {
    /// Whether there is nothing to do.
    public var isEmpty: Bool { plan.isEmpty && dataMigrations.isEmpty && refusal == nil }
}

extension MigrationForecast: CustomStringConvertible {
    /// The steps, a line each, and their costs.
    public var description: String {
        var lines = [plan.description]
        if versions.count > 2 || runsCode {
            lines.append("Versions: \(versions.map(MigrationPath.short).joined(separator: " → "))")
        }
        lines += dataMigrations.map { "Data: \($0)" }
        if runsCode { lines.append("Code runs on a copy, which then takes the store's place.") }
        for (model, count) in rows.sorted(by: { $0.key < $1.key }) where count > 0 {
            lines.append("Rows of \(model): \(count)")
        }
        if !locked.isEmpty { lines.append("Locked meanwhile: \(locked.joined(separator: ", "))") }
        if let refusal { lines.append(refusal) }
        return lines.joined(separator: "\n")
    }
}
