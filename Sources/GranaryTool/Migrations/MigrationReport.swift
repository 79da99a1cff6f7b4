import Granary

/// The report on a migration of one store, before or after it.
package struct MigrationReport: Codable, Sendable, Equatable {
    /// The result of the migration.
    package enum State: String, Codable, Sendable {
        /// The store holds the program's models.
        case current
        /// There is none yet; opening it makes one with the program's models.
        case absent
        /// Its content is not kept.
        case memory
        /// It is configured for reading only, and left unchanged.
        case readOnly
        /// Its backend does not migrate.
        case unsupported
        /// It would be migrated; nothing was changed.
        case pending
        /// It cannot be, or not without consent; nothing was changed.
        case refused
        /// It was carried out on a copy, which is gone.
        case rehearsed
        /// It was carried out.
        case migrated
        /// It failed; the store is unchanged, or a chain of migrations will continue after the last finished one.
        case failed
    }

    /// The configurations whose models the store holds.
    package var configurations: [String]
    var type: String
    var place: String?
    /// The result, or what it would be.
    package var state: State
    var steps: [StepReport] = []
    /// The versions on the way.
    var versions: [String] = []
    /// The names of the migrations of data on the way.
    var dataMigrations: [String] = []
    var runsCode = false
    /// How many rows are read or written, by model.
    var rows: [String: Int] = [:]
    /// The tables that others cannot use during the migration.
    var locked: [String] = []
    /// A rough estimate.
    var expectedSeconds: Double?
    /// How long it took.
    package var seconds: Double?
    /// How many rows each model has after a rehearsal.
    var rowsAfterwards: [String: Int]?
    /// The places of copies that were put aside before data was dropped.
    var kept: [String]?
    /// Why it would be refused.
    var refusal: String?
    /// The consents with which it would be carried out; none if it is refused for another reason too.
    var missingConsents: [String] = []
    /// Why it failed.
    package var error: ToolFailure.Details?

    /// Begins with the facts known without examining the store.
    init(_ store: PlacedStore, _ state: State) {
        configurations = store.names
        type = store.configuration.type.name
        place = store.place
        self.state = state
    }

    /// Takes the data of a forecast.
    mutating func foresee(_ forecast: MigrationForecast, consents: Set<String>) {
        let isRefused = forecast.refusal != nil
        state = isRefused ? .refused : forecast.isEmpty ? .current : .pending
        steps = forecast.plan.steps.map {
            let hasConsent = consents.contains(forecast.plan.consent(to: $0))
            return StepReport($0, hasConsent: hasConsent, isRefused: isRefused)
        }
        (versions, runsCode) = (forecast.versions, forecast.runsCode)
        dataMigrations = forecast.dataMigrations
        rows = forecast.rows.filter { $0.value > 0 }
        (locked, refusal, missingConsents) = (forecast.locked, forecast.refusal, forecast.missingConsents)
        if state == .pending { expectedSeconds = forecast.expectedSeconds }
    }

    /// Records an error.
    package mutating func fail(_ error: any Error) {
        let failure = ToolFailure(error)
        state = failure.ending == .refused ? .refused : .failed
        self.error = failure.error
    }

    /// How a command ends with it.
    package var ending: ToolEnding {
        switch state {
        case .current, .absent, .memory, .readOnly, .unsupported, .rehearsed, .migrated: .done
        case .pending: .changes
        case .refused: .refused
        case .failed: .failed
        }
    }
}
