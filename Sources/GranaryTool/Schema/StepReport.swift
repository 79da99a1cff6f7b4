import Granary

/// One step of a migration as the tool reports it.
struct StepReport: Codable, Sendable, Equatable {
    /// The step in a few words.
    var name: String
    var table: String
    var model: String
    var properties: [String]
    var losesData = false
    var touchesRows = false
    /// Whether there is consent to the loss; `nil` where nothing is lost.
    var hasConsent: Bool?
    /// Whether the code of a migration does it.
    var isLeftToCode = false
    /// Why it cannot be carried out.
    var obstacle: String?

    /// Describes a step; in a migration that is not refused everything has consent, and code covers the steps that a
    /// plan cannot.
    ///
    /// `leavesToCode` says that code does so although the migration is refused for another reason.
    init(
        _ step: MigrationStep, hasConsent isAgreed: Bool = false, isRefused: Bool = true,
        leavesToCode: Bool = false
    ) {
        name = step.name
        table = step.table
        model = step.model
        properties = step.properties
        losesData = step.losesData
        touchesRows = step.touchesRows
        hasConsent = losesData ? !isRefused || isAgreed : nil
        let isOvercome = !isRefused || leavesToCode
        obstacle = isOvercome ? nil : step.obstacle
        isLeftToCode = isOvercome && step.obstacle != nil
    }

    /// A table that a store makes when it is opened.
    init(adding table: StoredTable) {
        self.table = table.name
        model = table.model ?? table.name
        properties = []
        name = "add \(model)"
    }

    /// The effect on a store.
    var effect: String {
        if let obstacle { return "impossible: \(obstacle)" }
        if isLeftToCode { return "done by the migration's code" }
        if losesData { return hasConsent == true ? "loses data, with consent" : "loses data, needs consent" }
        return touchesRows ? "reads or writes the rows" : "touches no row"
    }

    /// A table of steps.
    static func table(_ steps: [StepReport], width: Int) -> String {
        var table = TextTable(headings: ["Step", "Effect"], limits: [0: max(20, width / 2)])
        table.rows = steps.map { [$0.name, $0.effect] }
        return table.fitting(width).text
    }
}
