/// A table of settings with their values and origins that fits a screen.
struct SettingsTable {
    /// The beginning of the keys, which is the heading.
    let start: [String]
    /// The settings, whose keys begin so.
    let settings: [EffectiveSetting]

    /// The longest names of settings that are not broken.
    private static let longestName = 38

    /// The table, at most some characters wide.
    func text(width: Int) -> String {
        var table = TextTable(headings: [start.joined(separator: "."), "Value", "From"])
        table.rows = settings.map { setting in
            [
                setting.key.dropFirst(start.count).joined(separator: "."), setting.value ?? "–",
                setting.origin,
            ]
        }
        let widths = (0..<3).map { column in
            (table.rows + [table.headings]).map { $0[column].count }.max() ?? 0
        }
        let name = min(widths[0], Self.longestName)
        // Two gaps of two blanks; names of columns have at most 5 characters.
        let rest = max(20, width - name - 4)
        let from = min(widths[2], max(rest / 2, rest - widths[1]))
        table.limits = [0: name, 1: max(5, rest - from), 2: from]
        table.breaksWords = true
        return table.text
    }
}
